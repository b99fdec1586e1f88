import {
  extent,
  type HandlerContext,
  type HandlerEvent,
  notice,
  type Notice,
  type PageRange,
  type Place,
  quoted,
  ReadError,
} from "@reader/core/handler";
import type { MarkdownPiece } from "../markdown/markdown-builder.ts";
import { imageEvent, withImageLines } from "../content/image-event.ts";
import { embeddedEvents, type EmbeddedFile, embeddedNotices } from "../content/embedded-files.ts";
import type { DocumentBuilder } from "./document-builder.ts";
import { asksForHidden, type HiddenPassages, hiddenSelect } from "./hidden-budget.ts";
import { choosePages, pagedText, type PageCursor, placeOn } from "./paged-text.ts";

/** Emits the finished parts of a document, with its sections as places. */
export interface DocumentEvents {
  /** True if the whole document was requested, including its properties. */
  readonly isWhole: boolean;
  /** Yields what was finished since the last call. */
  drain(): AsyncGenerator<HandlerEvent>;
  /** Yields the remaining content, the notes and the closing notices. */
  end(): AsyncGenerator<HandlerEvent>;
}

interface State {
  readonly document: DocumentBuilder;
  readonly context: HandlerContext;
  sections: number;
  at: Place | undefined;
  /** Number of images that the text refers to and that could not be loaded. */
  missing: number;
  hasText: boolean;
  /** True if the document had no text and no image. */
  isEmpty: boolean;
  /** The requested parts, or `undefined` for all. */
  chosen: PartChoice | undefined;
  readonly cursor: PageCursor;
}

/** The options of a document's events. */
export interface EventOptions {
  /** The file's path, for error messages. */
  readonly path: string;
  /** True if text outside sections has its approximate page as place: for documents without headings. */
  readonly hasPagePlaces?: boolean | undefined;
}

/** Creates the events of a document, which may grow while they are read. */
export function createDocumentEvents(
  document: DocumentBuilder,
  context: HandlerContext,
  { path, hasPagePlaces = false }: EventOptions,
): DocumentEvents {
  const state: State = {
    document,
    context,
    sections: 0,
    at: undefined,
    missing: 0,
    hasText: false,
    isEmpty: true,
    chosen: undefined,
    cursor: { page: undefined, hasPagePlaces },
  };
  const { pages } = context;
  const select = asksForHidden(context) ? undefined : context.select;
  const isWhole = pages === undefined && select === undefined;
  // The list of headings is complete only at the end.
  const kept: MarkdownPiece[] = [];
  return {
    isWhole,
    async *drain() {
      const pieces = document.take();
      if (isWhole) yield* eventsOf(state, pieces);
      else for (const piece of pieces) kept.push(piece);
    },
    async *end() {
      writeClosing(document, isWhole);
      const pieces = [...kept, ...document.end()];
      if (!isWhole) state.chosen = chooseParts(pieces, { path, pages, select });
      yield* eventsOf(state, pieces);
      if (state.sections > 0) yield extent("section", state.sections);
      yield* closingNotices(state);
    },
  };
}

function writeClosing(document: DocumentBuilder, isWhole: boolean): void {
  document.endParagraph();
  document.writeNotes();
  for (const line of isWhole ? document.changes.lines() : []) {
    document.startParagraph({});
    document.write(line);
    document.endParagraph();
  }
}

function eventsOf(state: State, pieces: readonly MarkdownPiece[]): AsyncGenerator<HandlerEvent> {
  return withImageLines(pieceEvents(state, pieces), state.context);
}

async function* pieceEvents(state: State, pieces: readonly MarkdownPiece[]): AsyncGenerator<HandlerEvent> {
  for (const piece of pieces) {
    state.context.signal.throwIfAborted();
    state.isEmpty = false;
    if (piece.type === "heading") enterSection(state, piece.title);
    if (piece.type !== "image") yield* textOf(state, piece);
    else if (isWanted(state, state.cursor.page)) yield* imageOf(state, piece);
  }
}

function isWanted({ chosen, sections }: State, page: number | undefined): boolean {
  return chosen?.({ section: sections, page }) ?? true;
}

/** Starts a section. Its label omits references to notes. */
function enterSection(state: State, title: string): void {
  state.sections += 1;
  state.at = { unit: "section", index: state.sections, label: title.replace(/\[\^\w+\]/g, "").trim() };
}

/** Yields the text of a piece. Pieces end with one newline, so an empty line is added between them. */
function* textOf(state: State, piece: Exclude<MarkdownPiece, { readonly type: "image" }>): Generator<HandlerEvent> {
  const isApart = state.hasText && piece.type !== "heading";
  const { at: section, cursor } = state;
  for (const event of pagedText(cursor, {
    piece,
    lead: isApart ? "\n" : "",
    section,
    isWanted: (page) => isWanted(state, page),
  })) {
    state.hasText = true;
    yield event;
  }
}

async function* imageOf(
  state: State,
  { source, alt }: Extract<MarkdownPiece, { readonly type: "image" }>,
): AsyncGenerator<HandlerEvent> {
  const image = state.document.images.take(source);
  const bytes = await image?.load();
  if (image === undefined || bytes === undefined) {
    state.missing += 1;
    return;
  }
  const { context } = state;
  const at = placeOn(state.at, state.cursor);
  const event = await imageEvent(bytes, image.name, { alt, context, ...(at === undefined ? {} : { at }) });
  if (event !== undefined) yield event;
}

function* closingNotices({ document, missing, isEmpty }: State): Generator<HandlerEvent> {
  if (isEmpty) yield notice("The document has no text.");
  yield* hiddenNotices(document.hiddenCount, document.hiddenPassages);
  if (missing > 0) {
    const what = missing === 1 ? "One image" : `${missing} images`;
    yield notice(`${what} of the document could not be found in the file, or could not be read.`);
  }
}

/** Counts hidden text. If some was left out, says how to see it, and counts what is shown apart from it. */
export function hiddenNotices(count: number, { shown, omitted }: HiddenPassages): readonly Notice[] {
  const notices: readonly HiddenContent[] =
    omitted === 0 ? [hiddenNotice(count)] : [hiddenNotice(shown), { ...hiddenNotice(omitted), select: hiddenSelect }];
  return notices.filter((each) => each.count > 0);
}

type HiddenContent = Extract<Notice, { readonly code: "hidden-content" }>;

function hiddenNotice(count: number): HiddenContent {
  return { type: "notice", code: "hidden-content", what: "hidden text", count };
}

/**
 * Yields the end of a document whose embedded files are known only then: the file that `select` names, or the remaining
 * content and a list of the files.
 */
export async function* endEvents(
  events: Pick<DocumentEvents, "end" | "isWhole">,
  files: readonly EmbeddedFile[],
  context: Pick<HandlerContext, "select" | "nested">,
): AsyncGenerator<HandlerEvent> {
  const inside = embeddedEvents(files, context);
  if (inside !== undefined) {
    yield* inside;
    return;
  }
  yield* events.end();
  if (events.isWhole) yield* embeddedNotices(files);
}

/** The sections that the caller requested. */
export interface SectionRequest {
  /** The path of the file, for error messages. */
  readonly path: string;
  readonly pages: readonly PageRange[] | undefined;
  readonly select: string | undefined;
}

/** A piece of the document, or the start of another document between two pieces. */
export type DocumentPiece = MarkdownPiece | { readonly type: "document"; readonly part: string };

interface Heading {
  readonly index: number;
  readonly level: number;
  readonly title: string;
}

/** Maximum number of headings that an error lists. */
const maxNamed = 30;

/** True if a part of a document was requested: a section, or what is on a page. */
export type PartChoice = (part: { readonly section: number; readonly page: number | undefined }) => boolean;

/** Returns which parts of a document are requested. Throws `out-of-range` if a section or page does not exist. */
export function chooseParts(pieces: readonly DocumentPiece[], request: SectionRequest): PartChoice {
  const pages = choosePages(pieces, request);
  if (pages !== undefined) return ({ page }) => page !== undefined && pages(page);
  const sections = chooseSections(pieces, request);
  return ({ section }) => sections.has(section);
}

/**
 * Returns the indexes of the requested sections and their subsections. Throws `out-of-range` if a section does not
 * exist.
 */
export function chooseSections(pieces: readonly DocumentPiece[], request: SectionRequest): ReadonlySet<number> {
  const headings = pieces
    .filter((piece) => piece.type === "heading")
    .map(({ level, title }, at): Heading => ({ index: at + 1, level, title }));
  const chosen = new Set<number>();
  if (request.select !== undefined) addSection(chosen, headingFor(request.select, headings, request), headings);
  for (const range of request.pages ?? []) {
    if ("label" in range) addSection(chosen, headingFor(range.label, headings, request), headings);
    else for (const index of numbered(range, headings, request)) chosen.add(index);
  }
  return chosen;
}

function addSection(chosen: Set<number>, heading: Heading, headings: readonly Heading[]): void {
  chosen.add(heading.index);
  for (const { index, level } of headings.slice(heading.index)) {
    if (level <= heading.level) return;
    chosen.add(index);
  }
}

/** Finds a heading by its full title, by its title without the number, by its number, by prefix, then by substring. */
function headingFor(wanted: string, headings: readonly Heading[], request: SectionRequest): Heading {
  const words = folded(wanted);
  const tests: readonly ((title: string) => boolean)[] = [
    (title) => title === words,
    (title) => title.replace(/^[\d.]+[.)]?\s+/, "") === words,
    (title) => title.startsWith(`${words} `) || title.startsWith(`${words}. `) || title.startsWith(`${words}) `),
    (title) => title.startsWith(words),
    (title) => title.includes(words),
  ];
  for (const test of words === "" ? [] : tests) {
    const found = headings.find(({ title }) => test(folded(title)));
    if (found !== undefined) return found;
  }
  throw noSection(`${quoted(wanted)}`, headings, request);
}

function folded(text: string): string {
  return text
    .replace(/^#+\s*/, "")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();
}

function* numbered(
  { first, last }: { readonly first: number; readonly last?: number },
  headings: readonly Heading[],
  request: SectionRequest,
): Generator<number> {
  const start = first < 0 ? Math.max(1, headings.length + first + 1) : first;
  const end = first < 0 ? headings.length : (last ?? headings.length);
  if (start < 1 || start > headings.length) throw noSection(`number ${first}`, headings, request);
  for (let index = start; index <= Math.min(end, headings.length); index += 1) yield index;
}

function noSection(wanted: string, headings: readonly Heading[], { path }: SectionRequest): ReadError {
  const total = headings.length;
  const names = headings.slice(0, maxNamed).map(({ title }) => quoted(title));
  const more = total > maxNamed ? ` and ${total - maxNamed} more` : "";
  return new ReadError(
    "out-of-range",
    `${path} has ${total} ${total === 1 ? "section" : "sections"} and none called ${wanted}.`,
    {
      hint: total === 0 ? "Read it without `select` and `pages`." : `Ask for one of ${names.join(", ")}${more}.`,
      details: { total, unit: "section" },
    },
  );
}
