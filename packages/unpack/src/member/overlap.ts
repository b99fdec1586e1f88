import { localHeaderBytes } from "../directory/local-header.ts";
import type { ZipEntry } from "../zip.ts";

/**
 * The members whose bytes are those of another member too: many members over the same few bytes are how the smallest
 * bombs are made (D. Fifield, "A better zip bomb", 2019), and no packing program writes such files. Members that would
 * end behind the file cannot be read, and so take nothing from others.
 */
export function overlappingEntries(entries: readonly ZipEntry[], fileBytes: number): ReadonlySet<ZipEntry> {
  const found = new Set<ZipEntry>();
  const ordered = isOrdered(entries) ? entries : entries.toSorted((left, right) => left.headerAt - right.headerAt);
  let last: ZipEntry | undefined;
  let end = 0;
  for (const entry of ordered) {
    const ownEnd = entry.headerAt + localHeaderBytes + entry.packedBytes;
    if (ownEnd > fileBytes) continue;
    if (last !== undefined && entry.headerAt < end) found.add(last).add(entry);
    if (last === undefined || ownEnd > end) {
      last = entry;
      end = ownEnd;
    }
  }
  return found;
}

function isOrdered(entries: readonly ZipEntry[]): boolean {
  let before = -Infinity;
  for (const { headerAt } of entries) {
    if (headerAt < before) return false;
    before = headerAt;
  }
  return true;
}
