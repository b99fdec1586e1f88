import type { Cell, CellRange } from "@reader/document/tables";
import { createFillingFormulas, type FillingFormulas } from "../sheets/filling-formulas.ts";
import type { NumberFormat } from "../sheets/number-formats/number-format.ts";
import type { CellNote, Row } from "../sheets/workbook.ts";
import type { CheckedCell } from "./checked-cell.ts";
import type { CheckedRow } from "./checked-sheet.ts";

/** Rows of a batch. */
const batchRows = 500;

/** The number format of a code, as cells have it. */
export type FormatOf = (code: CheckedCell["format"]) => NumberFormat;

/** The rows of a sheet that are in a range, in batches. */
export function* rowsOf(rows: readonly CheckedRow[], range: CellRange, formatOf: FormatOf): Generator<readonly Row[]> {
  const filling = createFillingFormulas();
  let batch: Row[] = [];
  for (const given of rows) {
    const { row, isHidden } = given;
    if (row > range.lastRow) break;
    addFilling(filling, given);
    if (row < range.firstRow) continue;
    const cells = cellsOf(given, range, { filling, formatOf });
    if (cells.length > 0) batch.push(isHidden ? { row, cells, isHidden } : { row, cells });
    if (batch.length < batchRows) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Most sheets have no formula that fills several cells. */
function addFilling(filling: FillingFormulas, { row, cells }: CheckedRow): void {
  for (const { fills, formula } of cells) {
    if (fills?.firstRow !== row || formula === undefined) continue;
    filling.add({ range: fills, formula: formulaText(formula) }, row);
  }
}

interface CellReading {
  readonly filling: FillingFormulas;
  readonly formatOf: FormatOf;
}

function cellsOf({ row, cells: given }: CheckedRow, range: CellRange, reading: CellReading): readonly Cell[] {
  const { filling, formatOf } = reading;
  const cells: Cell[] = [];
  for (const cell of given) {
    if (cell.column < range.firstColumn || cell.column > range.lastColumn) continue;
    const shown = shownCell(cell, formatOf);
    const filled = filling.hasSome && shown?.formula === undefined ? filling.at(row, cell.column) : undefined;
    if (shown !== undefined) cells.push(filled === undefined ? shown : { ...shown, formula: filled });
  }
  return cells;
}

function shownCell(cell: CheckedCell, formatOf: FormatOf): Cell | undefined {
  const { column, formula } = cell;
  const format = formatOf(cell.format);
  const text = textOf(cell, format);
  if (text === "" && formula === undefined) return undefined;
  const shown = { column, text, kind: kindOf(cell, format) };
  return formula === undefined ? shown : { ...shown, formula: formulaText(formula) };
}

function kindOf({ kind }: CheckedCell, format: NumberFormat): Cell["kind"] {
  if (kind === "empty") return "text";
  return kind === "number" && format.isDate ? "date" : kind;
}

const truths = /"(?:[^"]|"")*"|'(?:[^']|'')*'|\b(?:true|false)\b/g;

/** The library writes truths in small letters, which programs show in capitals. */
function formulaText(formula: string): string {
  return formula.replace(truths, (found) => (/^["']/.test(found) ? found : found.toUpperCase()));
}

function textOf({ kind, value }: CheckedCell, format: NumberFormat): string {
  if (typeof value === "number") return numberText(value, format);
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  return kind === "text" ? (format.formatText?.(value) ?? value) : value;
}

/** Where no format says otherwise, programs show 11 digits; who wrote a longer whole number has meant all of it. */
function numberText(value: number, format: NumberFormat): string {
  return format.isGeneral && Number.isSafeInteger(value) ? String(value) : format.formatNumber(value).trim();
}

/** The range of cells with something in them; `undefined` if there are none. */
export function usedRange(rows: readonly CheckedRow[]): CellRange | undefined {
  const range = { firstRow: 0, lastRow: 0, firstColumn: Number.POSITIVE_INFINITY, lastColumn: 0 };
  for (const { row, cells } of rows) {
    const first = cells.find(isUsed);
    if (first === undefined) continue;
    range.firstRow ||= row;
    range.lastRow = row;
    range.firstColumn = Math.min(range.firstColumn, first.column);
    range.lastColumn = Math.max(range.lastColumn, cells.findLast(isUsed)?.column ?? 0);
  }
  return range.lastRow === 0 ? undefined : range;
}

function isUsed({ kind }: CheckedCell): boolean {
  return kind !== "empty";
}

/** Comments and links of the cells. */
export function notesOf(rows: readonly CheckedRow[]): readonly CellNote[] {
  const notes: CellNote[] = [];
  for (const { row, cells } of rows) for (const cell of cells) notes.push(...notesOfCell(cell, row));
  return notes;
}

function notesOfCell({ column, comments = [], link }: CheckedCell, row: number): readonly CellNote[] {
  const notes = comments.map(({ author, text }): CellNote => {
    const note = { row, column, kind: "comment" as const, text };
    return author === "" ? note : { ...note, author };
  });
  return link === undefined ? notes : [...notes, { row, column, kind: "link", text: link }];
}

/** The codes of the number formats of the cells of some rows. */
export function* formatCodes(rows: readonly CheckedRow[]): Generator<string> {
  for (const { cells } of rows) for (const { format } of cells) if (format !== undefined) yield format;
}
