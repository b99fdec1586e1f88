import type { Sniff } from "../contract/source.ts";
import { type CacheLimits, createLruCache, type LruCache } from "../memory/lru-cache.ts";

/** Types of files by name and identity. */
export type SniffCache = LruCache<Sniff>;

/** Limits of the cache: the files of a large project take 20 MB. */
const sniffLimits: CacheLimits = { maxEntries: 50_000, maxBytes: 32 * 1024 * 1024, entryBytes: 160 };

/** Creates an empty cache of types, so that reads and searches of the same files detect each type once. */
export function createSniffCache(): SniffCache {
  return createLruCache(sniffLimits);
}
