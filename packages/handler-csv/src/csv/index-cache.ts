import type { Source } from "@reader/core/handler";
import type { Table } from "./open-table.ts";
import type { IndexOf } from "./read-csv.ts";
import { createRowIndex, type RowIndex } from "./row-index.ts";

/** Indexes that are kept; each is less than a megabyte. */
const maxIndexes = 8;

/** Keeps the indexes of the tables read last, as long as their files stay as they are. */
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

/** Rows are counted by the dialect, which is told by the bytes, and in the encoding that was asked for. */
function keyOf({ identity, size, sniff }: Source, { dialect }: Table): string | undefined {
  if (identity === undefined) return undefined;
  return JSON.stringify([identity, size, sniff.text?.encoding, dialect]);
}
