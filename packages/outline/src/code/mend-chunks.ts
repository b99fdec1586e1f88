import type { Span } from "../match.ts";
import { searchChunk, type Chunk, type ChunkedSearch } from "./chunk.ts";

const space = 0x20;

/** Characters of parts that are parsed together because each has a fault where they meet; more is no misread border. */
const maxJoinedCharacters = 400_000;

/**
 * Parses parts with faults once more, as long as there is time: with all that was left out of them, for that may be where
 * a fault came from, and together with the next part where the fault is at the border, which may be none.
 */
export async function mendChunks(wanted: ChunkedSearch, chunks: readonly Chunk[]): Promise<readonly Chunk[]> {
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
