import type { HandlerEvent } from "@reader/core/handler";
import type { EmbeddedFile } from "@reader/document/content";
import type { Cell, CellRange } from "@reader/document/tables";
import type { MacroModule } from "@reader/office-kit/vba";
import { createFillingFormulas, type FillingFormulas } from "../sheets/filling-formulas.ts";
import { builtinNumberFormat } from "../sheets/number-formats/builtin-number-format.ts";
import type { NumberFormat } from "../sheets/number-formats/number-format-general.ts";
import { createNumberFormats } from "../sheets/number-formats/number-formats.ts";
import { placeOfReference } from "../sheets/selection/named-ranges.ts";
import type { CellNote, NamedRange, Row, Sheet, Workbook } from "../sheets/workbook.ts";
import type { CheckedCell, CheckedRow, CheckedSheet, CheckedName, CheckedWorkbook } from "./checked-workbook.ts";

/** The content of a sheet that SheetJS does not read. */
export interface SheetSupplement {
  readonly frozenRows: number;
  /** True if the filtered range is still in use. Some programs keep its name after they remove the filter. */
  readonly hasFilter: boolean;
  /** Describes the drawings of the sheet. */
  drawings(): Promise<readonly string[]>;
  images(): AsyncIterable<HandlerEvent>;
}

/** Additional facts for a parsed workbook. */
export interface ParsedExtras {
  readonly hasMacros: boolean;
  /** Properties with SheetJS's names, which replace those that it found. */
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly modules?: readonly MacroModule[];
  /** Supplements by sheet index. */
  readonly supplements: readonly (SheetSupplement | undefined)[];
  readonly embedded?: readonly EmbeddedFile[];
  /** Texts with raised or lowered characters, by the text without marks. */
  readonly scripted?: ReadonlyMap<string, string>;
  /** The other files that its formulas refer to. */
  readonly externalLinks?: readonly string[];
  /** Sentences about missing content of the file. */
  readonly remarks?: readonly string[];
}

/** Creates the `Workbook` of a file that SheetJS read completely. */
export async function workbookOf(parsed: CheckedWorkbook, extras: ParsedExtras): Promise<Workbook> {
  const formatOf = await formatsOf(parsed);
  return {
    sheets: parsed.sheets.map((sheet, index) =>
      sheetOf(withScripts(sheet, extras.scripted ?? new Map()), formatOf, extras.supplements[index]),
    ),
    names: () => Promise.resolve(namesOf(parsed)),
    properties: propertiesOf(extras.properties ?? parsed.properties),
    hasMacros: extras.hasMacros,
    modules: extras.modules ?? [],
    embedded: extras.embedded ?? [],
    externalLinks: extras.externalLinks ?? [],
    remarks: [...(extras.remarks ?? []), ...outsideWords(parsed.sheets)],
    close: () => Promise.resolve(),
  };
}

/** Returns a sheet with the marks of raised and lowered characters in its texts. */
function withScripts(sheet: CheckedSheet, scripted: ReadonlyMap<string, string>): CheckedSheet {
  if (scripted.size === 0) return sheet;
  const marked = (cell: CheckedCell): CheckedCell => {
    const text = typeof cell.value === "string" && cell.kind === "text" ? scripted.get(cell.value) : undefined;
    return text === undefined || cell.formula !== undefined ? cell : { ...cell, value: text };
  };
  return { ...sheet, rows: sheet.rows.map((row) => ({ ...row, cells: row.cells.map(marked) })) };
}

/** Returns a remark on cells outside the limits, which no program shows. */
function outsideWords(sheets: readonly CheckedSheet[]): readonly string[] {
  const count = sheets.reduce((sum, { cellsOutside }) => sum + cellsOutside, 0);
  if (count === 0) return [];
  const words = count === 1 ? "1 cell is" : `${count} cells are`;
  return [`${words} omitted: the format has no such rows or columns.`];
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
    async *images() {
      if (supplement !== undefined) yield* supplement.images();
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

/** Formats that depend on the machine's language, by the code that SheetJS writes for them. */
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

/** Names created by programs, which start with `_xlnm.` (print areas) or `_xlfn.`. */
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
  // An unset date is the start of an epoch.
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() < 1980 ? "" : date.toISOString().slice(0, 10);
}

/** Number of rows in a batch. */
const batchRows = 500;

/** Returns the number format of a code. */
type FormatOf = (code: CheckedCell["format"]) => NumberFormat;

/** Yields the rows of a range, in batches. */
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

/** Adds the array formulas of a row. Most sheets have none. */
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

/** SheetJS writes booleans in lower case; programs show upper case. */
function formulaText(formula: string): string {
  return formula.replace(truths, (found) => (/^["']/.test(found) ? found : found.toUpperCase()));
}

function textOf({ kind, value }: CheckedCell, format: NumberFormat): string {
  if (typeof value === "number") return numberText(value, format);
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  return kind === "text" ? (format.formatText?.(value) ?? value) : value;
}

/**
 * Formats a number. `General` shows 11 digits, but longer whole numbers are kept in full because they are likely
 * identifiers.
 */
function numberText(value: number, format: NumberFormat): string {
  return format.isGeneral && Number.isSafeInteger(value) ? String(value) : format.formatNumber(value).trim();
}

/** Returns the used range, or `undefined`. */
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

/** Returns the comments and links of the cells. */
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

/** Yields the number format codes of the cells. */
function* formatCodes(rows: readonly CheckedRow[]): Generator<string> {
  for (const { cells } of rows) for (const { format } of cells) if (format !== undefined) yield format;
}
