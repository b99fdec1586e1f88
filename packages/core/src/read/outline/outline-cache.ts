import { createLruCache, type LruCache } from "../../memory/lru-cache.ts";
import type { Outline, OutlineEntry } from "../../contract/outline.ts";

/** Outlines that a reader keeps, for the next symbol of the same file. */
export type OutlineCache = LruCache<Outline>;

/** Creates an empty cache. */
export function createOutlineCache(): OutlineCache {
  return createLruCache({ maxEntries: 8, maxBytes: 32 * 1024 * 1024, entryBytes: 1024 });
}

/** Keeps the whole outline of a file. */
export function keepOutline(outlines: OutlineCache, key: string, outline: Outline): void {
  outlines.set(key, outline, bytesOf(outline.entries));
}

/** Objects of an entry: itself, its lines and its place. */
const outlineEntryBytes = 300;

function bytesOf(entries: readonly OutlineEntry[]): number {
  return entries.reduce(
    (sum, { name, title, children = [] }) =>
      sum + outlineEntryBytes + 2 * (name.length + title.length) + bytesOf(children),
    0,
  );
}
