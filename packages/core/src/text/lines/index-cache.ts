import { createLruCache } from "../../memory/lru-cache.ts";
import type { FileStat } from "../../files/file-system.ts";
import { createLineIndex, indexBlockBytes, type LineIndex } from "./line-index.ts";
import { readRange, type TextFile } from "./text-file.ts";

/** Line indexes of files that were read before, by file; the least recently used one goes first. */
export interface IndexCache {
  /** Number of indexes that are kept. */
  readonly size: number;
  /** The index for a file: a kept one while it is the same file, unchanged or only grown; else an empty one. */
  take(file: Omit<TextFile, "index">, stat: FileStat): Promise<LineIndex>;
  /** Keeps what a read has learned. Rejects when the file can no longer be read. */
  keep(file: TextFile, stat: FileStat): Promise<void>;
}

interface Entry {
  readonly index: LineIndex;
  readonly stat: FileStat;
  readonly layout: string;
  /** The bytes before the last block boundary, which a file that only grew still has. */
  readonly seal: Uint8Array;
}

const sealBytes = 256;

/** Objects and closures of an entry besides its counts. */
const entryBytes = 1024;

/** Bytes of all indexes together: those of 200 GB of text. The index of a larger file is made again for each read. */
const defaultMaxBytes = 16 * 1024 * 1024;

/** Creates a cache of at most `maxEntries` indexes; one of a gigabyte takes 61 KB. */
export function createIndexCache(maxEntries = 32, maxBytes: number = defaultMaxBytes): IndexCache {
  const entries = createLruCache<Entry>({ maxEntries, maxBytes, entryBytes });
  return {
    get size() {
      return entries.size;
    },
    async take(file, stat) {
      const entry = entries.get(stat.fileId);
      if (entry === undefined || entry.layout !== layoutOf(file)) return createLineIndex();
      if (isSameVersion(entry.stat, stat)) return entry.index;
      entries.take(stat.fileId);
      // A copy, because a read that began before the file grew may still be using the kept one. The last, partial block is counted again.
      const index = entry.index.firstBlocks(Math.floor(entry.stat.size / indexBlockBytes));
      return stat.size > entry.stat.size && (await isSealIntact({ ...file, index }, entry)) ? index : createLineIndex();
    },
    async keep(file, stat) {
      const { index } = file;
      if (index.blockCount === 0 && index.total === undefined) return;
      const kept = entries.take(stat.fileId);
      const isKnown = kept?.index === index && isSameVersion(kept.stat, stat) && isSealed(kept, index);
      const seal = isKnown ? kept.seal : await readSeal(file);
      entries.set(stat.fileId, { index, stat, layout: layoutOf(file), seal }, bytesOf(index));
    },
  };
}

/** What counts take at most: room for them is doubled while a file is scanned. */
function bytesOf({ blockCount }: LineIndex): number {
  return 2 * Float64Array.BYTES_PER_ELEMENT * blockCount + sealBytes;
}

function isSameVersion(left: FileStat, right: FileStat): boolean {
  return left.size === right.size && left.modifiedNs === right.modifiedNs && left.changedNs === right.changedNs;
}

function layoutOf(file: Omit<TextFile, "index">): string {
  return `${file.layout.unitBytes}:${String(file.layout.littleEndian)}:${file.bomBytes}`;
}

async function isSealIntact(file: TextFile, entry: Entry): Promise<boolean> {
  const now = await readSeal(file);
  return now.length === entry.seal.length && now.every((byte, at) => byte === entry.seal[at]);
}

function isSealed(entry: Entry, index: LineIndex): boolean {
  return index.total !== undefined && entry.seal.length > 0;
}

async function readSeal(file: TextFile): Promise<Uint8Array> {
  const end = file.index.blockCount * indexBlockBytes;
  return readRange(file, Math.max(0, end - sealBytes), end);
}
