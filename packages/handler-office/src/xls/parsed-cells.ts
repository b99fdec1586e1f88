import { parseRange } from "../sheets/addresses.ts";
import { createFillingFormulas, type FillingFormulas } from "../sheets/filling-formulas.ts";
import type { Cell, CellNote, CellRange, Row } from "../sheets/workbook.ts";
import type { NumberFormat } from "../sheets/number-formats/number-format.ts";
import type { ParsedCell, ParsedSheet } from "./engine.ts";

/** Rows of a batch. */
const batchRows = 500;

/** The number format of a code, as cells have it. */
export type FormatOf = (code: ParsedCell["z"]) => NumberFormat;

/** The rows of a parsed sheet that are in a range, in batches. */
export function* rowsOf(sheet: ParsedSheet, range: CellRange, formatOf: FormatOf): Generator<readonly Row[]> {
  const data = sheet["!data"] ?? [];
  const filling = createFillingFormulas();
  const hidden = sheet["!rows"] ?? [];
  let batch: Row[] = [];
  for (let row = 1; row <= Math.min(range.lastRow, data.length); row += 1) {
    const parsed = data[row - 1];
    if (parsed === undefined) continue;
    addFilling(filling, parsed, row);
    if (row < range.firstRow) continue;
    const cells = cellsOf({ row, parsed, filling, formatOf }, range);
    if (cells.length > 0) batch.push(rowOf(row, cells, hidden[row - 1]?.hidden));
    if (batch.length < batchRows) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function rowOf(row: number, cells: readonly Cell[], isHidden = false): Row {
  return isHidden ? { row, cells, isHidden } : { row, cells };
}

type ParsedRow = readonly (ParsedCell | undefined)[];

function addFilling(filling: FillingFormulas, parsed: ParsedRow, row: number): void {
  // Rows and cells may be missing, and most sheets have no such formula.
  for (const cell of parsed) {
    if (cell?.F === undefined || cell.f === undefined) continue;
    const range = parseRange(cell.F);
    if (range?.firstRow === row) filling.add({ range, formula: formulaText(cell.f) }, row);
  }
}

interface RowReading {
  readonly row: number;
  readonly parsed: ParsedRow;
  readonly filling: FillingFormulas;
  readonly formatOf: FormatOf;
}

function cellsOf({ row, parsed, filling, formatOf }: RowReading, range: CellRange): readonly Cell[] {
  const cells: Cell[] = [];
  const last = Math.min(range.lastColumn, parsed.length);
  for (let column = range.firstColumn; column <= last; column += 1) {
    const cell = parsed[column - 1];
    const shown = cell === undefined ? undefined : shownCell(cell, column, formatOf);
    const filled = filling.hasSome && shown?.formula === undefined ? filling.at(row, column) : undefined;
    if (shown !== undefined) cells.push(filled === undefined ? shown : { ...shown, formula: filled });
  }
  return cells;
}

function shownCell(parsed: ParsedCell, column: number, formatOf: FormatOf): Cell | undefined {
  const { f: formula, t, z } = parsed;
  const format = formatOf(z);
  const text = textOf(parsed, format);
  if (text === "" && formula === undefined) return undefined;
  const isDate = t === "n" && format.isDate;
  const cell = { column, text, kind: isDate ? ("date" as const) : kinds[t] };
  return formula === undefined || formula === "" ? cell : { ...cell, formula: formulaText(formula) };
}

const truths = /"(?:[^"]|"")*"|'(?:[^']|'')*'|\b(?:true|false)\b/g;

/** The library writes truths in small letters, which programs show in capitals. */
function formulaText(formula: string): string {
  return formula.replace(truths, (found) => (/^["']/.test(found) ? found : found.toUpperCase()));
}

const kinds: Readonly<Record<ParsedCell["t"], Cell["kind"]>> = {
  s: "text",
  n: "number",
  b: "boolean",
  e: "error",
  z: "text",
};

/** Errors by their codes ([MS-XLS] 2.5.10). */
const errors: Readonly<Record<number, string>> = {
  0x00: "#NULL!",
  0x07: "#DIV/0!",
  0x0f: "#VALUE!",
  0x17: "#REF!",
  0x1d: "#NAME?",
  0x24: "#NUM!",
  0x2a: "#N/A",
};

function textOf({ t, v }: ParsedCell, format: NumberFormat): string {
  if (t === "z" || v === undefined) return "";
  if (typeof v === "number") return t === "e" ? (errors[v] ?? "#ERROR!") : numberText(v, format);
  if (typeof v === "string") return format.formatText?.(v) ?? v;
  return v === true ? "TRUE" : "FALSE";
}

/** Where no format says otherwise, programs show 11 digits; who wrote a longer whole number has meant all of it. */
function numberText(value: number, format: NumberFormat): string {
  return format.isGeneral && Number.isSafeInteger(value) ? String(value) : format.formatNumber(value).trim();
}

/** The range of cells with something in them; undefined for none. */
export function usedRange({ "!data": data = [] }: ParsedSheet): CellRange | undefined {
  const range = { firstRow: 0, lastRow: 0, firstColumn: Number.POSITIVE_INFINITY, lastColumn: 0 };
  for (const [index, cells] of data.entries()) {
    const first = cells?.findIndex(isUsed) ?? -1;
    if (first < 0) continue;
    range.firstRow ||= index + 1;
    range.lastRow = index + 1;
    range.firstColumn = Math.min(range.firstColumn, first + 1);
    range.lastColumn = Math.max(range.lastColumn, (cells?.findLastIndex(isUsed) ?? 0) + 1);
  }
  return range.lastRow === 0 ? undefined : range;
}

function isUsed(cell: ParsedCell | undefined): boolean {
  return cell?.v !== undefined && cell.v !== "";
}

/** Comments and links of the cells. */
export function notesOf({ "!data": data = [] }: ParsedSheet): readonly CellNote[] {
  const notes: CellNote[] = [];
  for (const [row, cells] of data.entries()) {
    for (const [column, cell] of (cells ?? []).entries()) {
      if (cell !== undefined) notes.push(...notesOfCell(cell, { row: row + 1, column: column + 1 }));
    }
  }
  return notes;
}

function notesOfCell({ c, l }: ParsedCell, at: { readonly row: number; readonly column: number }): readonly CellNote[] {
  const comments = (c ?? []).map(({ a, t }): CellNote => {
    const note = { ...at, kind: "comment" as const, text: t ?? "" };
    return a === undefined || a === "" ? note : { ...note, author: a };
  });
  const target = l?.Target ?? "";
  return target === "" ? comments : [...comments, { ...at, kind: "link", text: target }];
}

/** The codes of the number formats of the cells of a workbook. */
export function formatCodes(sheets: readonly ParsedSheet[]): ReadonlySet<string> {
  const codes = new Set<string>();
  for (const { "!data": data = [] } of sheets) {
    for (const cells of data) for (const cell of cells ?? []) if (typeof cell?.z === "string") codes.add(cell.z);
  }
  return codes;
}
