import type { Source } from "@reader/core/handler";
import type { Table } from "./open-table.ts";
import type { IndexOf } from "./read-csv.ts";
import { createRowIndex, type RowIndex } from "./records/row-index.ts";

/** Maximum number of cached indexes; each is less than a megabyte. */
const maxIndexes = 8;

/** Caches the indexes of the most recent tables, as long as their files are unchanged. */
export function createIndexCache(): IndexOf {
  const kept = new Map<string, RowIndex>();
  return (source, table) => {
    const key = keyOf(source, table);
    const index = (key === undefined ? undefined : kept.get(key)) ?? createRowIndex(table.first);
    if (key === undefined) return index;
    kept.delete(key);
    kept.set(key, index);
    const [oldest] = kept.keys();
    if (kept.size > maxIndexes && oldest !== undefined) kept.delete(oldest);
    return index;
  };
}

/** Row positions depend on the dialect, which follows from the bytes, and on the requested encoding. */
function keyOf({ identity, size, sniff }: Source, { dialect }: Table): string | undefined {
  if (identity === undefined) return undefined;
  return JSON.stringify([identity, size, sniff.text?.encoding, dialect]);
}
