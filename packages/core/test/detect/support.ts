import type { Handler } from "../../src/contract/handler.ts";
import type { Sniff } from "../../src/contract/source.ts";
import { sniff } from "../../src/detect/sniff.ts";

/** What a sniff found, and what it cost beyond the head. */
export interface Sniffed extends Sniff {
  readonly askedBytes: number;
  readonly reads: number;
}

/** Bytes of a string, UTF-8. */
export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Bytes of a string, a byte for each character up to U+00FF. */
export function latin1(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** Sniffs a whole file the way the reader does, with a head of 4096 bytes. */
export async function sniffFile(
  name: string,
  content: Uint8Array | string,
  handlers: readonly Handler[] = [],
): Promise<Sniffed> {
  const bytes = typeof content === "string" ? utf8(content) : content;
  let askedBytes = 0;
  let reads = 0;
  const found = await sniff({
    head: bytes.subarray(0, 4096),
    name,
    size: bytes.length,
    slice: (start, end) => {
      reads += 1;
      askedBytes += end - start;
      return Promise.resolve(bytes.slice(start, end));
    },
    handlers,
  });
  return { ...found, askedBytes, reads };
}

/** Joins pieces into one array. */
export function concat(...pieces: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}

/** Bytes that are in no order, the same each time. */
export function noise(length: number, seed = 1): Uint8Array {
  let state = seed;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  });
}
