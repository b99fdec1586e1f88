import { constants, inflateSync } from "node:zlib";
import {
  type HandlerContext,
  type HandlerEvent,
  type HandlerInfo,
  notice,
  type Outline,
  ReadError,
  type Source,
} from "@reader/core/handler";
import { embeddedEvents } from "@reader/document/content";
import { readSummaryInformation, summaryStream } from "@reader/office-kit/compound";
import { textBlock } from "@reader/office-kit/drawing";
import {
  findRecord,
  type PptRecord,
  recordsIn,
  recordsOf,
  recordTypes,
  stringsIn,
  uint16At,
  uint32At,
} from "@reader/office-kit/office-art";
import { areMacrosAsked, macroEvents, type MacroModule, macroModulesOf, macroNotice } from "@reader/office-kit/vba";
import { deckEvents, fileNotices } from "../slides/deck-events.ts";
import { type Deck, presentationWords, type Slide, type SlideBlock, type SlideComment } from "../slides/slide.ts";
import { describeDeck, outlineDeck } from "../slides/describe-deck.ts";
import { hasMacros, linksIn, repeatedLines, symbolFontsIn } from "./document-facts.ts";
import { createImages, findEmbeddedObjects } from "./embedded-content.ts";
import { type LevelBullets, masterBullets, outlineBullets, type OutlineBullets } from "./list-numbers.ts";
import { isHiddenIn, openPpt, type PptFile } from "./open-ppt.ts";
import { type PptSurroundings, slideContent, staticTextIn } from "./slide-content.ts";
import { createTextCollector, type TextEntry } from "./text-entry.ts";

/** Yields a presentation slide by slide. */
export async function* readPpt(source: Source, context: HandlerContext): AsyncGenerator<HandlerEvent> {
  yield* deckEvents({ path: source.path, deck: await openPptDeck(source, context), context });
}

/** Describes a presentation. */
export async function describePpt(source: Source, context: HandlerContext): Promise<HandlerInfo> {
  return describeDeck(await openPptDeck(source, context), context);
}

/** Returns the outline of a presentation. */
export async function outlinePpt(source: Source, context: HandlerContext): Promise<Outline> {
  return outlineDeck(await openPptDeck(source, context), context);
}

/** Opens a PPT as a deck. Throws `corrupt`, `encrypted` or `unsupported-type`. */
async function openPptDeck(source: Source, context: HandlerContext): Promise<Deck> {
  const file = await openPpt(source, context.password);
  const { files, names: objects, equations } = await findEmbeddedObjects(file, context.budget);
  const modules = await macrosIn(file);
  const slides = listedSlides(file.document, slideLists.slides);
  const reading: PptReading = {
    file,
    notes: byId(listedSlides(file.document, slideLists.notes)),
    masters: byId(listedSlides(file.document, slideLists.masters)),
    masterFacts: new Map(),
    around: {
      links: linksIn(file.document),
      symbolFonts: symbolFontsIn(file.document),
      findImage: createImages(file),
      objects,
      equations,
    },
  };
  return {
    words: presentationWords,
    slideCount: slides.length,
    facts: readSummaryInformation(file.streams.find(summaryStream)),
    notices: [
      ...file.streams.damage.map((words) => notice(words)),
      ...(hasMacros(file.document) ? [macroNotice("The presentation contains", modules)] : []),
      ...fileNotices(files),
    ],
    slide: (number) => Promise.resolve().then(() => readSlide(slides[number - 1], reading)),
    closingText: () => Promise.resolve(""),
    embedded: (name) => (areMacrosAsked(name, modules) ? macroEvents(modules) : embeddedEvents(files, context)),
  };
}

interface PptReading {
  readonly file: PptFile;
  readonly notes: ReadonlyMap<number, ListedSlide>;
  readonly masters: ReadonlyMap<number, ListedSlide>;
  /** The content of the masters read so far. */
  readonly masterFacts: Map<number, MasterFacts>;
  readonly around: Omit<PptSurroundings, "levels">;
}

/** The content that slides take from their master. */
interface MasterFacts {
  /** Lines printed on every slide that uses it. */
  readonly printed: readonly string[];
  readonly levels: LevelBullets;
}

function byId(listed: readonly ListedSlide[]): ReadonlyMap<number, ListedSlide> {
  return new Map(listed.map((each) => [each.id, each]));
}

/** Record instances of the headers and footers of a document ([MS-PPT], 2.4.16). */
const repeatedOf = { slides: 3, notes: 4 } as const;

function readSlide(listed: ListedSlide | undefined, reading: PptReading): Slide {
  const { file } = reading;
  const record = listed === undefined ? undefined : file.object(listed.object);
  // Falls back to the outline.
  const bytes = record?.type === recordTypes.slide ? record.body : new Uint8Array();
  if (listed === undefined || (bytes.length === 0 && listed.outline.length === 0)) {
    throw new ReadError("corrupt", "it is missing.");
  }
  const atom = findRecord(bytes, recordTypes.slideAtom)?.body;
  const master = masterOf(uint32At(atom, 12), reading);
  const around = { ...reading.around, levels: master.levels };
  const content = slideContent(bytes, listed.outline, around);
  const notes = objectOf(reading.notes.get(uint32At(atom, 16)), recordTypes.notes, file);
  return {
    title: content.title,
    isHidden: isHiddenIn(bytes),
    section: "",
    blocks: content.blocks,
    notes: notes === undefined ? [] : notesIn(notes.body, around),
    comments: commentsIn(bytes),
    repeated: repeatedOn(bytes, reading, followsMaster(atom) ? master.printed : []),
    hiddenShapes: content.hiddenShapes,
  };
}

/** Notes have no title; text detected as one is their first line. */
function notesIn(notes: Uint8Array, around: PptSurroundings): readonly SlideBlock[] {
  const { title, blocks } = slideContent(notes, [], around);
  return title === "" ? blocks : [textBlock(title), ...blocks];
}

function objectOf(listed: ListedSlide | undefined, type: number, file: PptFile): PptRecord | undefined {
  const record = listed === undefined ? undefined : file.object(listed.object);
  return record?.type === type ? record : undefined;
}

function followsMaster(atom: Uint8Array | undefined): boolean {
  return (uint16At(atom, 20) & 1) !== 0;
}

/** Returns the headers and footers of a slide, and the text printed on it. */
function repeatedOn(slide: Uint8Array, { file }: PptReading, printed: readonly string[]): readonly string[] {
  const own = repeatedLines(slide) ?? repeatedLines(file.document, repeatedOf.slides) ?? [];
  const notes = repeatedLines(file.document, repeatedOf.notes) ?? [];
  return [...own, ...printed, ...notes.map((line) => `Notes ${line.slice(0, 1).toLowerCase()}${line.slice(1)}`)];
}

/** Returns the content that a master adds to its slides; it is read once. */
function masterOf(id: number, { masters, masterFacts, file, around }: PptReading): MasterFacts {
  const known = masterFacts.get(id);
  if (known !== undefined) return known;
  const listed = masters.get(id);
  const master = listed === undefined ? undefined : file.object(listed.object)?.body;
  const words = master === undefined ? [] : staticTextIn(master, around.symbolFonts);
  const facts = { printed: words.map((each) => `On the layout: ${each}`), levels: masterBullets(master) };
  masterFacts.set(id, facts);
  return facts;
}

/** Returns the comments of a slide, from tags that PowerPoint 2002 and later write ([MS-PPT], 2.5.22). */
function commentsIn(slide: Uint8Array): readonly SlideComment[] {
  const comments: SlideComment[] = [];
  for (const { body: tags } of recordsOf(slide, recordTypes.tags)) {
    for (const { body: tag } of recordsOf(tags, recordTypes.binaryTag)) {
      for (const { body: data } of recordsOf(tag, recordTypes.binaryTagData))
        for (const comment of commentsOf(data)) comments.push(comment);
    }
  }
  return comments;
}

function commentsOf(data: Uint8Array): readonly SlideComment[] {
  const comments: SlideComment[] = [];
  for (const { type, body } of recordsIn(data)) {
    if (type !== recordTypes.comment) continue;
    const strings = stringsIn(body);
    const text = strings.get(1) ?? "";
    if (text.trim() !== "") comments.push({ author: strings.get(0) ?? "", text, isReply: false });
  }
  return comments;
}

/** Maximum size of the macro storage after inflation, in bytes. */
const maxBytes = 16 * 1024 * 1024;

/** True if a storage is compressed; its length precedes it ([MS-PPT], 2.10.35). */
const isCompressed = 1;

/** Returns the macro modules, which are in a compound file inside an object ([MS-PPT], 2.4.10). */
function macrosIn(file: PptFile): Promise<readonly MacroModule[]> {
  const atom = findRecord(file.document, recordTypes.list, recordTypes.vbaInfo, recordTypes.vbaInfoAtom);
  const record = file.object(uint32At(atom?.body, 0));
  if (record?.type !== recordTypes.storage) return macroModulesOf(undefined);
  return macroModulesOf(record.instance === isCompressed ? inflated(record.body.subarray(4)) : record.body);
}

function inflated(bytes: Uint8Array): Uint8Array | undefined {
  try {
    // PowerPoint may omit the end of its compressed data.
    return new Uint8Array(inflateSync(bytes, { maxOutputLength: maxBytes, finishFlush: constants.Z_SYNC_FLUSH }));
  } catch {
    return undefined;
  }
}

/** A slide, a master or a notes page, as the document lists it. */
interface ListedSlide {
  /** The number of its object. */
  readonly object: number;
  /** Its identifier. */
  readonly id: number;
  /** Its outline texts. */
  readonly outline: readonly TextEntry[];
}

/** The lists of a document, by record instance ([MS-PPT], 2.4.14). */
const slideLists = { slides: 0, masters: 1, notes: 2 } as const;

/** Returns the slides, masters or notes of a document in order. */
function listedSlides(document: Uint8Array, instance: number): readonly ListedSlide[] {
  const listed: (Omit<ListedSlide, "outline"> & { readonly texts: ReturnType<typeof createTextCollector> })[] = [];
  for (const list of recordsOf(document, recordTypes.slideList)) {
    if (list.instance !== instance) continue;
    for (const record of recordsIn(list.body)) {
      if (record.type !== recordTypes.slidePersist) listed.at(-1)?.texts.add(record);
      else
        listed.push({ object: uint32At(record.body, 0), id: uint32At(record.body, 12), texts: createTextCollector() });
    }
  }
  const said = outlineBullets(findRecord(document, recordTypes.list)?.body);
  const bySlide = new Map<number, OutlineBullets[]>();
  for (const each of said) {
    const before = bySlide.get(each.slide) ?? [];
    bySlide.set(each.slide, before);
    before.push(each);
  }
  return listed.map(({ object, id, texts }) => ({ object, id, outline: withBullets(texts.entries, bySlide.get(id)) }));
}

/** If several texts have the same kind, the first one takes the first entry. */
function withBullets(outline: readonly TextEntry[], said: readonly OutlineBullets[] = []): readonly TextEntry[] {
  const left = [...said];
  return outline.map((entry) => {
    const at = left.findIndex(({ kind }) => kind === entry.kind);
    const [found] = at < 0 ? [] : left.splice(at, 1);
    return found === undefined ? entry : { ...entry, bullets: found.bullets };
  });
}
