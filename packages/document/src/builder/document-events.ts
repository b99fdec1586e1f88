import {
  extent,
  type HandlerContext,
  type HandlerEvent,
  type HandlerInfo,
  type Json,
  notice,
  type Outline,
  type PageRange,
  type Place,
  quoted,
  ReadError,
  type Source,
  text,
} from "@reader/core/handler";
import { createYielder, nestHeadings, type Heading as OutlineHeading } from "@reader/core/internal";
import type { MarkdownPiece } from "../markdown/markdown-builder.ts";
import { imageEvent, withImageLines } from "../content/image-event.ts";
import { embeddedEvents, embeddedFacts, type EmbeddedFile, embeddedNotices } from "../content/embedded-files.ts";
import type { DocumentBuilder } from "./document-builder.ts";
import { cleaned, type DocumentFacts } from "../content/front-matter.ts";

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
  /** The requested sections, or `undefined` for all. */
  chosen: ReadonlySet<number> | undefined;
}

/**
 * Creates the events of a document, which may grow while they are read. `path` is the file's path, for error messages.
 */
export function createDocumentEvents(document: DocumentBuilder, context: HandlerContext, path: string): DocumentEvents {
  const state: State = {
    document,
    context,
    sections: 0,
    at: undefined,
    missing: 0,
    hasText: false,
    isEmpty: true,
    chosen: undefined,
  };
  const { pages, select } = context;
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
      if (!isWhole) state.chosen = chooseSections(pieces, { path, pages, select });
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
    if (state.chosen !== undefined && !state.chosen.has(state.sections)) continue;
    if (piece.type === "image") yield* imageOf(state, piece);
    else yield textOf(state, piece);
  }
}

/** Starts a section. Its label omits references to notes. */
function enterSection(state: State, title: string): void {
  state.sections += 1;
  state.at = { unit: "section", index: state.sections, label: title.replace(/\[\^\w+\]/g, "").trim() };
}

/** Returns the text event of a piece. Pieces end with one newline, so an empty line is added between them. */
function textOf(state: State, piece: Exclude<MarkdownPiece, { readonly type: "image" }>): HandlerEvent {
  const isApart = state.hasText && piece.type !== "heading";
  state.hasText = true;
  return text(isApart ? `\n${piece.markdown}` : piece.markdown, state.at);
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
  const { at, context } = state;
  const event = await imageEvent(bytes, image.name, { alt, context, ...(at === undefined ? {} : { at }) });
  if (event !== undefined) yield event;
}

function* closingNotices({ document, missing, isEmpty }: State): Generator<HandlerEvent> {
  if (isEmpty) yield notice("The document has no text.");
  if (document.hiddenCount > 0) {
    yield { type: "notice", code: "hidden-content", what: "hidden text", count: document.hiddenCount };
  }
  if (missing > 0) {
    const what = missing === 1 ? "One image" : `${missing} images`;
    yield notice(`${what} of the document could not be found in the file, or could not be read.`);
  }
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

/** Details that a reader collects while it reads, for `describeDocument`. */
export interface DocumentDetails {
  flow?: DocumentBuilder;
  facts?: DocumentFacts;
  /** Files embedded in the document. */
  embedded?: readonly EmbeddedFile[];
}

/** Reads a whole document. */
type ReadDocument = (source: Source, context: HandlerContext, seen: DocumentDetails) => AsyncIterable<HandlerEvent>;

/** Maximum number of headings listed. */
const maxHeadings = 500;

/** Describes a document: its properties, its headings, and how many images, tables, notes and changes it has. */
export async function describeDocument(
  read: ReadDocument,
  { source, context }: { readonly source: Source; readonly context: HandlerContext },
): Promise<HandlerInfo> {
  const seen: DocumentDetails = {};
  const headings: string[] = [];
  let section = 0;
  let words = 0;
  for await (const event of read(source, { ...context, pages: undefined, select: undefined }, seen)) {
    if (event.type !== "text") continue;
    words += wordsIn(event.text);
    if (event.at === undefined || event.at.index === section) continue;
    section = event.at.index;
    headings.push(indentedTitle(event.text, event.at.label ?? ""));
  }
  return {
    extents: headings.length > 0 ? [extent("section", headings.length)] : [],
    facts: {
      ...namedFacts(seen.facts ?? {}),
      words,
      ...countsOf(seen.flow),
      ...embeddedFacts(seen.embedded ?? []),
      ...(headings.length > 0 ? { headings: headings.slice(0, maxHeadings) } : {}),
    },
  };
}

function wordsIn(text: string): number {
  return text.match(/[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu)?.length ?? 0;
}

/** Returns the title of a heading, indented by its level. */
function indentedTitle(markdown: string, title: string): string {
  const level = /^#+/.exec(markdown)?.[0].length ?? 1;
  return `${"  ".repeat(level - 1)}${title}`;
}

function namedFacts(facts: DocumentFacts): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) => {
      const line = cleaned(typeof value === "string" ? value : undefined);
      return line === undefined ? [] : [[name, line] as const];
    }),
  );
}

function countsOf(flow: DocumentBuilder | undefined): Readonly<Record<string, Json>> {
  const counts: readonly (readonly [string, number | undefined])[] = [
    ["images", flow?.images.count],
    ["tables", flow?.counts.tables],
    ["notes", flow?.counts.notes],
    ["comments", flow?.counts.comments],
    ["tracked changes", flow?.changes.total],
    ["hidden runs", flow?.hiddenCount],
  ];
  return Object.fromEntries(counts.flatMap(([name, count]) => ((count ?? 0) > 0 ? [[name, count ?? 0] as const] : [])));
}

/** Reads a document whose text events carry their section as place. */
type ReadSections = (source: Source, context: HandlerContext) => AsyncIterable<HandlerEvent>;

/** Share of the time limit after which the search stops and returns what it found. */
const searchShare = 0.8;

/** Maximum number of characters of a title taken from the text, as for slides. */
const maxTitleCharacters = 400;

/** Reads a document for its headings, to its end or until the time limit. */
export async function outlineDocument(
  read: ReadSections,
  { source, context }: { readonly source: Source; readonly context: HandlerContext },
): Promise<Outline> {
  const started = performance.now();
  const pause = createYielder(context.signal);
  const headings: OutlineHeading[] = [];
  const isLate = (): boolean => performance.now() - started > context.budget.outlineTimeMs * searchShare;
  // Images are not needed here.
  for await (const event of read(source, { ...context, view: "text", pages: undefined, select: undefined })) {
    const heading = headingOf(event, headings.at(-1)?.place);
    if (heading !== undefined) headings.push(heading);
    if (isLate()) return { entries: nestHeadings(headings), truncated: true };
    await pause();
  }
  return { entries: nestHeadings(headings) };
}

/** Returns the heading if an event starts a new place: a section, a slide, or a worksheet of an embedded document. */
function headingOf(event: HandlerEvent, before: Place | undefined): OutlineHeading | undefined {
  if (event.type !== "text" || event.at === undefined) return undefined;
  const { at } = event;
  return at.unit === before?.unit && at.index === before.index ? undefined : headingAt(at, event.text);
}

function headingAt({ unit, index, label = "" }: Place, markdown: string): OutlineHeading {
  const [, marks = "", words = ""] = /^(#*) *(.*)/.exec(markdown.slice(0, maxTitleCharacters)) ?? [];
  const place = { unit, index };
  if (unit === "slide") return { level: 1, title: words, place };
  return { level: Math.max(1, marks.length), title: label, place };
}
