import { type GrammarName, search, type Search, type SearchFailure, type SearchResult } from "../../engine/engine.ts";
import type { Language } from "../../languages/language.ts";
import { maxDefinitions } from "../../model/limits.ts";
import type { Match, Span } from "../../model/match.ts";
import { countBrackets, matchEnd } from "../condense/brackets.ts";
import type { Condensed } from "../condense/condense.ts";

/** What was found in a long text. */
export interface ChunkedResult extends SearchResult {
  /** Up to where the text was parsed before the time was over, or enough was found. */
  readonly reached: number;
}

/**
 * Looks for the same in a long text part by part, each by itself: a fault costs no more than its own part, the engine
 * forgets one before the next, and where the time ends, what was found until then stays. Fails only where nothing was
 * parsed.
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

/** The parts of a text that begin before a limit. */
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

/** Characters of parts that are parsed together because each has a fault where they meet; more is no misread border. */
const maxJoinedCharacters = 400_000;

/**
 * Parses parts with faults once more, as long as there is time: with all that was left out of them, for that may be where
 * a fault came from, and together with the next part where the fault is at the border, which may be none.
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

/** A part with faults as it is in the text. */
async function withAll(wanted: ChunkedSearch, chunk: Chunk): Promise<Chunk> {
  if (wanted.condensed === undefined || chunk.faults.length === 0) return chunk;
  return (await searchAgain(wanted, chunk.span)) ?? chunk;
}

/** Two parts as one; undefined where there is no fault at their border, or still one. */
async function together(wanted: ChunkedSearch, first: Chunk, second: Chunk): Promise<Chunk | undefined> {
  const border = { start: lastOf(wanted.wanted.text, second.span.start), end: second.span.start };
  const span = { start: first.span.start, end: second.span.end };
  const isAtBorder = touches([...first.faults, ...second.faults], border);
  if (!isAtBorder || span.end - span.start > maxJoinedCharacters) return undefined;
  const joined = await searchAgain(wanted, span);
  return joined === undefined || touches(joined.faults, border) ? undefined : joined;
}

/** The end of the last word before a place. */
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

/** Characters of a part that is parsed by itself; that many take some milliseconds. */
const minChunkCharacters = 60_000;

/** Characters of a part that counting brackets and quotes has not ended: it counts wrongly. */
const maxCountedCharacters = 150_000;

const carriageReturn = 0x0d;

/** What a line begins with that begins a part; a word alone may go on with what is above it. */
const opening = /(?!(?:else|catch|finally|while|where)\b)[A-Za-z_@#<$~[/]/y;

/** What everybody has in the first column, and nothing else there: whatever brackets say, these begin a part. */
const wordOpenings: Readonly<Record<GrammarName, RegExp>> = {
  bash: /(?:function[ \t]+[\w.:-]+|[\w.:-]+[ \t]*\(\))/y,
  go: /(?:func|type|var|const)\b/y,
  python: /(?:@|(?:async[ \t]+)?def\b|class\b)/y,
  ruby: /(?:class|module|def)\b/y,
  rust: /(?:#\[|(?:pub|impl|fn|mod|use|struct|enum|trait|unsafe)\b)/y,
};

const script = /(?:export|import|interface|declare|namespace)\b/y;

/** The same of languages that have other things there, too: behind a part that has become long, these begin the next. */
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
 * Where a long text can be taken apart so that each part parses like a text of its own: before lines that begin in the
 * first column, behind an empty line or the end of a statement, outside of brackets, comments and texts of several
 * lines. A guess that errs to the safe side: whatever it misreads makes a part longer. The first one begins at 0.
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

/** What begins another part behind one of so many characters, inside of so many brackets; undefined where nothing does. */
function beginsOf(grammar: GrammarName, length: number, depth: number): RegExp | undefined {
  const words = wordOpenings[grammar];
  if (depth === 0) return words ?? opening;
  if (length <= maxCountedCharacters) return undefined;
  return sureOpenings[grammar];
}

/** Whether a declaration may end before the end of a line. */
function isBehindEnd(text: string, lineEnd: number): boolean {
  const before = text.charAt(text.charCodeAt(lineEnd - 1) === carriageReturn ? lineEnd - 2 : lineEnd - 1);
  return before === "\n" || before === "}" || before === ";";
}

function isBegin(text: string, line: number, begins: RegExp | undefined): boolean {
  return begins !== undefined && matchEnd(text, line, begins) > 0;
}

/** A long text, and what is parsed of it. */
interface ChunkedSearch {
  readonly wanted: Search;
  readonly language: Language;
  /** The text without what no outline tells of; undefined where all of it is parsed. */
  readonly condensed: Condensed | undefined;
  /** When to stop to parse parts with faults again, by `performance.now()`. */
  readonly retryUntil: number;
}

/** A part of a text, by its places in the whole text. */
interface Chunk {
  readonly span: Span;
  readonly matches: readonly Match[];
  readonly faults: readonly Span[];
}

/** What is found in a part of a text that is parsed by itself, by its places in the text. */
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

/** The same match by other places. */
export function mapped(match: Match, placed: (span: Span) => Span): Match {
  return new Map([...match].map(([name, span]) => [name, placed(span)]));
}
