import type { ByteView } from "@reader/office-kit/compound";

/** A table of positions in a text, each with data of the same size ([MS-DOC], 2.2.2 PLC). */
export interface PositionTable {
  /** Positions in ascending order as the file has them; one more than there are data. */
  readonly positions: readonly number[];
  /** The data behind a position. */
  data(index: number): ByteView;
}

/** Entries that are read; a document of a thousand pages has some ten thousand. */
const maxEntries = 1_000_000;

/** Reads a table whose data have so many bytes each; an empty one where there is none. */
export function readPositions(table: ByteView, dataBytes: number): PositionTable {
  const count = Math.min(maxEntries, Math.max(0, Math.floor((table.length - 4) / (4 + dataBytes))));
  const positions = Array.from({ length: table.length < 4 ? 0 : count + 1 }, (_, index) => table.u32(index * 4));
  return { positions, data: (index) => table.part((count + 1) * 4 + index * dataBytes, dataBytes) };
}
