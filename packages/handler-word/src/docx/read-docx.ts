import {
  extent,
  text,
  type HandlerContext,
  type HandlerEvent,
  type HandlerInfo,
  type Json,
  type Outline,
  type Source,
  ReadError,
  notice,
  type Place,
} from "@reader/core/handler";
import { createYielder, nestHeadings } from "@reader/core/internal";
import {
  createImageStore,
  asksForHidden,
  chooseParts,
  type DocumentPiece,
  pagedText,
  type PageCursor,
  hiddenNotices,
  pagesFact,
  type PartChoice,
  placeOn,
  type SectionRequest,
  type DocumentImage,
  type ImageStore,
} from "@reader/document/builder";
import {
  cleaned,
  shownImages,
  embeddedEvents,
  embeddedFacts,
  embeddedNotices,
  frontMatter,
  withImageLines,
  skipUnreadablePart,
  imageEvent,
  omittedImageNotice,
  type ImageContext,
} from "@reader/document/content";
import { damageNotices } from "@reader/office-kit/package";
import { macroEvents, macroNotice, areMacrosAsked } from "@reader/office-kit/vba";
import type { DocumentText, DocxEngine, TextReading } from "./document-text.ts";
import { openWordDocument, type WordDocument } from "./parts/word-document.ts";
import { innerEvents } from "./inner-documents.ts";
import { createDocumentSink, createOutlineSink } from "./body/body-sink.ts";
import { type BodyPass, openWordBody } from "./body/word-body.ts";
import { breaksNotice } from "../breaks/page-breaks.ts";

/** Yields a Word document in reading order, with its headings as places. */
export async function* readDocx(
  source: Source,
  context: HandlerContext,
  engine: DocxEngine,
): AsyncGenerator<HandlerEvent> {
  const document = await openWordDocument(source, context);
  if (areMacrosAsked(context.select, document.modules)) {
    yield* macroEvents(document.modules);
    return;
  }
  const inside = embeddedEvents(document.embedded.files, context);
  if (inside !== undefined) {
    yield* inside;
    return;
  }
  const body = await openDocumentText(document, context, engine);
  const names = document.parts.zip.entries.map(({ name }) => name);
  const images = createImageStore(await shownImages(names, context));
  const part = (name: string): Promise<Uint8Array | undefined> => document.parts.bytes(name);
  const { image, imageStart } = document.parts;
  const showsHidden = asksForHidden(context);
  const reading = body.read({ images, part: image, start: imageStart, showsHidden });
  const hasPagePlaces = body.hasPages && body.headings === 0;
  const events = createSectionEvents({ context, images, part, hasPagePlaces });
  yield* damageNotices(document.parts);
  yield* body.notices;
  if (body.headings > 0) yield extent("section", body.headings);
  if (context.pages === undefined && (context.select === undefined || showsHidden)) {
    yield* openingEvents(document, body);
    yield* wholeDocument(reading, events);
    yield* looseComments(reading.looseComments());
  } else {
    yield* chosenSections(reading, events, {
      path: source.path,
      pages: context.pages,
      select: showsHidden ? undefined : context.select,
    });
  }
  yield* events.closing();
  yield* closingNotices(document, reading);
}

async function* wholeDocument({ batches }: TextReading, events: SectionEvents): AsyncGenerator<HandlerEvent> {
  for await (const batch of batches) yield* events.of(batch);
}

/**
 * Yields the selected sections. They are selected by heading, and all headings are known only at the end of the text.
 */
async function* chosenSections(
  { batches }: TextReading,
  events: SectionEvents,
  request: SectionRequest,
): AsyncGenerator<HandlerEvent> {
  const all: DocumentPiece[] = [];
  for await (const batch of batches) for (const piece of batch) all.push(piece);
  yield* events.of(all, chooseParts(all, request));
}

/**
 * Yields the properties of the document, external references, headers and footers, and the authors of tracked changes.
 */
function* openingEvents(
  { facts, pageLines, references, embedded }: WordDocument,
  { changes }: DocumentText,
): Generator<HandlerEvent> {
  yield* frontMatter(facts);
  const outside = references.map((reference) => `Outside reference, not opened: ${reference}`);
  const lines = [...outside, ...pageLines, ...changes];
  if (lines.length > 0) yield text(`${lines.join("\n")}\n\n`);
  yield* embeddedNotices(embedded.files);
}

function* looseComments(comments: readonly string[]): Generator<HandlerEvent> {
  if (comments.length > 0) yield text(`\nComments without a place in the text:\n${comments.join("\n")}\n`);
}

function* closingNotices(
  { hasMacros, modules }: WordDocument,
  { counts, hiddenPassages }: TextReading,
): Generator<HandlerEvent> {
  yield* hiddenNotices(counts.hidden, hiddenPassages);
  if (hasMacros) yield macroNotice("The document contains", modules);
}

/** Returns the headings of a document with their sections. Does not convert it to Markdown. */
export async function outlineDocx(source: Source, context: HandlerContext, engine: DocxEngine): Promise<Outline> {
  const document = await openWordDocument(source, context);
  const body = await openDocumentText(document, context, engine);
  const outline = await body.outline();
  const headings = outline.headings.map(({ level, title, aboutPage }, at) => ({
    level,
    title,
    place: { unit: "section" as const, index: at + 1, ...(aboutPage === undefined ? {} : { aboutPage }) },
  }));
  return { entries: nestHeadings(headings) };
}

/** Maximum number of headings to list. */
const maxHeadings = 500;

/** Describes a document: its properties, headings and counts. Does not convert it to Markdown. */
export async function describeDocx(source: Source, context: HandlerContext, engine: DocxEngine): Promise<HandlerInfo> {
  const document = await openWordDocument(source, context);
  const { facts: properties, comments, embedded, hasMacros, modules, pageLines } = document;
  const body = await openDocumentText(document, context, engine);
  const { headings, words, pages, counts } = await body.outline();
  const titles = headings
    .filter(({ title }) => title !== "")
    .slice(0, maxHeadings)
    .map(({ level, title }) => `${"  ".repeat(level - 1)}${title}`);
  const named = Object.entries(properties).flatMap(([name, value]) => {
    const line = cleaned(typeof value === "string" ? value : undefined);
    return line === undefined ? [] : [[name, line] as const];
  });
  const counted: readonly (readonly [string, number])[] = [
    ["words", words],
    ["tables", counts.tables],
    ["images", counts.images],
    ["equations", counts.equations],
    ["comments", comments.size],
    ["tracked changes", body.changeCount],
    ["hidden runs", counts.hidden],
    ["embedded objects", counts.objects],
  ];
  const facts: Record<string, Json> = {
    ...Object.fromEntries(named),
    ...pagesFact(pages),
    ...Object.fromEntries(counted.filter(([name, count]) => count > 0 || name === "words")),
    ...(pageLines.length > 0 ? { "headers and footers": [...pageLines] } : {}),
    ...(titles.length > 0 ? { headings: titles } : {}),
    ...embeddedFacts(embedded.files),
    ...(hasMacros ? { macros: true } : {}),
    ...(modules.length === 0 ? {} : { macroModules: modules.map(({ name }) => name) }),
  };
  return { extents: counts.headings > 0 ? [extent("section", counts.headings)] : [], facts };
}

/** Converts fragments of a document to events, with its headings as places. */
interface SectionEvents {
  /** Yields the events of the next fragments, limited to the chosen parts if given. */
  of(pieces: readonly DocumentPiece[], chosen?: PartChoice): AsyncGenerator<HandlerEvent>;
  /** Yields notices about content that could not be shown. */
  closing(): Generator<HandlerEvent>;
}

/** The input of the events besides the fragments. */
interface SectionInput {
  readonly context: HandlerContext;
  readonly images: ImageStore;
  readonly part: (name: string) => Promise<Uint8Array | undefined>;
  /** True if text outside sections has its approximate page as place. */
  readonly hasPagePlaces: boolean;
}

interface State extends SectionInput {
  /** The number of the current section; 0 before the first heading. */
  section: number;
  at: Place | undefined;
  /** True if text came last, so that an empty line must separate it from the next text. */
  followsText: boolean;
  missingImages: number;
  isEmpty: boolean;
  readonly cursor: PageCursor;
}

/** Creates a converter that starts before the first section. */
function createSectionEvents(input: SectionInput): SectionEvents {
  const state: State = {
    ...input,
    section: 0,
    at: undefined,
    followsText: false,
    missingImages: 0,
    isEmpty: true,
    cursor: { page: undefined, hasPagePlaces: input.hasPagePlaces },
  };
  return {
    of: (pieces, chosen) => withImageLines(eventsOf(state, pieces, chosen), input.context),
    *closing() {
      const { missingImages: count, isEmpty } = state;
      if (isEmpty) yield notice("The document has no text.");
      const what = count === 1 ? "One image" : `${count} images`;
      if (count > 0) yield notice(`${what} of the document could not be found in the file, or could not be read.`);
    },
  };
}

async function* eventsOf(
  state: State,
  pieces: readonly DocumentPiece[],
  chosen: PartChoice | undefined,
): AsyncGenerator<HandlerEvent> {
  for (const piece of pieces) {
    state.context.signal.throwIfAborted();
    if (piece.type === "heading") enterSection(state, piece.title);
    state.isEmpty = false;
    yield* pieceEvents(state, piece, (page) => chosen?.({ section: state.section, page }) ?? true);
  }
}

function enterSection(state: State, title: string): void {
  state.section += 1;
  state.at = { unit: "section", index: state.section, label: title };
  state.followsText = false;
}

async function* pieceEvents(
  state: State,
  piece: DocumentPiece,
  isWanted: (page: number | undefined) => boolean,
): AsyncGenerator<HandlerEvent> {
  if ("markdown" in piece) {
    const lead = state.followsText ? "\n" : "";
    for (const event of pagedText(state.cursor, { piece, lead, section: state.at, isWanted })) {
      state.followsText = true;
      yield event;
    }
    return;
  }
  if (!isWanted(state.cursor.page)) return;
  if (piece.type === "image") yield* imageEvents(state, piece.source, piece.alt);
  else yield* innerDocument(state, piece.part);
  state.followsText = true;
}

async function* imageEvents(state: State, source: string, alt: string): AsyncGenerator<HandlerEvent> {
  const image = state.images.take(source);
  const event = await skipUnreadablePart(() =>
    imageOf(image, { alt, at: placeOn(state.at, state.cursor), context: state.context }),
  );
  if (event === undefined) state.missingImages += 1;
  else yield event;
}

async function imageOf(image: DocumentImage | undefined, facts: ImageContext): Promise<HandlerEvent | undefined> {
  if (image === undefined) return undefined;
  const omitted = await omittedImageNotice(image.start, image.name, facts);
  if (omitted !== undefined) return omitted;
  const bytes = await image.load();
  return bytes && imageEvent(bytes, image.name, facts);
}

/** Yields a document inside this one. Its text belongs to the section that contains it. */
async function* innerDocument(state: State, part: string): AsyncGenerator<HandlerEvent> {
  if (state.followsText) yield text("\n", placeOn(state.at, state.cursor));
  try {
    for await (const event of innerEvents(part, state)) {
      if (event.type === "text") yield text(event.text, placeOn(state.at, state.cursor));
      else if (event.type !== "extent") yield event;
    }
  } catch (error) {
    if (!ReadError.is(error) || error.code === "aborted" || error.code === "timed-out") throw error;
    yield notice(`A document inside this one could not be read: ${error.message}`, placeOn(state.at, state.cursor));
  }
}

/**
 * Opens the text of a document. Falls back to mammoth for a text that this package cannot parse. Throws `corrupt` if
 * neither can read it, `too-large`, and the reason of the signal.
 */
async function openDocumentText(
  document: WordDocument,
  { signal }: Pick<HandlerContext, "signal">,
  engine: DocxEngine,
): Promise<DocumentText> {
  if (engine === "mammoth") return (await import("./mammoth-text.ts")).openMammothText(document);
  try {
    return await openDirectText(document, signal);
  } catch (error) {
    if (!ReadError.is(error) || error.code !== "corrupt") throw error;
    const { openFallbackText } = await import("./mammoth-text.ts");
    const text = await openFallbackText(document);
    if (text === undefined) throw error;
    return text;
  }
}

async function openDirectText(document: WordDocument, signal: AbortSignal): Promise<DocumentText> {
  const body = await openWordBody(document, signal);
  const { layout } = body;
  return {
    headings: body.headings,
    changes: body.changes,
    changeCount: body.changeCount,
    hasPages: layout !== undefined,
    notices: layout === undefined || layout.isRendered ? [] : breaksNotice(layout.counted, document.statedPages),
    read(options) {
      const sink = createDocumentSink(options);
      const pass = body.pass(sink);
      async function* batches(): AsyncGenerator<readonly DocumentPiece[]> {
        try {
          for await (const _ of steps(pass, signal)) {
            const pieces = sink.take();
            if (pieces.length > 0) yield pieces;
          }
        } catch (error) {
          // The text before the damage is better than nothing.
          if (ReadError.is(error) && error.code === "corrupt") yield sink.end();
          throw error;
        }
        yield sink.end();
      }
      return {
        batches: batches(),
        counts: pass.counts,
        hiddenPassages: sink.hiddenPassages,
        looseComments: () => pass.looseComments(),
      };
    },
    async outline() {
      const sink = createOutlineSink();
      const pass = body.pass(sink);
      for await (const _ of steps(pass, signal));
      return { ...sink.outline, counts: pass.counts };
    },
  };
}

/** Runs a pass, and yields to the event loop between its steps. */
async function* steps(pass: BodyPass, signal: AbortSignal): AsyncGenerator<undefined> {
  const pause = createYielder(signal);
  while (pass.step()) {
    yield;
    await pause();
  }
}
