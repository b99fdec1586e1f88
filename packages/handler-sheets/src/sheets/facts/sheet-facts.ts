import type { Json } from "@reader/core/handler";
import {
  columnLetters,
  rangeAddress,
  createColumnProfile,
  type ProfiledCell,
  wholeSheet,
} from "@reader/document/tables";
import { type Row, type Sheet } from "../workbook.ts";

/** Rows of a sheet that are looked at. */
const sampleRows = 1000;

/** Rows that are told as they are, headers among them. */
const shownRows = 3;

/** Columns and characters of those. */
const shownColumns = 50;
const shownCharacters = 100;

/** What `info` tells of a sheet; `named` is without a look at its rows. */
export async function sheetFacts(sheet: Sheet, depth: "profiled" | "named"): Promise<Json> {
  const { name, dimension, state, kind } = sheet;
  const facts = {
    name,
    ...(dimension === undefined ? {} : { range: rangeAddress(dimension) }),
    ...(state === "visible" ? {} : { state }),
    ...(kind === "cells" ? {} : { kind }),
  };
  return depth === "named" ? facts : { ...facts, ...(await profileOf(sheet)) };
}

async function profileOf(sheet: Sheet): Promise<{ readonly [name: string]: Json }> {
  const { frozenRows, hiddenColumns } = await sheet.layout();
  const rows = await firstRows(sheet);
  const [first] = rows;
  if (first === undefined) return { empty: true };
  const firstColumn = rows.reduce(
    (least, { cells }) => Math.min(least, cells[0]?.column ?? least),
    wholeSheet.lastColumn,
  );
  const profile = createColumnProfile({
    firstColumn,
    mayHaveTitle: true,
    headerRows: frozenRows > 0 ? headersIn(rows, frozenRows) : undefined,
  });
  for (const row of rows) profile.add(denseCells(row, firstColumn));
  const { rows: sampled, headerRows, titleRows, columns } = profile.finish();
  const formulas = rows.reduce(
    (sum, { cells }) => sum + cells.filter(({ formula }) => formula !== undefined).length,
    0,
  );
  return {
    columns: columns.map((column) => ({ ...column })),
    headerRows,
    ...(titleRows === undefined ? {} : { titleRows }),
    sampledRows: sampled,
    isWholeSheet: rows.length < sampleRows,
    ...(formulas === 0 ? {} : { formulas }),
    ...(frozenRows === 0 ? {} : { frozenRows }),
    ...(hiddenColumns.length === 0 ? {} : { hiddenColumns: hiddenColumns.length }),
    firstRows: rows.slice(0, shownRows).map(({ row, cells }) => ({
      row,
      values: Object.fromEntries(
        cells.slice(0, shownColumns).map(({ column, text }) => [columnLetters(column), text.slice(0, shownCharacters)]),
      ),
    })),
  };
}

async function firstRows(sheet: Sheet): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for await (const batch of sheet.rows(wholeSheet)) {
    for (const row of batch) if (row.cells.length > 0) rows.push(row);
    if (rows.length >= sampleRows) break;
  }
  return rows.slice(0, sampleRows);
}

/** Rows that stay in view may be empty, and what stands above the names of the columns is a title. */
function headersIn(rows: readonly Row[], frozenRows: number): number {
  return rows.filter(({ row }) => row <= frozenRows).length;
}

function denseCells({ cells }: Row, firstColumn: number): readonly (ProfiledCell | undefined)[] {
  const dense: (ProfiledCell | undefined)[] = [];
  for (const cell of cells) {
    const at = cell.column - firstColumn;
    // A cell at the right end of the sheet must not make sixteen thousand places.
    if (at < maxDense) dense[at] = cell;
  }
  return dense;
}

const maxDense = 256;
