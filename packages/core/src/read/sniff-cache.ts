import type { Sniff } from "../contract/source.ts";
import { type CacheLimits, createLruCache } from "../memory/lru-cache.ts";

/** Types of files by name and identity. */
export interface SniffCache {
  get(key: string): Sniff | undefined;
  /** Keeps the type of a file that was read: its next page may be read soon. */
  keepRead(key: string, sniff: Sniff): void;
  /** Keeps the type of a file that was searched: it may be read next, and searched again with thousands of others. */
  keepSearched(key: string, sniff: Sniff): void;
  clear(): void;
}

/** Limits for searched files: those of a large project take 20 MB. */
const searchedLimits: CacheLimits = { maxEntries: 50_000, maxBytes: 32 * 1024 * 1024, entryBytes: 160 };

/** Limits for files that were read: few, because a batch reads each of a million files once. */
const readLimits: CacheLimits = { maxEntries: 1024, maxBytes: 1024 * 1024, entryBytes: 160 };

/** Creates an empty cache of types, so that pages and searches of the same file detect its type once. */
export function createSniffCache(): SniffCache {
  const searched = createLruCache<Sniff>(searchedLimits);
  const read = createLruCache<Sniff>(readLimits);
  return {
    get: (key) => searched.get(key) ?? read.get(key),
    keepRead: (key, sniff) => void read.set(key, sniff, 2 * sniff.mediaType.length),
    keepSearched: (key, sniff) => void searched.set(key, sniff, 2 * sniff.mediaType.length),
    clear() {
      searched.clear();
      read.clear();
    },
  };
}
