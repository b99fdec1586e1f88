import { ReadError, quoted } from "@reader/core/handler";
import { columnLetters, columnNumber } from "@reader/document/tables";

/** Rows from `first` to `last`, inclusive. Negative numbers count from the end of the table. */
export interface RowRange {
  readonly first: number;
  readonly last: number;
}

/** The requested part of a table. */
export interface Selection {
  /** The numbers of the columns, from 1, in the requested order; absent for all. */
  readonly columns?: readonly number[];
  /** The requested rows; absent for all. */
  readonly rows?: readonly RowRange[];
}

/** The columns of a table. */
export interface ColumnNames {
  readonly path: string;
  /** The column names; empty if the table has none. */
  readonly names: readonly string[];
  /** The number of columns, if known. */
  readonly width?: number;
}

interface Part {
  readonly columns?: readonly number[];
  readonly rows?: RowRange;
}

/**
 * Parses a selection: rows (`100:200`, `7`, `100:` to the end, `-20:` for the last ones), columns by letters (`A:C`),
 * cells (`B2`, `A5:D20`), or column names (`name`, `name:price`, quoted if they contain a comma). Several are separated
 * by commas. Rows may follow the columns after a blank (`name,price 100:200`) or precede them. A column name takes
 * precedence over any other meaning. Throws `invalid-request` with the column names.
 */
export function parseSelection(select: string, table: ColumnNames): Selection {
  const named = findName(select, table.names);
  if (named !== undefined) return { columns: [named] };
  const parts = splitParts(select).flatMap((part) => parsePart(part, table));
  const columns = parts.flatMap((part) => part.columns ?? []);
  const rows = parts.flatMap((part) => part.rows ?? []);
  return {
    ...(columns.length === 0 ? {} : { columns: [...new Set(columns)] }),
    ...(rows.length === 0 ? {} : { rows }),
  };
}

/** Splits at commas outside quotation marks. */
function splitParts(select: string): readonly string[] {
  const parts = select.match(/(?:"[^"]*"|(?<=(?:^|,)\s*)'[^',]*(?:,[^',]*)+'(?=\s*(?:,|$))|[^,"]|")+/g) ?? [];
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

const rowsPattern = /^(?:rows?\s+)?(-?\d{1,15})?\s*([:-])?\s*(-?\d{1,15})?$/i;
const cellsPattern = /^([a-z]{1,3})([1-9]\d{0,14})?(?::([a-z]{1,3})([1-9]\d{0,14})?)?$/i;
const columnsThenRows = /^(.*\S)\s+((?:rows?\s+)?-?\d{1,15}(?:\s*[:-]\s*\d{0,15})?)$/is;
const rowsThenColumns = /^((?:rows?\s+)?-?\d{1,15}\s*[:-]\s*\d{0,15})\s+(\S.*)$/is;

function parsePart(text: string, table: ColumnNames): readonly Part[] {
  const found = parseUnit(text, table);
  if (found !== undefined) return [found];
  const { columns, rows } = columnsAndRows(text);
  const left = columns === "" ? undefined : parseUnit(columns, table);
  const right = parseRows(rows);
  if (left === undefined || right === undefined) throw unknownPart(columns === "" ? text : columns, table);
  return [left, right];
}

function columnsAndRows(text: string): { readonly columns: string; readonly rows: string } {
  const behind = columnsThenRows.exec(text);
  if (behind !== null) return { columns: behind[1] ?? "", rows: behind[2] ?? "" };
  const [, rows = "", columns = ""] = rowsThenColumns.exec(text) ?? [];
  return { columns, rows };
}

function parseUnit(text: string, table: ColumnNames): Part | undefined {
  return parseNames(text, table) ?? parseRows(text) ?? parseCells(text, table);
}

/** Parses one name, or two separated by a colon. */
function parseNames(text: string, { names }: ColumnNames): Part | undefined {
  const one = findName(text, names);
  if (one !== undefined) return { columns: [one] };
  const [start = "", end, ...more] = text.match(/(?:"[^"]*"|[^:])+/g) ?? [];
  const first = findName(start, names);
  const last = end === undefined || more.length > 0 ? undefined : findName(end, names);
  return first === undefined || last === undefined ? undefined : { columns: spanOf(first, last) };
}

/** Finds a column by name, first with the exact case, then with any; from 1. */
function findName(text: string, names: readonly string[]): number | undefined {
  const wanted = text.trim().replace(/^(["'])(.*)\1$/s, "$2");
  const key = (name: string): string => name.trim().toLowerCase();
  const exact = names.indexOf(wanted);
  const found = exact < 0 ? names.findIndex((name) => name !== "" && key(name) === key(wanted)) : exact;
  return found < 0 || wanted === "" ? undefined : found + 1;
}

function parseRows(text: string): Part | undefined {
  const match = text === "" ? null : rowsPattern.exec(text);
  if (match === null) return undefined;
  const [, start, separator, end] = match;
  if (start === undefined && end === undefined) return undefined;
  const first = Number(start ?? 1);
  const last = separator === undefined ? first : Number(end ?? Number.POSITIVE_INFINITY);
  if (first === 0 || last === 0) return undefined;
  return { rows: { first, last } };
}

/** If the number of columns is unknown, a single column has one letter, because more letters look like a name. */
function parseCells(text: string, { width }: ColumnNames): Part | undefined {
  const match = cellsPattern.exec(text.replaceAll("$", ""));
  if (match === null) return undefined;
  const [, first = "", firstRow, last, lastRow] = match;
  const isCell = last === undefined;
  if (isCell && firstRow === undefined && first.length > 1 && width === undefined) return undefined;
  const rows = rowsBetween(firstRow, isCell ? firstRow : lastRow);
  const columns = spanOf(columnNumber(first), columnNumber(last ?? first));
  const within = columns.filter((column) => column <= (width ?? maxSpan));
  return within.length === 0 ? undefined : { columns: within, ...rows };
}

function rowsBetween(one: string | undefined, other: string | undefined): Pick<Part, "rows"> {
  if (one === undefined && other === undefined) return {};
  return { rows: orderedRows(Number(one ?? 1), Number(other ?? Infinity)) };
}

function orderedRows(one: number, other: number): RowRange {
  return { first: Math.min(one, other), last: Math.max(one, other) };
}

/** Maximum number of columns of a range; no table is shown with more. */
const maxSpan = 100_000;

function spanOf(one: number, other: number): readonly number[] {
  const first = Math.min(one, other);
  const length = Math.min(Math.max(one, other) - first + 1, maxSpan);
  return Array.from({ length }, (_, at) => first + at);
}

/** Maximum number of names in an error. */
const maxNames = 40;

function unknownPart(text: string, { path, names }: ColumnNames): ReadError {
  const shown = names.slice(0, maxNames).map((name, at) => `${columnLetters(at + 1)} ${quoted(name.slice(0, 60))}`);
  const rest = names.length > maxNames ? ` and ${names.length - maxNames} more` : "";
  const columns = names.length === 0 ? "Its columns have no names." : `Its columns are ${shown.join(", ")}${rest}.`;
  const problem = `${quoted(text.slice(0, 100))} is neither a column nor a range of rows`;
  return new ReadError("invalid-request", `${path}: ${problem}. ${columns}`, {
    hint: 'Ask for `select` as rows ("100:200"), columns ("A:C", or by name), cells ("A5:D20"), or both ("name,price 100:200").',
    details: { issues: [{ field: "select", problem }] },
  });
}
