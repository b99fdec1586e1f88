import type { GrammarName, SearchFailure, SearchResult } from "../engine.ts";
import type { Span } from "../match.ts";
import { maxDefinitions } from "../limits.ts";
import { mapped, searchChunk, type Chunk, type ChunkedSearch } from "./chunk.ts";
import { chunkStarts } from "./chunk-starts.ts";
import type { Condensed } from "./condense.ts";
import { mendChunks } from "./mend-chunks.ts";

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
