import type { Handler } from "@reader/core";
import { type HandlerContext, defineHandler } from "@reader/core/handler";
import type { Cell, CellRange } from "@reader/document/tables";
import { readSheets } from "../../src/sheets/read-sheets.ts";
import type { Row, Sheet, Workbook } from "../../src/sheets/workbook.ts";
import { describeSheets } from "../../src/sheets/describe-sheets.ts";

/** A sheet of a made workbook: what is not said is as in a plain sheet. */
export type MadeSheet = Partial<Omit<Sheet, "rows">> & { readonly made?: Iterable<Row> };

/** Numbers by their look, everything else is words. */
export function cell(column: number, text: string, more: Partial<Cell> = {}): Cell {
  return { column, text, kind: /^-?\d+(?:\.\d+)?$/.test(text) ? "number" : "text", ...more };
}

/** A row with these words from column A on; empty words are no cells. */
export function row(number: number, ...words: readonly string[]): Row {
  return { row: number, cells: words.flatMap((text, at) => (text === "" ? [] : [cell(at + 1, text)])) };
}

export function sheet({ made = [], ...more }: MadeSheet = {}): Sheet {
  return {
    name: "Sheet1",
    state: "visible",
    kind: "cells",
    dimension: undefined,
    async *rows(range) {
      yield* batchesOf(made, range);
    },
    layout: () => Promise.resolve({ hiddenColumns: [], frozenRows: 0 }),
    extras: () => Promise.resolve({ merged: [], notes: [], drawings: [] }),
    hasFarExtras: false,
    async *images() {
      // There are none.
    },
    ...more,
  };
}

function* batchesOf(rows: Iterable<Row>, range: CellRange): Generator<readonly Row[]> {
  let batch: Row[] = [];
  for (const each of rows) {
    if (each.row < range.firstRow || each.row > range.lastRow) continue;
    const cells = each.cells.filter(({ column }) => column >= range.firstColumn && column <= range.lastColumn);
    batch.push({ ...each, cells });
    if (batch.length < 100) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

export function workbook(sheets: readonly Sheet[], more: Partial<Workbook> = {}): Workbook {
  return {
    sheets,
    names: () => Promise.resolve([]),
    properties: {},
    hasMacros: false,
    close: () => Promise.resolve(),
    ...more,
  };
}

/** A handler that shows this workbook, whatever bytes it is given. */
export function showing(book: Workbook): Handler {
  return defineHandler({
    name: "made",
    mediaTypes: ["application/x-made"],
    async *read(source, context: HandlerContext) {
      yield* readSheets(() => Promise.resolve(book), { path: source.path, context });
    },
    info: (_, context) => describeSheets(() => Promise.resolve(book), context),
  });
}
