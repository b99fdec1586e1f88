import { createLruCache, type LruCache } from "../../memory/lru-cache.ts";
import type { Outline, OutlineEntry } from "../../contract/outline.ts";

/** Cache of outlines, so that the next symbol of the same file is found quickly. */
export type OutlineCache = LruCache<Outline>;

/** Creates an empty cache. */
export function createOutlineCache(): OutlineCache {
  return createLruCache({ maxEntries: 8, maxBytes: 32 * 1024 * 1024, entryBytes: 1024 });
}

/** Caches the whole outline of a file. */
export function keepOutline(outlines: OutlineCache, key: string, outline: Outline): void {
  outlines.set(key, outline, bytesOf(outline.entries));
}

/** Estimated memory of an entry with its lines and place, in bytes. */
const outlineEntryBytes = 300;

function bytesOf(entries: readonly OutlineEntry[]): number {
  return entries.reduce(
    (sum, { name, title, children = [] }) =>
      sum + outlineEntryBytes + 2 * (name.length + title.length) + bytesOf(children),
    0,
  );
}
