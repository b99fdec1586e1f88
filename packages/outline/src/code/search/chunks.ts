import { type GrammarName, search, type Search, type SearchFailure, type SearchResult } from "../../engine/engine.ts";
import type { Language } from "../../languages/language.ts";
import { maxDefinitions } from "../../model/limits.ts";
import type { Match, Span } from "../../model/match.ts";
import { countBrackets, matchEnd } from "../condense/brackets.ts";
import type { Condensed } from "../condense/condense.ts";

/** The result of searching a long text. */
export interface ChunkedResult extends SearchResult {
  /** Offset up to which the text was parsed before a limit was reached. */
  readonly reached: number;
}

/**
 * Searches a long text chunk by chunk. A fault affects only its own chunk, the engine frees one chunk before the next,
 * and results found before the time limit are kept. Fails only if nothing was parsed.
 */
export async function searchChunks(wanted: ChunkedSearch): Promise<ChunkedResult | SearchFailure> {
  const { text } = wanted.wanted;
  const found = await searchEach(wanted);
  if (typeof found === "string") return found;
  const chunks = await mendChunks(wanted, found.chunks);
  const reached = chunks.at(-1)?.span.end ?? 0;
  return {
    matches: chunks.flatMap(({ matches }) => matches),
    faults: chunks.flatMap(({ faults }) => faults),
    isCut: found.isCut || reached < text.length,
    reached,
  };
}

interface Chunks {
  readonly chunks: readonly Chunk[];
  readonly isCut: boolean;
}

async function searchEach({ wanted, language, condensed }: ChunkedSearch): Promise<Chunks | SearchFailure> {
  const text = condensed?.text ?? wanted.text;
  const chunks: Chunk[] = [];
  let count = 0;
  for (const span of spansOf(text, wanted.grammar, language.maxSearchedCharacters)) {
    if (count > maxDefinitions) break;
    const found = await searchChunk({ ...wanted, text }, span, language);
    if (typeof found === "string") return span.start === 0 ? found : { chunks, isCut: true };
    chunks.push(placed(found, span, condensed));
    if (found.isCut) return { chunks, isCut: true };
    count += found.matches.length;
  }
  return { chunks, isCut: false };
}

/** Returns the chunks of a text that start before a limit. */
function spansOf(text: string, grammar: GrammarName, limit = text.length): readonly Span[] {
  const starts = chunkStarts(text, grammar);
  const spans = starts.map((start, at) => ({ start, end: starts[at + 1] ?? text.length }));
  return spans.filter(({ start }) => start < limit || start === 0);
}

function placed({ matches, faults }: SearchResult, span: Span, condensed: Condensed | undefined): Chunk {
  if (condensed === undefined) return { span, matches, faults };
  const { placeOf, spanOf } = condensed;
  return {
    span: { start: span.start === 0 ? 0 : placeOf(span.start), end: placeOf(span.end) },
    matches: matches.map((match) => mapped(match, spanOf)),
    faults: faults.map(spanOf),
  };
}

const space = 0x20;

/** Maximum number of characters of two chunks parsed together because both have a fault at their border. */
const maxJoinedCharacters = 400_000;

/**
 * Parses chunks with faults again while there is time: with everything that was left out, which may have caused the
 * fault, and together with the next chunk if the fault is at their border.
 */
async function mendChunks(wanted: ChunkedSearch, chunks: readonly Chunk[]): Promise<readonly Chunk[]> {
  const mended: Chunk[] = [];
  for (const chunk of chunks) {
    const isLate = performance.now() > wanted.retryUntil;
    const whole = isLate ? chunk : await withAll(wanted, chunk);
    const before = mended.at(-1);
    const joined = isLate || before === undefined ? undefined : await together(wanted, before, whole);
    if (joined !== undefined) mended.pop();
    mended.push(joined ?? whole);
  }
  return mended;
}

/** Parses a chunk with faults without leaving anything out. */
async function withAll(wanted: ChunkedSearch, chunk: Chunk): Promise<Chunk> {
  if (wanted.condensed === undefined || chunk.faults.length === 0) return chunk;
  return (await searchAgain(wanted, chunk.span)) ?? chunk;
}

/** Parses two chunks as one. Returns `undefined` if there is no fault at their border, or still one. */
async function together(wanted: ChunkedSearch, first: Chunk, second: Chunk): Promise<Chunk | undefined> {
  const border = { start: lastOf(wanted.wanted.text, second.span.start), end: second.span.start };
  const span = { start: first.span.start, end: second.span.end };
  const isAtBorder = touches([...first.faults, ...second.faults], border);
  if (!isAtBorder || span.end - span.start > maxJoinedCharacters) return undefined;
  const joined = await searchAgain(wanted, span);
  return joined === undefined || touches(joined.faults, border) ? undefined : joined;
}

/** Returns the end of the last word before an offset. */
function lastOf(text: string, place: number): number {
  let at = place;
  while (at > 0 && text.charCodeAt(at - 1) <= space) at -= 1;
  return at;
}

function touches(faults: readonly Span[], { start, end }: Span): boolean {
  return faults.some((fault) => fault.start <= end && fault.end >= start);
}

async function searchAgain({ wanted, language, retryUntil }: ChunkedSearch, span: Span): Promise<Chunk | undefined> {
  const found = await searchChunk({ ...wanted, parseUntil: retryUntil, searchUntil: retryUntil }, span, language);
  return typeof found === "string" || found.isCut ? undefined : { span, matches: found.matches, faults: found.faults };
}

/** Minimum number of characters of a chunk. That many take some milliseconds. */
const minChunkCharacters = 60_000;

/** Chunk length from which bracket counting is considered wrong. */
const maxCountedCharacters = 150_000;

const carriageReturn = 0x0d;

/** Matches the start of a line that can start a chunk. Some keywords continue the statement above. */
const opening = /(?!(?:else|catch|finally|while|where)\b)[A-Za-z_@#<$~[/]/y;

/**
 * Matches declarations that are the only content of the first column. They start a chunk whatever the bracket depth.
 */
const wordOpenings: Readonly<Record<GrammarName, RegExp>> = {
  bash: /(?:function[ \t]+[\w.:-]+|[\w.:-]+[ \t]*\(\))/y,
  go: /(?:func|type|var|const)\b/y,
  python: /(?:@|(?:async[ \t]+)?def\b|class\b)/y,
  ruby: /(?:class|module|def)\b/y,
  rust: /(?:#\[|(?:pub|impl|fn|mod|use|struct|enum|trait|unsafe)\b)/y,
};

const script = /(?:export|import|interface|declare|namespace)\b/y;

/**
 * Matches declarations of languages with other content in the first column. They start a chunk once the current one is
 * too long.
 */
const sureOpenings: Readonly<Record<GrammarName, RegExp>> = {
  ...wordOpenings,
  typescript: script,
  tsx: script,
  javascript: script,
  java: /(?:package|import|public|abstract|final|class|interface|enum|record)\b/y,
  "c-sharp": /(?:namespace|using|public|internal|global)\b/y,
  php: /(?:namespace|use|class|interface|trait|abstract|final|function)\b/y,
  cpp: /(?:#[ \t]*include\b|namespace\b|extern[ \t]+")/y,
  css: /[.#@A-Za-z*]/y,
};

/**
 * Returns the offsets at which a long text can be split into chunks that parse separately: before lines that start in
 * the first column, after an empty line or the end of a statement, outside of brackets, comments and multi-line
 * strings. Misread text only makes a chunk longer. The first offset is 0.
 */
export function chunkStarts(text: string, grammar: GrammarName): readonly number[] {
  const starts = [0];
  let from = 0;
  let depthAt = countBrackets(text, grammar, from);
  let look = minChunkCharacters;
  for (let at = text.indexOf("\n", look); at >= 0; at = text.indexOf("\n", Math.max(at + 1, look))) {
    if (!isBehindEnd(text, at) || !isBegin(text, at + 1, beginsOf(grammar, at - from, depthAt?.(at) ?? 0))) continue;
    from = at + 1;
    starts.push(from);
    depthAt = countBrackets(text, grammar, from);
    look = at + minChunkCharacters;
  }
  return starts;
}

/**
 * Returns the pattern that starts the next chunk, given the length of the current one and the bracket depth, or
 * `undefined`.
 */
function beginsOf(grammar: GrammarName, length: number, depth: number): RegExp | undefined {
  const words = wordOpenings[grammar];
  if (depth === 0) return words ?? opening;
  if (length <= maxCountedCharacters) return undefined;
  return sureOpenings[grammar];
}

/** True if a declaration may end before the end of this line. */
function isBehindEnd(text: string, lineEnd: number): boolean {
  const before = text.charAt(text.charCodeAt(lineEnd - 1) === carriageReturn ? lineEnd - 2 : lineEnd - 1);
  return before === "\n" || before === "}" || before === ";";
}

function isBegin(text: string, line: number, begins: RegExp | undefined): boolean {
  return begins !== undefined && matchEnd(text, line, begins) > 0;
}

/** A long text, and the part of it that is parsed. */
interface ChunkedSearch {
  readonly wanted: Search;
  readonly language: Language;
  /** The text without parts that have no entries, or `undefined` if all is parsed. */
  readonly condensed: Condensed | undefined;
  /** When to stop parsing chunks with faults again, by `performance.now()`. */
  readonly retryUntil: number;
}

/** A part of a text with its matches, in offsets of the whole text. */
interface Chunk {
  readonly span: Span;
  readonly matches: readonly Match[];
  readonly faults: readonly Span[];
}

/** Parses a part of a text separately and returns its matches in offsets of the text. */
async function searchChunk(
  wanted: Search,
  { start, end }: Span,
  language: Language,
): Promise<SearchResult | SearchFailure> {
  const head = start === 0 ? "" : (language.opening ?? "");
  const found = await search({ ...wanted, text: head + wanted.text.slice(start, end) });
  const by = start - head.length;
  if (typeof found === "string" || by === 0) return found;
  const moved = (span: Span): Span => ({ start: span.start + by, end: span.end + by });
  return { ...found, matches: found.matches.map((match) => mapped(match, moved)), faults: found.faults.map(moved) };
}

/** Maps the spans of a match. */
export function mapped(match: Match, placed: (span: Span) => Span): Match {
  return new Map([...match].map(([name, span]) => [name, placed(span)]));
}
