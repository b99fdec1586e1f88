import { ReadError, type HandlerContext, type Source } from "@reader/core/handler";
import { readSummaryInformation, summaryStream } from "../compound/summary-information.ts";
import type { Deck } from "../slides/deck.ts";
import { textBlock, type Slide, type SlideBlock } from "../slides/slide.ts";
import { areMacrosAsked, macroEvents, macroNotice } from "../vba/macro-events.ts";
import { commentsIn } from "./comments.ts";
import { hasMacros, linksIn, objectsIn, repeatedLines } from "./document-facts.ts";
import { isHiddenIn, openPpt, type PptFile } from "./open-ppt.ts";
import { macrosIn } from "./macros.ts";
import { createPictures } from "./pictures.ts";
import { findRecord, recordTypes, uint16At, uint32At, type PptRecord } from "./records.ts";
import { slideContent, staticTextIn, type PptSurroundings } from "./slide-content.ts";
import { listedSlides, slideLists, type ListedSlide } from "./slide-lists.ts";

/** Opens a PPT as a deck. Throws `corrupt`, `encrypted` or `unsupported-type`. */
export async function openPptDeck(source: Source, { password }: Pick<HandlerContext, "password">): Promise<Deck> {
  const file = await openPpt(source, password);
  const modules = await macrosIn(file);
  const slides = listedSlides(file.document, slideLists.slides);
  const reading: PptReading = {
    file,
    notes: byId(listedSlides(file.document, slideLists.notes)),
    masters: byId(listedSlides(file.document, slideLists.masters)),
    printed: new Map(),
    around: {
      links: linksIn(file.document),
      findPicture: createPictures(file),
      objects: objectsIn(file.document),
    },
  };
  return {
    slideCount: slides.length,
    facts: readSummaryInformation(file.streams.find(summaryStream)),
    notices: hasMacros(file.document) ? [macroNotice("The presentation contains", modules)] : [],
    slide: (number) => Promise.resolve().then(() => readSlide(slides[number - 1], reading)),
    closingText: () => Promise.resolve(""),
    embedded: (name) => (areMacrosAsked(name, modules) ? macroEvents(modules) : undefined),
  };
}

interface PptReading {
  readonly file: PptFile;
  readonly notes: ReadonlyMap<number, ListedSlide>;
  readonly masters: ReadonlyMap<number, ListedSlide>;
  /** The lines of the masters that were read so far. */
  readonly printed: Map<number, readonly string[]>;
  readonly around: PptSurroundings;
}

function byId(listed: readonly ListedSlide[]): ReadonlyMap<number, ListedSlide> {
  return new Map(listed.map((each) => [each.id, each]));
}

/** Instances of the headers and footers of a document ([MS-PPT], 2.4.16). */
const repeatedOf = { slides: 3, notes: 4 } as const;

function readSlide(listed: ListedSlide | undefined, reading: PptReading): Slide {
  const { file, around } = reading;
  const record = listed === undefined ? undefined : file.object(listed.object);
  // The outline alone is better than nothing.
  const bytes = record?.type === recordTypes.slide ? record.body : new Uint8Array();
  if (listed === undefined || (bytes.length === 0 && listed.outline.length === 0)) {
    throw new ReadError("corrupt", "it is missing.");
  }
  const content = slideContent(bytes, listed.outline, around);
  const atom = findRecord(bytes, recordTypes.slideAtom)?.body;
  const notes = objectOf(reading.notes.get(uint32At(atom, 16)), recordTypes.notes, file);
  return {
    title: content.title,
    isHidden: isHiddenIn(bytes),
    section: "",
    blocks: content.blocks,
    notes: notes === undefined ? [] : notesIn(notes.body, around),
    comments: commentsIn(bytes),
    repeated: repeatedOn(bytes, atom, reading),
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

/** What a slide shows of headers and footers, and of its master where it follows that. */
function repeatedOn(slide: Uint8Array, atom: Uint8Array | undefined, reading: PptReading): readonly string[] {
  const { document } = reading.file;
  const own = repeatedLines(slide) ?? repeatedLines(document, repeatedOf.slides) ?? [];
  const notes = repeatedLines(document, repeatedOf.notes) ?? [];
  const followsMaster = (uint16At(atom, 20) & 1) !== 0;
  return [
    ...own,
    ...(followsMaster ? printedOn(uint32At(atom, 12), reading) : []),
    ...notes.map((line) => `Notes ${line.slice(0, 1).toLowerCase()}${line.slice(1)}`),
  ];
}

/** What a master prints on every slide; it is read once. */
function printedOn(id: number, { masters, printed, file }: PptReading): readonly string[] {
  const known = printed.get(id);
  if (known !== undefined) return known;
  const listed = masters.get(id);
  const master = listed === undefined ? undefined : file.object(listed.object);
  const lines = master === undefined ? [] : staticTextIn(master.body).map((words) => `On the layout: ${words}`);
  printed.set(id, lines);
  return lines;
}
