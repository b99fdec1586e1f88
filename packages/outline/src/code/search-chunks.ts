import { search, type Match, type Search, type SearchFailure, type SearchResult, type Span } from "../engine.ts";
import type { Language } from "../languages/language.ts";
import { maxDefinitions } from "../limits.ts";
import { chunkStarts } from "./chunk-starts.ts";

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
export async function searchChunks(wanted: Search, language: Language): Promise<ChunkedResult | SearchFailure> {
  const { text, grammar } = wanted;
  const starts = chunkStarts(text, grammar);
  const all: Findable = { matches: [], faults: [] };
  const result = (reached: number, isCut = reached < text.length): ChunkedResult => ({ ...all, isCut, reached });
  for (const [at, start] of starts.entries()) {
    const head = at === 0 ? "" : (language.opening ?? "");
    const next = starts[at + 1] ?? text.length;
    const found = await search({ ...wanted, text: head + text.slice(start, next) });
    if (typeof found === "string") return at === 0 ? found : result(start);
    add(all, found, start - head.length);
    if (found.isCut) return result(next, true);
    if (isEnough(all, next, language)) return result(next);
  }
  return result(text.length);
}

interface Findable {
  readonly matches: Match[];
  readonly faults: Span[];
}

function isEnough({ matches }: Findable, reached: number, { maxSearchedCharacters }: Language): boolean {
  return matches.length > maxDefinitions || reached >= (maxSearchedCharacters ?? Number.POSITIVE_INFINITY);
}

function add(all: Findable, found: SearchResult, by: number): void {
  for (const match of found.matches) all.matches.push(movedMatch(match, by));
  for (const fault of found.faults) all.faults.push(movedSpan(fault, by));
}

/** The same match in a text that has more in front of it. */
export function movedMatch(match: Match, by: number): Match {
  return by === 0 ? match : new Map([...match].map(([name, span]) => [name, movedSpan(span, by)]));
}

function movedSpan({ start, end }: Span, by: number): Span {
  return { start: start + by, end: end + by };
}
