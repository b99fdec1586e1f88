import { search, type Match, type Search, type SearchResult, type Span } from "../engine.ts";
import { lastAtMost } from "../line-table.ts";
import { declarationAt } from "./scan-top-level.ts";

/**
 * Looks for the same in a text with faults piece by piece, from each declaration at the start of a line to the next:
 * a bracket that nothing closes takes all that follows with it, and here only the rest of its piece. What was found in
 * the whole stays where there is no fault, where the piece has no more to say, and where the time is over.
 */
export async function searchPieces(wanted: Search, whole: SearchResult, own?: RegExp): Promise<SearchResult> {
  const matches: Match[] = [];
  const faults = whole.faults.toSorted((left, right) => left.start - right.start);
  const all = pieceStarts(wanted.text, own);
  const starts = own === undefined ? all : outsideOfSound(all, whole.matches, faults);
  for (const piece of piecesOf(starts, wanted.text.length, whole.matches)) {
    const isFaulty = hasFault(faults, piece.span);
    const found = isFaulty ? await searchPiece(wanted, wanted.text.slice(piece.span.start, piece.span.end)) : [];
    const isBetter = found !== undefined && found.length > piece.matches.length;
    for (const match of isBetter ? found : piece.matches)
      matches.push(isBetter ? moved(match, piece.span.start) : match);
  }
  return { ...whole, matches };
}

interface Piece {
  readonly span: Span;
  /** What of the whole begins in it. */
  readonly matches: Match[];
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
    .map((match): Span => ({ start: startOf(match), end: Math.max(...[...match.values()].map(({ end }) => end)) }))
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

/** Whether a fault touches a piece; one between two of them belongs to both. Those before it are dropped for good. */
function hasFault(faults: Span[], { start, end }: Span): boolean {
  for (let [first] = faults; first !== undefined && first.end < start; [first] = faults) faults.shift();
  for (const fault of faults) {
    if (fault.start > end) return false;
    if (fault.end >= start) return true;
  }
  return false;
}

/** What a piece holds; where it ends too early, what it holds once its brackets are closed; undefined without time. */
async function searchPiece(wanted: Search, text: string): Promise<readonly Match[] | undefined> {
  const found = await search({ ...wanted, text });
  if (typeof found === "string" || found.isCut) return undefined;
  const closers = found.faults.length > 0 ? closersOf(text) : "";
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

function moved(match: Match, by: number): Match {
  return new Map([...match].map(([name, { start, end }]) => [name, { start: start + by, end: end + by }]));
}

/** Where pieces begin: with decorators and comments that are directly above a declaration. */
function pieceStarts(text: string, own: RegExp | undefined): readonly number[] {
  const starts = [0];
  let lead: number | undefined;
  for (let at = 0; at < text.length;) {
    const found = text.indexOf("\n", at);
    const end = found < 0 ? text.length : found + 1;
    const line = text.slice(at, Math.min(end, at + 300));
    if (/^(?:@|#\[|template\b)/.test(line)) lead ??= at;
    else {
      if (at > 0 && declarationAt(line, own) !== undefined) starts.push(lead ?? at);
      lead = undefined;
    }
    at = end;
  }
  return starts;
}
