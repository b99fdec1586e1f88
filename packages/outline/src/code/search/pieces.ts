import { search, type Search, type SearchResult } from "../../engine/engine.ts";
import type { Language } from "../../languages/language.ts";
import { lastAtMost } from "../../model/line-table.ts";
import type { Match, Span } from "../../model/match.ts";
import { mapped } from "./chunks.ts";
import { declarationAt } from "./scan-top-level.ts";

/**
 * Looks for the same in a text with faults piece by piece, from each declaration at the start of a line to the next:
 * a bracket that nothing closes takes all that follows with it, and here only the rest of its piece. What was found in
 * the whole stays where there is no fault, where the piece has no more to say, and where the time is over.
 */
export async function searchPieces(wanted: Search, whole: SearchResult, language: Language): Promise<SearchResult> {
  const { declaration: own } = language;
  const matches: Match[] = [];
  const faults = whole.faults.toSorted((left, right) => left.start - right.start);
  const all = pieceStarts(wanted.text, own);
  const starts = own === undefined ? all : outsideOfSound(all, whole.matches, faults);
  const hasFault = faultFinder(faults);
  for (const piece of piecesOf(starts, wanted.text.length, whole.matches)) {
    // A short piece is parsed before anybody looks at the clock, and there may be thousands.
    const isWanted = hasFault(piece.span) && performance.now() <= wanted.parseUntil;
    const found = isWanted ? await searchAgain(wanted, piece, language) : undefined;
    matches.push(...(found ?? piece.matches));
  }
  return { ...whole, matches };
}

/** What a piece holds by itself; undefined where that is no more than what was found of it in the whole. */
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
  /** What of the whole begins in it. */
  readonly matches: Match[];
}

/** Whether a function in it reaches beyond the start of the next declaration, because nothing closes it. */
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

/** Without the starts inside of declarations that have no fault: a text in them may look like another declaration. */
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

/** Asks whether a fault touches a piece, in the order of the text; one between two of them belongs to both. */
function faultFinder(faults: readonly Span[]): (piece: Span) => boolean {
  let next = 0;
  return ({ start, end }) => {
    while ((faults[next]?.end ?? start) < start) next += 1;
    for (let at = next; (faults[at]?.start ?? end + 1) <= end; at += 1)
      if ((faults[at]?.end ?? -1) >= start) return true;
    return false;
  };
}

/** What a piece holds, and what it is where a fault in its inside hides that; undefined without time. */
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

/** What was found; of a piece that ends too early, what it holds once its brackets are closed. */
async function searchClosed(wanted: Search, found: SearchResult, { ends }: Language): Promise<readonly Match[]> {
  const { text } = wanted;
  const closers = found.faults.length > 0 ? closersOf(text) + (ends?.(text) ?? "") : "";
  if (closers === "") return found.matches;
  const closed = await search({ ...wanted, text: text + closers });
  if (typeof closed === "string" || closed.matches.length <= found.matches.length) return found.matches;
  return closed.matches.map((match) => upTo(match, text.length));
}

/** Brackets beyond these are no code. */
const maxClosers = 100;

/** What closes the brackets that are open at the end, whether or not they stand in strings. */
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

/** A line that only has the type of what the next line declares, as in `static int` above `compare(…)`. */
const typeLine = /^(?!(?:fi|done|esac|else|then|do)\b)[A-Za-z_][\w \t*]*\r?\n/;

/** Where pieces begin: with decorators and comments that are directly above a declaration. */
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

/** A declaration without what is in its braces. */
interface Hollowed {
  /** Every character that stays keeps its place. */
  readonly text: string;
  /** Where the inside begins. */
  readonly from: number;
}

/**
 * Makes the inside of a declaration blank, so that a fault in there does not hide it: what stands between the first line
 * that ends in a brace and the last one that begins with one, which the end of the text may be missing. Undefined where
 * nothing is open.
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
