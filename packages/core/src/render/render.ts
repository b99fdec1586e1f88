import type { Extent } from "../contract/events.ts";
import type { MediaType } from "../contract/media-type.ts";
import type { Notice } from "../contract/notices.ts";
import type { ReadRequest } from "../contract/request.ts";
import type { Clip, Continuation, ReadOutcome, ReadResult, ResultPart, Stop, TextFacts } from "../contract/result.ts";
import { bodyPieces, bodyText } from "./body-text.ts";
import { renderError } from "./error-text.ts";
import { escapeName } from "./escapes.ts";
import { defaultGutter, type Gutter } from "./number-lines.ts";
import { noticeText } from "./notice-text.ts";
import { outlineBlock } from "./outline-text.ts";
import { named, requestWords } from "./quote.ts";
import { counted, grouped } from "./words.ts";

/** Options for rendering an answer. */
export interface RenderOptions {
  /** Default: `compact`. With `none`, content cannot be distinguished from the reader's own notes. */
  readonly gutter?: Gutter;
  /** Renders the request that continues the read, after "To go on, ". Default: `read {…}` with JSON. */
  readonly nextStep?: (request: ReadRequest) => string;
  /** Renders the mark after a clipped line, on the same line. Default: how much is left and where to continue. */
  readonly clipMark?: (clip: Clip) => string;
  /** Styles the escaped text of one or more lines, for a terminal. Keeps its line endings. Default: as it is. */
  readonly paint?: (text: string) => string;
  /** Rewords a notice, which names fields of a request. Default: as it is. */
  readonly noticeWords?: (notice: string) => string;
  /** `file` adds one line before the content, with the file, the lines shown and their total. */
  readonly header?: "none" | "file";
}

/** A content block of a message to a model. */
export type Block =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly mediaType: MediaType; readonly data: Uint8Array }
  | { readonly type: "document"; readonly mediaType: MediaType; readonly data: Uint8Array; readonly name: string };

/** The two texts of an answer. Either may be empty. */
export interface RenderedTexts {
  /** The numbered lines, and lines without a number that mark their places. */
  readonly content: string;
  /** The reader's notes about the content. */
  readonly notes: string;
}

/**
 * Renders the texts of an answer separately: content of the file, and the reader's notes. Without a final line ending.
 */
export function renderTexts(outcome: ReadOutcome, options: RenderOptions = {}): RenderedTexts {
  const { gutter = defaultGutter, clipMark, paint, header = "none" } = options;
  const body = bodyText(outcome, { gutter, clipMark, paint });
  const outline = outcome.ok && outcome.outline !== undefined ? outlineBlock(outcome.outline) : "";
  const lines = [header === "file" ? headerLine(outcome) : "", body, outline].filter((text) => text !== "");
  return { content: lines.join("\n"), notes: notesText(outcome, options) };
}

/**
 * Renders an answer as one text: the numbered lines, an empty line, and the reader's notes. Images and documents are
 * described in it. A failure is rendered as its error, after the parts read before it. Ends with a line ending.
 */
export function renderText(outcome: ReadOutcome, options: RenderOptions = {}): string {
  const texts = textsOf(outcome, options);
  return texts.length === 0 ? "" : `${texts.join("\n\n")}\n`;
}

/**
 * Yields the result of `renderText` in chunks of about a megabyte, some of which may be empty. Use it to write an
 * answer that is too large to be held in memory twice.
 */
export function* renderPieces(outcome: ReadOutcome, options: RenderOptions = {}): Generator<string, void, undefined> {
  const { gutter = defaultGutter, clipMark, paint, header = "none" } = options;
  let isEmpty = true;
  const inOrder = function* (separator: string, pieces: Iterable<string>): Generator<string, void, undefined> {
    let isStart = true;
    for (const piece of pieces) {
      if (piece === "") continue;
      yield isStart && !isEmpty ? `${separator}${piece}` : piece;
      isStart = false;
      isEmpty = false;
    }
  };
  yield* inOrder("\n", header === "file" ? [headerLine(outcome)] : []);
  yield* inOrder("\n", bodyPieces(outcome, { gutter, clipMark, paint }));
  yield* inOrder("\n", outcome.ok && outcome.outline !== undefined ? [outlineBlock(outcome.outline)] : []);
  yield* inOrder("\n\n", [notesText(outcome, options)]);
  if (!isEmpty) yield "\n";
}

/**
 * Renders an answer as blocks: the content, the reader's notes, then the images and documents in the order in which the
 * content describes them. Text before media is the one order that every provider accepts.
 */
export function renderBlocks(outcome: ReadOutcome, options: RenderOptions = {}): readonly Block[] {
  const blocks: Block[] = textsOf(outcome, options).map((text) => ({ type: "text", text }));
  for (const part of outcome.parts) {
    if (part.type === "image") blocks.push({ type: "image", mediaType: part.mediaType, data: part.data });
    if (part.type === "document") {
      blocks.push({ type: "document", mediaType: part.mediaType, data: part.data, name: part.name });
    }
  }
  return blocks;
}

function textsOf(outcome: ReadOutcome, options: RenderOptions): readonly string[] {
  const { content, notes } = renderTexts(outcome, options);
  return [content, notes].filter((text) => text !== "");
}

/**
 * Renders the line without a number that describes the content after it: `[file app.log · lines 1-1000 of 5000 ·
 * partial]`, `[file report.pdf · lines 1-40 of 40 · extracted from application/pdf]`. A failure has only its path, and
 * only if parts were read before it.
 */
function headerLine(outcome: ReadOutcome): string {
  if (!outcome.ok) return outcome.parts.length === 0 ? "" : `[file ${named(outcome.path)}]`;
  const kind = outcome.mediaType === "inode/directory" ? "folder" : "file";
  const facts = [`${kind} ${named(outcome.path)}`, ...linesWords(outcome), ...originWords(outcome)];
  return `[${facts.join(" · ")}]`;
}

function linesWords({ parts, extents, status }: ReadResult): string[] {
  if (status === "unchanged") return [status];
  const shown = parts.reduce((sum, part) => sum + (part.type === "text" ? part.lineCount : 0), 0);
  const total = extents.find(({ unit }) => unit === "line");
  const range = shownRange(parts);
  const lines = range === undefined ? counted(shown, "line") : `lines ${range.first}-${range.last}`;
  const of = total === undefined ? "" : ` of ${total.exact ? "" : "at least "}${grouped(total.total)}`;
  return [...(shown === 0 ? [] : [`${lines}${of}`]), ...(status === "partial" ? [status] : [])];
}

/** Returns the source type of content that was converted to text. */
function originWords({ handler, mediaType }: ReadResult): string[] {
  return handler === "text" || mediaType === "inode/directory" ? [] : [`extracted from ${named(mediaType)}`];
}

/**
 * Renders the reader's notes on an answer, one or two sentences per line: which part was shown, how the file is stored
 * if that is relevant, the notices, and how to continue. Empty if there is nothing to report.
 */
function notesText(outcome: ReadOutcome, { nextStep = readStep, noticeWords }: RenderOptions): string {
  const noteLine = (notice: Notice): string => noteLineOf(notice, noticeWords);
  if (!outcome.ok) return [...outcome.notices.map(noteLine), renderError(outcome.error)].join("\n");
  if (outcome.status === "unchanged") return unchangedNote(outcome);
  return [
    ...shownNote(outcome),
    ...storageNote(outcome.text, outcome.notices),
    ...outcome.notices.map(noteLine),
    ...continuationNote(outcome, nextStep),
  ].join("\n");
}

function noteLineOf(notice: Notice, reword: RenderOptions["noticeWords"] = (words) => words): string {
  return `Note: ${escapeName(reword(noticeText(notice)).replaceAll(/\s*[\r\n]+\s*/g, " "))}`;
}

function unchangedNote({ path }: ReadResult): string {
  return `${named(path)} is unchanged since it was last read in this conversation; its content is above and is not repeated.`;
}

/**
 * Describes the shown range, unless it is obvious from the lines: for a part of the file, or lines counted from its
 * end.
 */
function shownNote({ parts, extents }: ReadResult): string[] {
  const shown = shownRange(parts);
  const total = extents.find(({ unit }) => unit === "line");
  if (shown === undefined || total === undefined || isWhole(shown, total)) return [];
  const range = shown.first === shown.last ? `line ${shown.first}` : `lines ${shown.first}-${shown.last}`;
  return [`Shown: ${range} of ${total.exact ? "" : "at least "}${grouped(total.total)}.`];
}

/** Consecutive lines, both ends inclusive. */
interface Range {
  readonly first: number;
  readonly last: number;
}

/** Returns the shown lines, if they are consecutive and not search results. */
function shownRange(parts: readonly ResultPart[]): Range | undefined {
  const sections = parts.filter((part) => part.type === "text");
  const first = sections[0];
  const last = sections.at(-1);
  if (first === undefined || last === undefined || sections.some(({ matches }) => matches !== undefined))
    return undefined;
  const hasGap = sections.some((section, at) => section.firstLine !== nextLineOf(sections[at - 1], section.firstLine));
  return hasGap ? undefined : { first: first.firstLine, last: last.firstLine + last.lineCount - 1 };
}

function nextLineOf(section: { firstLine: number; lineCount: number } | undefined, none: number): number {
  return section === undefined ? none : section.firstLine + section.lineCount;
}

function isWhole({ first, last }: Range, total: Extent): boolean {
  return first === 1 && total.exact && last === total.total;
}

const lineEndNames = { crlf: "CRLF", cr: "CR", mixed: "LF and CRLF mixed" } as const;

/**
 * Describes an encoding other than UTF-8, unless a notice does, and line endings other than LF: an edit must preserve
 * them.
 */
function storageNote(text: TextFacts | undefined, notices: readonly Notice[]): string[] {
  if (text === undefined) return [];
  const noticed = new Set(notices.map(({ code }) => code));
  const isPlain = text.encoding === "utf-8" || text.encoding === "us-ascii" || noticed.has("encoding-guessed");
  const encoding = isPlain ? [] : [`encoding ${text.encoding}${text.bom ? " with a byte order mark" : ""}`];
  const { eol } = text;
  const ends =
    eol === "lf" || eol === "none" || noticed.has("mixed-line-endings") ? [] : [`line ends ${lineEndNames[eol]}`];
  const facts = [...encoding, ...ends];
  return facts.length === 0 ? [] : [`Stored with ${facts.join(" and ")}.`];
}

type NextStep = (request: ReadRequest) => string;

function readStep(request: ReadRequest): string {
  return `read ${requestWords(request)}`;
}

function continuationNote({ stopped, next }: ReadResult, nextStep: NextStep): string[] {
  const reason = stopped === undefined ? [] : [`The answer stops ${stopWords(stopped)}.`];
  return next === undefined ? reason : [[...reason, goOn(next, nextStep)].join(" ")];
}

function goOn({ request, remaining }: Continuation, nextStep: NextStep): string {
  const left =
    remaining === undefined ? "" : ` (${remaining.exact ? "" : "at least "}${counted(remaining.lines, "line")} left)`;
  return `To go on${left}, ${nextStep(request)}`;
}

const limitNouns = { lines: "line", bytes: "byte", tokens: "token", images: "image", time: "millisecond" } as const;

function stopWords({ by, limit }: Stop): string {
  if (by === "line-length")
    return `inside a line whose end is beyond the limit of ${counted(limit, "byte")} looked through`;
  return `at its limit of ${counted(limit, limitNouns[by])}`;
}
