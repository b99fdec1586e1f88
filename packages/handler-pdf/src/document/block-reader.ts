import { endOfObjects, maxBrokenBytes, type ByteReader } from "./byte-reader.ts";

/** Gets bytes from `start` up to, not including, `end`, and holds the thread until they are there. */
export type FetchBytes = (start: number, end: number) => Uint8Array;

/** The engine asks for 8 KiB at a time; to find a page it looks at the first bytes of many objects, far apart. */
const blockBytes = 16 * 1024;
/** A reader that goes straight on gets twice as much each time, up to 1 MiB. */
const maxBlocksAtOnce = 64;
/** 32 MB: the tables of a large document and what its last pages needed. */
const maxBlocks = 2048;

/** Reads a file in blocks and keeps the ones that were used last. */
export function blockReader(size: number, fetch: FetchBytes): ByteReader {
  const blocks = new Map<number, Uint8Array>();
  let expected = -1;
  let failure: { readonly error: unknown } | undefined;
  let atOnce = 1;
  const load = (index: number): void => {
    atOnce = index === expected ? Math.min(maxBlocksAtOnce, atOnce * 2) : 1;
    expected = index + atOnce;
    const start = index * blockBytes;
    const bytes = fetch(start, Math.min(size, expected * blockBytes));
    for (let at = 0; at < Math.max(1, bytes.length); at += blockBytes) {
      // A copy: what was fetched is overwritten by what is fetched next.
      keep(blocks, index + at / blockBytes, bytes.slice(at, at + blockBytes));
    }
  };
  const reader = (length: number): ByteReader => ({
    size: length,
    isWhole: false,
    check() {
      if (failure !== undefined) throw failure.error;
    },
    mended() {
      const start = Math.max(0, length - maxBrokenBytes);
      const end = start + endOfObjects(fetch(start, length).slice());
      return end < length ? reader(end) : undefined;
    },
    read(target, position) {
      if (position < 0 || position >= length) return 0;
      const index = Math.floor(position / blockBytes);
      try {
        if (failure === undefined && !blocks.has(index)) load(index);
      } catch (error) {
        // Nothing may be thrown through the engine. From here on the file is over for it.
        failure = { error };
      }
      const block = failure === undefined ? blocks.get(index) : undefined;
      if (block === undefined) return 0;
      keep(blocks, index, block);
      const from = position - index * blockBytes;
      const piece = block.subarray(from, from + Math.min(target.length, length - position));
      target.set(piece);
      return piece.length;
    },
  });
  return reader(size);
}

/** A map keeps the order of insertion: the first is the one that was used longest ago. */
function keep(blocks: Map<number, Uint8Array>, index: number, block: Uint8Array): void {
  blocks.delete(index);
  blocks.set(index, block);
  const [oldest] = blocks.keys();
  if (blocks.size > maxBlocks && oldest !== undefined) blocks.delete(oldest);
}
