import { notice, ReadError, type HandlerContext, type Source } from "@reader/core/handler";
import { readSummaryInformation, summaryStream } from "@reader/office-kit/compound";
import { textBlock } from "@reader/office-kit/drawing";
import { areMacrosAsked, macroEvents, macroNotice } from "@reader/office-kit/vba";
import { embeddedEvents } from "@reader/document/content";
import { findRecord, recordTypes, uint16At, uint32At, type PptRecord } from "@reader/office-kit/office-art";
import type { Deck } from "../slides/deck.ts";
import { type Slide, type SlideBlock } from "../slides/slide.ts";
import { fileNotices } from "../slides/deck-files.ts";
import { findEmbeddedObjects } from "./embedded-objects.ts";
import { commentsIn } from "./comments.ts";
import { hasMacros, linksIn, repeatedLines } from "./document-facts.ts";
import { isHiddenIn, openPpt, type PptFile } from "./open-ppt.ts";
import { masterBullets, type LevelBullets } from "./list-numbers.ts";
import { macrosIn } from "./macros.ts";
import { createPictures } from "./pictures.ts";
import { slideContent, staticTextIn, type PptSurroundings } from "./slide-content.ts";
import { listedSlides, slideLists, type ListedSlide } from "./slide-lists.ts";

/** Opens a PPT as a deck. Throws `corrupt`, `encrypted` or `unsupported-type`. */
export async function openPptDeck(source: Source, context: HandlerContext): Promise<Deck> {
  const file = await openPpt(source, context.password);
  const { files, names: objects } = await findEmbeddedObjects(file, context.budget);
  const modules = await macrosIn(file);
  const slides = listedSlides(file.document, slideLists.slides);
  const reading: PptReading = {
    file,
    notes: byId(listedSlides(file.document, slideLists.notes)),
    masters: byId(listedSlides(file.document, slideLists.masters)),
    masterFacts: new Map(),
    around: {
      links: linksIn(file.document),
      findPicture: createPictures(file),
      objects,
    },
  };
  return {
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
  /** Of the masters that were read so far. */
  readonly masterFacts: Map<number, MasterFacts>;
  readonly around: Omit<PptSurroundings, "levels">;
}

/** What slides have of their master. */
interface MasterFacts {
  /** What it prints on every slide that follows it. */
  readonly printed: readonly string[];
  readonly levels: LevelBullets;
}

function byId(listed: readonly ListedSlide[]): ReadonlyMap<number, ListedSlide> {
  return new Map(listed.map((each) => [each.id, each]));
}

/** Instances of the headers and footers of a document ([MS-PPT], 2.4.16). */
const repeatedOf = { slides: 3, notes: 4 } as const;

function readSlide(listed: ListedSlide | undefined, reading: PptReading): Slide {
  const { file } = reading;
  const record = listed === undefined ? undefined : file.object(listed.object);
  // The outline alone is better than nothing.
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

/** Notes have no title: what looks like one is their first line. */
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

/** What a slide shows of headers and footers, and what is printed on it. */
function repeatedOn(slide: Uint8Array, { file }: PptReading, printed: readonly string[]): readonly string[] {
  const own = repeatedLines(slide) ?? repeatedLines(file.document, repeatedOf.slides) ?? [];
  const notes = repeatedLines(file.document, repeatedOf.notes) ?? [];
  return [...own, ...printed, ...notes.map((line) => `Notes ${line.slice(0, 1).toLowerCase()}${line.slice(1)}`)];
}

/** What a master gives to its slides; it is read once. */
function masterOf(id: number, { masters, masterFacts, file }: PptReading): MasterFacts {
  const known = masterFacts.get(id);
  if (known !== undefined) return known;
  const listed = masters.get(id);
  const master = listed === undefined ? undefined : file.object(listed.object)?.body;
  const words = master === undefined ? [] : staticTextIn(master);
  const facts = { printed: words.map((each) => `On the layout: ${each}`), levels: masterBullets(master) };
  masterFacts.set(id, facts);
  return facts;
}
