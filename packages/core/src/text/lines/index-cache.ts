import { createLruCache } from "../../memory/lru-cache.ts";
import type { FileStat } from "../../files/file-system.ts";
import { createLineIndex, indexBlockBytes, type LineIndex } from "./line-index.ts";
import { readRange, type TextFile } from "./text-file.ts";

/** A cache of line indexes by file. Evicts the least recently used index. */
export interface IndexCache {
  /** Number of cached indexes. */
  readonly size: number;
  /** Returns the cached index if the file is unchanged or has only grown, or else an empty index. */
  take(file: Omit<TextFile, "index">, stat: FileStat): Promise<LineIndex>;
  /** Caches what a read has indexed. Rejects if the file can no longer be read. */
  keep(file: TextFile, stat: FileStat): Promise<void>;
}

interface Entry {
  readonly index: LineIndex;
  readonly stat: FileStat;
  readonly layout: string;
  /** The bytes before the last block boundary, to verify that a file that grew still has the same start. */
  readonly seal: Uint8Array;
}

const sealBytes = 256;

/** Estimated size, in bytes, of an entry's objects and closures, without its counts. */
const entryBytes = 1024;

/**
 * Maximum size of all indexes together, in bytes: enough for 200 GB of text. A larger file is indexed again by each
 * read.
 */
const defaultMaxBytes = 16 * 1024 * 1024;

/** Creates a cache of at most `maxEntries` indexes. The index of a 1 GB file takes 61 KB. */
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
      // Copy the index, because a read that began before the file grew may still use the cached one. The last, partial
      // block is counted again.
      const index = entry.index.firstBlocks(Math.floor(entry.stat.size / indexBlockBytes));
      return stat.size > entry.stat.size && (await isSealIntact({ ...file, index }, entry)) ? index : createLineIndex();
    },
    async keep(file, stat) {
      const { index } = file;
      if (index.blockCount === 0 && index.total === undefined && index.holes.length === 0) return;
      const kept = entries.take(stat.fileId);
      const isKnown = kept?.index === index && isSameVersion(kept.stat, stat) && isSealed(kept, index);
      const seal = isKnown ? kept.seal : await readSeal(file);
      entries.set(stat.fileId, { index, stat, layout: layoutOf(file), seal }, bytesOf(index));
    },
  };
}

/** Returns the maximum size of an index's counts, in bytes. The array doubles its capacity while a file is scanned. */
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
