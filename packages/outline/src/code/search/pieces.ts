import { search, type Search, type SearchResult } from "../../engine/engine.ts";
import type { Language } from "../../languages/language.ts";
import { lastAtMost } from "../../model/line-table.ts";
import type { Match, Span } from "../../model/match.ts";
import { mapped } from "./chunks.ts";
import { declarationAt } from "./scan-top-level.ts";

/**
 * Searches a text with faults piece by piece, from each declaration at the start of a line to the next, so that an
 * unclosed bracket affects only its piece. Results of the whole text are kept for pieces without faults, for pieces
 * with no better result, and after the time limit.
 */
export async function searchPieces(wanted: Search, whole: SearchResult, language: Language): Promise<SearchResult> {
  const { declaration: own } = language;
  const matches: Match[] = [];
  const faults = whole.faults.toSorted((left, right) => left.start - right.start);
  const all = pieceStarts(wanted.text, own);
  const starts = own === undefined ? all : outsideOfSound(all, whole.matches, faults);
  const hasFault = faultFinder(faults);
  for (const piece of piecesOf(starts, wanted.text.length, whole.matches)) {
    // Check the clock here, because there may be thousands of short pieces.
    const isWanted = hasFault(piece.span) && performance.now() <= wanted.parseUntil;
    const found = isWanted ? await searchAgain(wanted, piece, language) : undefined;
    matches.push(...(found ?? piece.matches));
  }
  return { ...whole, matches };
}

/** Searches a piece separately. Returns `undefined` unless that finds more than the search of the whole text. */
async function searchAgain(wanted: Search, piece: Piece, language: Language): Promise<readonly Match[] | undefined> {
  const { start, end } = piece.span;
  const opening = start === 0 ? "" : (language.opening ?? "");
  const found = await searchPiece({ ...wanted, text: opening + wanted.text.slice(start, end) }, language);
  const least = piece.matches.length - (reachesOut(piece) ? 1 : 0);
  if (found === undefined || found.length <= least) return undefined;
  const by = start - opening.length;
  return found.map((match) => mapped(match, (span) => ({ start: span.start + by, end: span.end + by })));
}

interface Piece {
  readonly span: Span;
  /** Matches of the whole text that start in it. */
  readonly matches: Match[];
}

/** True if an unclosed function in it reaches beyond the start of the next piece. */
function reachesOut({ span, matches }: Piece): boolean {
  return matches.some((match) => endOf(match) > span.end && [...match.keys()].some((name) => /^function\b/.test(name)));
}

function piecesOf(starts: readonly number[], length: number, matches: readonly Match[]): readonly Piece[] {
  const pieces = starts.map((start, at): Piece => {
    return { span: { start, end: starts[at + 1] ?? length }, matches: [] };
  });
  for (const match of matches) pieces[lastAtMost(starts, startOf(match))]?.matches.push(match);
  return pieces;
}

/** Removes starts inside declarations without faults, where a string may look like a declaration. */
function outsideOfSound(
  starts: readonly number[],
  matches: readonly Match[],
  faults: readonly Span[],
): readonly number[] {
  const faultStarts = faults.map(({ start }) => start);
  const sound = matches
    .map((match): Span => ({ start: startOf(match), end: endOf(match) }))
    .filter(({ start, end }) => {
      const fault = faultStarts[lastAtMost(faultStarts, end)] ?? -1;
      return fault < start || fault > end;
    })
    .toSorted((left, right) => left.start - right.start);
  let at = 0;
  let end = 0;
  return starts.filter((start) => {
    for (let next = sound[at]; next !== undefined && next.start < start; next = sound[at]) {
      end = Math.max(end, next.end);
      at += 1;
    }
    return start >= end;
  });
}

function startOf(match: Match): number {
  return Math.min(...[...match.values()].map(({ start }) => start));
}

function endOf(match: Match): number {
  return Math.max(...[...match.values()].map(({ end }) => end));
}

/**
 * Creates a test whether a fault touches a piece. Pieces must be tested in text order. A fault between two pieces
 * touches both.
 */
function faultFinder(faults: readonly Span[]): (piece: Span) => boolean {
  let next = 0;
  return ({ start, end }) => {
    while ((faults[next]?.end ?? start) < start) next += 1;
    for (let at = next; (faults[at]?.start ?? end + 1) <= end; at += 1)
      if ((faults[at]?.end ?? -1) >= start) return true;
    return false;
  };
}

/**
 * Searches a piece, with a second attempt if a fault inside hides its declaration. Returns `undefined` after the time
 * limit.
 */
async function searchPiece(wanted: Search, language: Language): Promise<readonly Match[] | undefined> {
  const { text } = wanted;
  const found = await search(wanted);
  if (typeof found === "string" || found.isCut) return undefined;
  const matches = await searchClosed(wanted, found, language);
  const hollowed = found.faults.length > 0 ? hollow(text) : undefined;
  if (hollowed === undefined || matches.some((match) => startOf(match) < hollowed.from && endOf(match) > hollowed.from))
    return matches;
  const shell = await search({ ...wanted, text: hollowed.text });
  const inside = matches.filter((match) => startOf(match) >= hollowed.from);
  return typeof shell === "string" ? matches : [...shell.matches.map((match) => upTo(match, text.length)), ...inside];
}

/** Searches a piece again with its brackets closed if that finds more. */
async function searchClosed(wanted: Search, found: SearchResult, { ends }: Language): Promise<readonly Match[]> {
  const { text } = wanted;
  const closers = found.faults.length > 0 ? closersOf(text) + (ends?.(text) ?? "") : "";
  if (closers === "") return found.matches;
  const closed = await search({ ...wanted, text: text + closers });
  if (typeof closed === "string" || closed.matches.length <= found.matches.length) return found.matches;
  return closed.matches.map((match) => upTo(match, text.length));
}

/** Maximum number of open brackets in code. */
const maxClosers = 100;

/** Returns the brackets that close the open ones at the end, ignoring strings. */
function closersOf(text: string): string {
  const open: string[] = [];
  for (const [bracket] of text.matchAll(/[()[\]{}]/g)) {
    if (bracket === "(") open.push(")");
    else if (bracket === "[") open.push("]");
    else if (bracket === "{") open.push("}");
    else if (open.at(-1) === bracket) open.pop();
  }
  return open.length > maxClosers ? "" : open.toReversed().join("\n");
}

function upTo(match: Match, end: number): Match {
  const spans = [...match].map(
    ([name, span]) => [name, { start: Math.min(span.start, end), end: Math.min(span.end, end) }] as const,
  );
  return new Map(spans.filter(([, span]) => span.start < span.end));
}

/** Matches a line with only the type of the declaration on the next line, such as `static int` above `compare(…)`. */
const typeLine = /^(?!(?:fi|done|esac|else|then|do)\b)[A-Za-z_][\w \t*]*\r?\n/;

/** Returns the starts of pieces, including decorators directly above a declaration. */
function pieceStarts(text: string, own: RegExp | undefined): readonly number[] {
  const starts = [0];
  let lead: number | undefined;
  for (let at = 0; at < text.length;) {
    const found = text.indexOf("\n", at);
    const end = found < 0 ? text.length : found + 1;
    const line = text.slice(at, Math.min(end, at + 300));
    if (/^(?:@|#\[|template\b)/.test(line) || (own !== undefined && typeLine.test(line))) lead ??= at;
    else {
      if (at > 0 && declarationAt(line, own) !== undefined) starts.push(lead ?? at);
      lead = undefined;
    }
    at = end;
  }
  return starts;
}

/** A declaration without the content of its braces. */
interface Hollowed {
  /** The text, in which remaining characters keep their offsets. */
  readonly text: string;
  /** Offset at which the content of the braces begins. */
  readonly from: number;
}

/**
 * Blanks the content of a declaration's braces, so that a fault inside does not hide the declaration. The content lies
 * between the first line that ends with a brace and the last one that starts with one, which may be missing. Returns
 * `undefined` if there is no such brace.
 */
function hollow(text: string): Hollowed | undefined {
  const start = /\{[ \t]*\r?$/m.exec(text);
  if (start === null) return undefined;
  const from = start.index + 1;
  const last = text.lastIndexOf("\n}");
  const end = last < from ? text.length : last;
  const inside = text.slice(from, end).replace(/[^\r\n]/g, " ");
  return { text: text.slice(0, from) + inside + (last < from ? "\n}" : text.slice(end)), from };
}
