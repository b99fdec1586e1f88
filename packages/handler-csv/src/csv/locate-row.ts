import { createReadAhead } from "./read-ahead.ts";
import { countRecords, maxScanBytes } from "./record-scan.ts";
import { findStarts, state, type RecordMachine } from "./record-machine.ts";
import { walkRecords, type Mark, type Walk } from "./record-walk.ts";
import type { RowIndex } from "./row-index.ts";
import type { TableBytes } from "./table-bytes.ts";

/** Where rows are looked for. */
export interface RowPlaces {
  readonly bytes: TableBytes;
  readonly machine: RecordMachine;
  readonly index: RowIndex;
  /** Awaited between pieces; throws where the search is given up. */
  readonly pause: () => Promise<void>;
}

/** The mark at the start of a row, from 1; undefined where the table has fewer, and then `index.total` is known. */
export async function locateRow(places: RowPlaces, row: number): Promise<Mark | undefined> {
  const { index, machine } = places;
  if (index.total !== undefined && row > index.total) return undefined;
  const from = index.nearest(row);
  for await (const { bytes, before, after } of countingWalk(places, from)) {
    if (after.rows < row) {
      index.add(after);
      continue;
    }
    const { starts } = findStarts(machine, bytes, before.state);
    const start = starts[row - before.rows - 1] ?? 0;
    return { byte: before.byte + start, rows: row - 1, state: state.recordStart, lastQuote: -1 };
  }
  return undefined;
}

/** How many rows a table has. */
export async function countRows(places: RowPlaces): Promise<number> {
  const { index } = places;
  if (index.total !== undefined) return index.total;
  for await (const { after } of countingWalk(places, index.nearest(Number.POSITIVE_INFINITY))) index.add(after);
  return index.total ?? 0;
}

/** A walk that only counts; at the end of the table it notes how many rows there are. */
async function* countingWalk({ bytes, machine, index, pause }: RowPlaces, from: Mark): ReturnType<typeof walkRecords> {
  const ahead = createReadAhead(bytes);
  const walk: Walk = {
    bytes: ahead.bytes,
    machine,
    stepBytes: () => maxScanBytes,
    measure: (piece, at) => countRecords(machine, piece, at),
  };
  let { rows } = from;
  try {
    for await (const step of walkRecords(walk, from)) {
      await pause();
      ({ rows } = step.after);
      yield step;
    }
    index.total = rows;
  } finally {
    await ahead.close();
  }
}
