import { createXmlReader } from "@reader/office-kit/xml";
import type { Row } from "../sheets/workbook.ts";
import type { ContentSlices } from "./content-slices.ts";
import { createTableListener } from "./table-listener.ts";
import type { RowRun, TableFacts } from "./table-model.ts";

/** Bytes that are read between two looks at what has come of them. */
const pieceBytes = 64 * 1024;

/** The XML of one sheet. */
export interface TableSource {
  readonly slices: Pick<ContentSlices, "opening" | "closing">;
  readonly bytes: Uint8Array;
  /** What errors call it. */
  readonly part: string;
}

/** Gives the runs of rows of a sheet as they come, and in the end what else it has. Throws `corrupt`. */
export function* readTable({ slices, bytes, part }: TableSource): Generator<readonly RowRun[], TableFacts> {
  const listener = createTableListener();
  const reader = createXmlReader(part, listener);
  const encoder = new TextEncoder();
  reader.write(encoder.encode(slices.opening));
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    reader.write(bytes.subarray(at, at + pieceBytes));
    const runs = listener.take();
    if (runs.length > 0) yield runs;
  }
  reader.write(encoder.encode(slices.closing));
  reader.end();
  const runs = listener.take();
  if (runs.length > 0) yield runs;
  return listener.facts();
}

/** What the start of a sheet says: its columns are declared before its rows. Throws `corrupt`. */
export function readTableStart({ slices, bytes, part }: TableSource): TableFacts {
  const listener = createTableListener();
  const reader = createXmlReader(part, listener);
  reader.write(new TextEncoder().encode(slices.opening));
  reader.write(bytes.subarray(0, pieceBytes));
  return listener.facts();
}

/** Rows of a batch. */
const batchRows = 500;

/** Cells from which fewer rows do: a few bytes stand for rows of thousands of cells. */
const batchCells = 65_536;

/** Rows of runs that are between two rows, both included, in batches. */
export function* expandRuns(runs: readonly RowRun[], first: number, last: number): Generator<readonly Row[]> {
  let batch: Row[] = [];
  let held = 0;
  for (const { row: start, count, cells, isHidden } of runs) {
    for (let row = Math.max(start, first); row < start + count && row <= last; row += 1) {
      batch.push(isHidden ? { row, cells, isHidden } : { row, cells });
      held += cells.length;
      if (batch.length < batchRows && held < batchCells) continue;
      yield batch;
      batch = [];
      held = 0;
    }
  }
  if (batch.length > 0) yield batch;
}
