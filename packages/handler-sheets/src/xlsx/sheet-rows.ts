import { wholeSheet, type CellRange } from "@reader/document/tables";
import { type Row } from "../sheets/workbook.ts";
import { inColumnOrder } from "./rows/column-order.ts";
import type { SheetBytes } from "./sheet-bytes.ts";
import type { SheetFacts } from "./sheet-facts.ts";
import { readSheetPart, type SheetReading } from "./sheet-part.ts";
import type { SheetSurroundings } from "./sheet-surroundings.ts";
import type { PartSection } from "./split-elements.ts";

/** Which rows of a sheet are wanted. */
export interface RowsWish {
  readonly part: string;
  readonly around: SheetSurroundings;
  readonly bytes: SheetBytes;
  readonly range: CellRange;
  readonly facts: SheetFacts;
  onEnd(): void;
}

/** Rows of a batch. */
const batchRows = 500;

/** Rows from which on it is worth keeping what was unpacked on the way. */
const deepRow = 1000;

/** The rows of a sheet in order. Those of a large one that has them in no order come as it has them. */
export async function* sheetRows(wish: RowsWish): AsyncGenerator<readonly Row[], void, undefined> {
  const { memory, strings, key } = wish.around;
  try {
    yield* wish.bytes.isSmall ? inOrder(wish) : asTheyCome(wish);
    strings.check();
  } finally {
    memory.keepStrings(key, strings.loaded());
  }
}

async function* inOrder(wish: RowsWish): AsyncGenerator<readonly Row[]> {
  let rows: Row[] = [];
  let isUnordered = false;
  let failure: { readonly error: unknown } | undefined;
  try {
    for await (const batch of readSheetPart({ ...readingOf(wish), isOrdered: false })) {
      for (const row of batch.rows) rows.push(row);
      isUnordered = batch.isUnordered;
    }
  } catch (error) {
    failure = { error };
  }
  if (isUnordered) rows = sortedRows(rows);
  for (let at = 0; at < rows.length; at += batchRows) yield rows.slice(at, at + batchRows);
  // What was whole before the damage is not lost.
  if (failure !== undefined) throw failure.error;
}

async function* asTheyCome(wish: RowsWish): AsyncGenerator<readonly Row[]> {
  const { bytes, range, around } = wish;
  const isDeep = range.firstRow > deepRow && range.lastRow < wholeSheet.lastRow;
  const window = isDeep ? around.memory.window(bytes.key) : undefined;
  const known = window?.sections(range.firstRow, range.lastRow);
  const reading = { ...readingOf(wish), isOrdered: true };
  const batches =
    known === undefined
      ? readSheetPart({ ...reading, window })
      : readSheetPart({ ...reading, sections: replay(known), rowBefore: known[1]?.before ?? 0 });
  for await (const { rows } of batches) yield rows;
}

function readingOf(wish: RowsWish): Omit<SheetReading, "isOrdered"> {
  const { part, range, facts, around, bytes } = wish;
  const { path, styles, strings, context } = around;
  return {
    part: `${part} in ${path}`,
    sections: bytes.sections(),
    range,
    styles,
    strings,
    facts,
    signal: context.signal,
    onEnd: () => wish.onEnd(),
  };
}

async function* replay(sections: readonly PartSection[]): AsyncGenerator<PartSection> {
  yield* sections;
}

/** The cells of rows with the same number are put together; of two for one place the later counts. */
function sortedRows(rows: readonly Row[]): Row[] {
  const byNumber = new Map<number, Row>();
  for (const row of rows) {
    const before = byNumber.get(row.row);
    byNumber.set(
      row.row,
      before === undefined ? row : { ...row, cells: inColumnOrder([...before.cells, ...row.cells]) },
    );
  }
  return [...byNumber.values()].toSorted((left, right) => left.row - right.row);
}
