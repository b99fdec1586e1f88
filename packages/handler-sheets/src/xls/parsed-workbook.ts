import type { HandlerEvent } from "@reader/core/handler";
import type { EmbeddedFile } from "@reader/document/content";
import type { Cell, CellRange } from "@reader/document/tables";
import type { MacroModule } from "@reader/office-kit/vba";
import { createFillingFormulas, type FillingFormulas } from "../sheets/filling-formulas.ts";
import { builtinNumberFormat } from "../sheets/number-formats/builtin-number-format.ts";
import type { NumberFormat } from "../sheets/number-formats/number-format.ts";
import { createNumberFormats } from "../sheets/number-formats/number-formats.ts";
import { placeOfReference } from "../sheets/selection/reference.ts";
import type { CellNote, NamedRange, Row, Sheet, Workbook } from "../sheets/workbook.ts";
import type { CheckedCell } from "./checked-cell.ts";
import type { CheckedRow, CheckedSheet } from "./checked-sheet.ts";
import type { CheckedName, CheckedWorkbook } from "./checked-workbook.ts";

/** What the library does not read of a sheet. */
export interface SheetSupplement {
  readonly frozenRows: number;
  /** Whether a range of it that is to be filtered is still filtered: some programs only forget to remove its name. */
  readonly hasFilter: boolean;
  /** What is drawn on it, in words. */
  drawings(): Promise<readonly string[]>;
  pictures(): AsyncIterable<HandlerEvent>;
}

/** What goes with a parsed workbook. */
export interface ParsedExtras {
  readonly hasMacros: boolean;
  /** Properties under the library's names, instead of those that it has found. */
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly modules?: readonly MacroModule[];
  /** By the index of the sheet. */
  readonly supplements: readonly (SheetSupplement | undefined)[];
  readonly embedded?: readonly EmbeddedFile[];
  /** Sentences about a file that is not all there. */
  readonly remarks?: readonly string[];
}

/** A workbook that the library has read as a whole, in the form that all workbooks have here. */
export async function workbookOf(parsed: CheckedWorkbook, extras: ParsedExtras): Promise<Workbook> {
  const formatOf = await formatsOf(parsed);
  return {
    sheets: parsed.sheets.map((sheet, index) => sheetOf(sheet, formatOf, extras.supplements[index])),
    names: () => Promise.resolve(namesOf(parsed)),
    properties: propertiesOf(extras.properties ?? parsed.properties),
    hasMacros: extras.hasMacros,
    modules: extras.modules ?? [],
    embedded: extras.embedded ?? [],
    remarks: [...(extras.remarks ?? []), ...outsideWords(parsed.sheets)],
    close: () => Promise.resolve(),
  };
}

/** What is said of cells that no program shows. */
function outsideWords(sheets: readonly CheckedSheet[]): readonly string[] {
  const count = sheets.reduce((sum, { cellsOutside }) => sum + cellsOutside, 0);
  if (count === 0) return [];
  const words = count === 1 ? "1 cell is" : `${count} cells are`;
  return [`${words} outside of the rows and columns that a sheet of this format has, and left out.`];
}

function sheetOf(checked: CheckedSheet, formatOf: FormatOf, supplement: SheetSupplement | undefined): Sheet {
  const { name, kind, state, rows, merged } = checked;
  return {
    name,
    state,
    kind,
    dimension: usedRange(rows),
    async *rows(range) {
      yield* rowsOf(rows, range, formatOf);
    },
    layout: () => Promise.resolve({ hiddenColumns: checked.hiddenColumns, frozenRows: supplement?.frozenRows ?? 0 }),
    async extras() {
      return { merged, notes: notesOf(rows), drawings: await drawingsOf(checked, supplement) };
    },
    hasFarExtras: false,
    async *pictures() {
      if (supplement !== undefined) yield* supplement.pictures();
    },
  };
}

async function drawingsOf(
  { filter }: CheckedSheet,
  supplement: SheetSupplement | undefined,
): Promise<readonly string[]> {
  const isFiltered = supplement?.hasFilter === true && filter !== undefined;
  return [...((await supplement?.drawings()) ?? []), ...(isFiltered ? [`filter on ${filter}`] : [])];
}

/** Formats that follow the language of the machine, by what the library writes for them. */
const localDates: ReadonlyMap<string, string> = new Map([
  ["m/d/yy", builtinNumberFormat(14)],
  ["m/d/yy h:mm", builtinNumberFormat(22)],
  ['"上午/下午 "hh"時"mm"分"ss"秒 "', builtinNumberFormat(56)],
]);

async function formatsOf({ sheets, isDate1904 }: CheckedWorkbook): Promise<FormatOf> {
  const codes = new Set(sheets.flatMap(({ rows }) => [...new Set(formatCodes(rows))]));
  const make = await createNumberFormats([...codes].map(invariantFormat), { isDate1904 });
  const known = new Map([...codes].map((code) => [code, make(invariantFormat(code))]));
  const general = make("General");
  return (code) => (code === undefined ? general : (known.get(code) ?? general));
}

function invariantFormat(code: string): string {
  return localDates.get(code) ?? code;
}

function namesOf({ names, sheets }: CheckedWorkbook): readonly NamedRange[] {
  const sheetNames = sheets.map(({ name }) => name);
  return names.map((name) => namedRange(name, sheetNames));
}

/** Names that programs make for themselves start with `_xlnm.` (print areas) or `_xlfn.`. */
const ownNames = /^_xl/i;

function namedRange({ name, refersTo, isHidden }: CheckedName, sheets: readonly string[]): NamedRange {
  const range = { name, kind: "name" as const, refersTo, ...placeOfReference(refersTo, sheets) };
  return isHidden || ownNames.test(name) ? { ...range, isHidden: true } : range;
}

function propertiesOf(properties: Readonly<Record<string, unknown>>): Workbook["properties"] {
  const shown = {
    Title: wordsOf(properties["Title"]),
    Author: wordsOf(properties["Author"]),
    Created: dayOf(properties["CreatedDate"]),
    Modified: dayOf(properties["ModifiedDate"]),
  };
  return Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== ""));
}

function wordsOf(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}

function dayOf(value: unknown): string {
  const date = value instanceof Date ? value : new Date(typeof value === "string" ? value : Number.NaN);
  // A date that was never set is the start of an era.
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() < 1980 ? "" : date.toISOString().slice(0, 10);
}

/** Rows of a batch. */
const batchRows = 500;

/** The number format of a code, as cells have it. */
type FormatOf = (code: CheckedCell["format"]) => NumberFormat;

/** The rows of a sheet that are in a range, in batches. */
function* rowsOf(rows: readonly CheckedRow[], range: CellRange, formatOf: FormatOf): Generator<readonly Row[]> {
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
function usedRange(rows: readonly CheckedRow[]): CellRange | undefined {
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
function notesOf(rows: readonly CheckedRow[]): readonly CellNote[] {
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
function* formatCodes(rows: readonly CheckedRow[]): Generator<string> {
  for (const { cells } of rows) for (const { format } of cells) if (format !== undefined) yield format;
}
