import { type HandlerEvent, type PageRange, type Place, ReadError, text } from "@reader/core/handler";
import type { MarkdownPiece } from "../markdown/markdown-builder.ts";

/** The approximate page that a document has reached while its pieces are emitted. */
export interface PageCursor {
  /** `undefined` if the document stores no layout. */
  page: number | undefined;
  /** True if text outside a section has its page as place, because the document has no headings. */
  readonly hasPagePlaces: boolean;
}

/** A piece of text, and how to emit it. */
interface PagedText {
  readonly piece: TextPiece;
  /** Written before the text, on its first page. */
  readonly lead: string;
  /** The section of the text, if it is in one. */
  readonly section: Place | undefined;
  /** False if the text of a page was not requested. */
  readonly isWanted: (page: number | undefined) => boolean;
}

type TextPiece = Pick<Extract<MarkdownPiece, { readonly markdown: string }>, "markdown" | "pages">;

/** Yields the text of a piece, one event for each page, and moves the cursor to its last page. */
export function* pagedText(cursor: PageCursor, { piece, lead, section, isWanted }: PagedText): Generator<HandlerEvent> {
  let before = lead;
  for (const part of partsOf(piece, cursor)) {
    if (part === "") continue;
    if (isWanted(cursor.page)) yield text(before + part, placeOn(section, cursor));
    before = "";
  }
}

/** Splits a text at its page starts. The cursor is on the page of each part while it is used. */
function* partsOf({ markdown, pages = [] }: TextPiece, cursor: PageCursor): Generator<string> {
  let from = 0;
  let line = 0;
  for (const start of pages) {
    if (start.page === cursor.page) continue;
    let to = from;
    for (; line < start.line && to < markdown.length; line += 1) to = lineEnd(markdown, to);
    yield markdown.slice(from, to);
    from = to;
    cursor.page = start.page;
  }
  yield markdown.slice(from);
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end + 1;
}

/** Returns the place of content: its section with its page, or the page itself in a document without headings. */
export function placeOn(section: Place | undefined, { page, hasPagePlaces }: PageCursor): Place | undefined {
  if (page === undefined) return section;
  if (section !== undefined) return { ...section, aboutPage: page };
  return hasPagePlaces ? { unit: "page", index: page, aboutPage: page } : undefined;
}

/** True if the content of a page was requested. */
export type PageChoice = (page: number) => boolean;

/** The requested pages of a document, for which headings are asked first. */
export interface PagesRequest {
  /** The path of the file, for error messages. */
  readonly path: string;
  readonly pages: readonly PageRange[] | undefined;
  readonly select: string | undefined;
}

/** A piece of a document, as far as its pages are concerned. */
interface LaidOutPiece {
  readonly type: string;
  readonly title?: string;
  readonly pages?: TextPiece["pages"];
}

/** `page 14`, as the mark of a place names it. */
const pageName = /^(?:page|p\.?)\s*~?\s*(\d{1,6})$/i;

/**
 * Returns the approximate pages that a request names: `select: "page 14"`, or `pages` in a document without headings.
 * Returns `undefined` if it names none, or if the document stores no layout. Throws `out-of-range`.
 */
export function choosePages(
  pieces: readonly LaidOutPiece[],
  { path, pages, select }: PagesRequest,
): PageChoice | undefined {
  const last = pieces.reduce((most, piece) => Math.max(most, piece.pages?.at(-1)?.page ?? 0), 0);
  const hasHeadings = pieces.some(({ type }) => type === "heading");
  const ranges = pageNamed(select, pieces) ?? (hasHeadings ? [] : numbersOf(pages));
  if (last === 0 || ranges.length === 0) return undefined;
  const counted = ranges.map(({ first, last: end = last }) => {
    return first < 0 ? { first: Math.max(1, last + first + 1), end: last } : { first, end };
  });
  const beyond = counted.find(({ first }) => first < 1 || first > last);
  if (beyond !== undefined) throw noPage(path, beyond.first, last);
  return (page) => counted.some(({ first, end }) => page >= first && page <= end);
}

type NumberRange = Exclude<PageRange, { readonly label: string }>;

/** Returns the page that `select` names, unless a heading has this name. */
function pageNamed(select: string | undefined, pieces: readonly LaidOutPiece[]): readonly NumberRange[] | undefined {
  const name = select?.trim().toLowerCase() ?? "";
  const number = Number(pageName.exec(name)?.[1] ?? 0);
  if (number === 0 || pieces.some(({ title }) => title?.toLowerCase() === name)) return undefined;
  return [{ first: number, last: number }];
}

function numbersOf(pages: readonly PageRange[] = []): readonly NumberRange[] {
  return pages.flatMap((range) => ("label" in range ? [] : [range]));
}

function noPage(path: string, wanted: number, last: number): ReadError {
  return new ReadError("out-of-range", `${path} has about ${last} pages and no page ${wanted}.`, {
    hint: `Ask for a page from 1 to ${last}.`,
    details: { total: last, unit: "page" },
  });
}
