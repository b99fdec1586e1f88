import { search, type Search, type SearchFailure, type SearchResult } from "../engine.ts";
import type { Match, Span } from "../match.ts";
import type { Language } from "../languages/language.ts";
import type { Condensed } from "./condense.ts";

/** A long text, and what is parsed of it. */
export interface ChunkedSearch {
  readonly wanted: Search;
  readonly language: Language;
  /** The text without what no outline tells of; undefined where all of it is parsed. */
  readonly condensed: Condensed | undefined;
  /** When to stop to parse parts with faults again, by `performance.now()`. */
  readonly retryUntil: number;
}

/** A part of a text, by its places in the whole text. */
export interface Chunk {
  readonly span: Span;
  readonly matches: readonly Match[];
  readonly faults: readonly Span[];
}

/** What is found in a part of a text that is parsed by itself, by its places in the text. */
export async function searchChunk(
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
