import { type CellRange, parseRange } from "@reader/document/tables";
import type { NamedRange, Row, Workbook } from "../workbook.ts";
import { splitSelection } from "./split-selection.ts";

/** The target of a name: the sheet, from 0, and the range on it. */
export interface FoundRange {
  readonly index: number;
  readonly range: CellRange;
}

/** The definition of a name or table. */
export interface NameMeaning {
  /** Empty if the name is a constant, a formula or broken. */
  readonly ranges: readonly FoundRange[];
  /** The definition as stored in the workbook. */
  readonly refersTo: string;
  /** The requested column that the table does not have, and the columns that it has. */
  readonly missing?: { readonly column: string; readonly table: string; readonly columns: readonly string[] };
}

const structured = /^([^[\]]+)\[(.*)\]$/s;

/** Maximum depth of names that refer to other names. */
const maxDepth = 4;

/**
 * Returns the ranges of a defined name, a table, or a reference such as `Table[Column]`, `Table[[First]:[Last]]` or
 * `Table[#Headers]`, ignoring case. With `sheet`, only names that refer to it match. Returns `undefined` if there is no
 * such name.
 */
export async function meaningOfName(
  workbook: Workbook,
  reference: string,
  sheet: number | undefined,
): Promise<NameMeaning | undefined> {
  return meaningAt({ workbook, depth: 0 }, reference, sheet);
}

interface Search {
  readonly workbook: Workbook;
  readonly depth: number;
}

async function meaningAt(
  search: Search,
  reference: string,
  sheet: number | undefined,
): Promise<NameMeaning | undefined> {
  const { workbook } = search;
  const match = structured.exec(reference);
  const wanted = (match?.[1] ?? reference).trim().toLowerCase();
  const names = await workbook.names();
  const isWanted = (each: NamedRange): boolean =>
    each.name.toLowerCase() === wanted && (match === null || each.kind === "table");
  const found = names.filter(isWanted).find((each) => sheet === undefined || each.sheet === sheet);
  if (found === undefined) return undefined;
  const { refersTo } = found;
  if (!isPlaced(found)) return { ranges: await unionOf(search, refersTo), refersTo };
  if (match === null) return { ranges: [{ index: found.sheet, range: found.range }], refersTo };
  return meaningOfPart(workbook, found, match[2] ?? "");
}

function isPlaced(name: NamedRange): name is PlacedTable {
  return name.sheet !== undefined && name.range !== undefined;
}

async function meaningOfPart(workbook: Workbook, table: PlacedTable, inside: string): Promise<NameMeaning | undefined> {
  const { refersTo, name } = table;
  const part = await tablePart(workbook, table, inside);
  if (part === undefined) return undefined;
  if ("range" in part) return { ranges: [{ index: table.sheet, range: part.range }], refersTo };
  return { ranges: [], refersTo, missing: { column: part.missing, table: name, columns: part.columns } };
}

/** Returns the ranges of `Sheet1!$A$1:$B$2,Sheet1!$D$1` or `Orders[Total]`; empty if one of them is not a range. */
async function unionOf({ workbook, depth }: Search, refersTo: string): Promise<readonly FoundRange[]> {
  const names = workbook.sheets.map(({ name }) => name);
  const ranges: FoundRange[] = [];
  for (const part of splitSelection(refersTo, names).parts) {
    const { sheet, range } = placeOfReference(part.text, names);
    if (sheet !== undefined && range !== undefined) {
      ranges.push({ index: sheet, range });
      continue;
    }
    const isName = part.sheet === undefined && depth < maxDepth;
    const other = isName ? await meaningAt({ workbook, depth: depth + 1 }, part.reference, undefined) : undefined;
    if (other === undefined || other.ranges.length === 0) return [];
    ranges.push(...other.ranges);
  }
  return ranges;
}

/** A table with a known range. */
interface PlacedTable extends NamedRange {
  readonly sheet: number;
  readonly range: CellRange;
}

/** The range of a part of a table, or the missing column and the columns that the table has. */
type TablePart = { readonly range: CellRange } | { readonly missing: string; readonly columns: readonly string[] };

/**
 * Returns the range of a structured reference, the text in the brackets of `Table[…]`. A column includes its header and
 * total, because values alone do not say what they are. Returns `undefined` if the reference is invalid or has no rows.
 */
async function tablePart(workbook: Workbook, table: PlacedTable, inside: string): Promise<TablePart | undefined> {
  const reference = parseTableReference(inside);
  const rows = reference === undefined ? undefined : rowsOf(table, reference);
  if (reference === undefined || rows === undefined) return undefined;
  if (reference.columns === undefined) return { range: { ...table.range, ...rows } };
  const { first, last } = reference.columns;
  const columns = await columnsOf(workbook, table);
  const places = [first, last].map((name) => placeOf(columns, name));
  const missing = places.indexOf(-1);
  if (missing >= 0) return { missing: missing === 0 ? first : last, columns };
  const at = places.map((place) => place + table.range.firstColumn);
  return { range: { ...table.range, ...rows, firstColumn: Math.min(...at), lastColumn: Math.max(...at) } };
}

type RowSpan = Pick<CellRange, "firstRow" | "lastRow">;

/** Returns the row span of the referenced areas. */
function rowsOf(table: PlacedTable, { areas }: TableReference): RowSpan | undefined {
  const spans = spansOf(table);
  const wanted = areas.length === 0 ? [spans["#all"]] : areas.map((area) => spans[area]);
  const found = wanted.filter((span) => span !== undefined && span.firstRow <= span.lastRow);
  if (found.length < wanted.length) return undefined;
  return {
    firstRow: Math.min(...found.map((span) => span?.firstRow ?? 0)),
    lastRow: Math.max(...found.map((span) => span?.lastRow ?? 0)),
  };
}

function spansOf({ range, headerRows = 1, totalsRows = 0 }: PlacedTable): Readonly<Record<string, RowSpan>> {
  const { firstRow, lastRow } = range;
  return {
    "#all": { firstRow, lastRow },
    "#headers": { firstRow, lastRow: firstRow + headerRows - 1 },
    "#data": { firstRow: firstRow + headerRows, lastRow: lastRow - totalsRows },
    "#totals": { firstRow: lastRow - totalsRows + 1, lastRow },
  };
}

/** Returns the column names from the file, or else from the header cells. */
async function columnsOf({ sheets }: Workbook, { sheet, range, columns }: PlacedTable): Promise<readonly string[]> {
  if (columns !== undefined && columns.length > 0) return columns;
  const names: string[] = [];
  const header = { ...range, lastRow: range.firstRow };
  for await (const rows of sheets[sheet]?.rows(header) ?? []) addNames(names, rows, range.firstColumn);
  return Array.from(names, (name) => name ?? "");
}

function addNames(names: string[], rows: readonly Row[], firstColumn: number): void {
  for (const { cells } of rows) for (const { column, text } of cells) names[column - firstColumn] = text;
}

function placeOf(columns: readonly string[], name: string): number {
  const wanted = plain(name);
  return columns.findIndex((column) => plain(column) === wanted);
}

/** Normalises a column name: ignores case, and treats a line end as a space. */
function plain(name: string): string {
  return name.replace(/\s+/gu, " ").trim().toLowerCase();
}

/** A parsed structured reference. */
interface TableReference {
  /** `#headers` and so on, in lower case. */
  readonly areas: readonly string[];
  /** The names of the first and last column; absent for all columns. */
  readonly columns?: { readonly first: string; readonly last: string };
}

/** One item. An apostrophe escapes brackets and other special characters of a name. */
const item = /\[((?:'[^]|[^[\]'])*)\]/g;
const escaped = /'([[\]#'@])/g;

/**
 * Parses `Total`, `#Headers`, `[First]:[Last]` and `[#All],[Total]` (ISO/IEC 29500-1, 18.17.6.2). Returns `undefined`
 * if it names more than two columns.
 */
function parseTableReference(inside: string): TableReference | undefined {
  const bracketed = [...inside.matchAll(item)].map(([, name = ""]) => name);
  const items = (bracketed.length === 0 ? [inside] : bracketed)
    .map((name) => name.trim())
    .filter((name) => name !== "");
  const areas = items.filter((name) => name.startsWith("#")).map((name) => name.toLowerCase());
  const columns = items.filter((name) => !name.startsWith("#")).map((name) => name.replace(escaped, "$1"));
  const [first, last = first, ...more] = columns;
  if (more.length > 0) return undefined;
  return first === undefined || last === undefined ? { areas } : { areas, columns: { first, last } };
}

/** Resolves `Sheet1!$A$1:$B$2` by sheet names. Returns an empty object if it is not a single range of cells. */
export function placeOfReference(reference: string, sheets: readonly string[]): Pick<NamedRange, "sheet" | "range"> {
  const [part, ...more] = splitSelection(reference, sheets).parts;
  if (part?.sheet === undefined || more.length > 0) return {};
  const range = parseRange(part.reference);
  const sheet = sheets.indexOf(part.sheet);
  return range === undefined || sheet < 0 ? {} : { range, sheet };
}
