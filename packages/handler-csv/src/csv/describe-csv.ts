import {
  type HandlerContext,
  type HandlerInfo,
  type Json,
  type Source,
  notice,
  type Notice,
  quoted,
} from "@reader/core/handler";
import { createColumnProfile, kindOfText, columnLetters } from "@reader/document/tables";
import type { TextSection } from "@reader/core";
import { openTable, type Table } from "./open-table.ts";
import { readRows } from "./read-rows.ts";
import { isRagged, raggedNotice } from "./row-notices.ts";
import type { TableRow } from "./table-lines.ts";
import { isValueRow } from "./table-start.ts";
import type { Dialect } from "./records/dialect.ts";
import { parseText } from "./records/parse-text.ts";

/** Maximum number of sampled rows, without the header. */
const sampleRows = 1000;

/** Limits of the rows shown as they are: rows, columns, and characters of a field. */
const shownRows = 3;
const shownColumns = 50;
const shownCharacters = 100;

/** Describes a table from its first rows: its dialect, its columns with their types, and the first rows themselves. */
export async function describeCsv(source: Source, { signal }: HandlerContext): Promise<HandlerInfo> {
  signal.throwIfAborted();
  const table = await openTable(source);
  const { rows, isWhole } = await sampleOf(table, signal);
  const values = rows.filter(({ row, fields }) => row >= table.firstRow && isValueRow(fields, table));
  const profile = createColumnProfile({ headerRows: 0 });
  for (const { fields } of values) profile.add(fields.map((text) => ({ text, kind: kindOfText(text) })));
  const { columns: profiled, decimalMark } = profile.finish();
  const columns = profiled.map((facts, at) => {
    const name = table.names[at]?.trim().slice(0, shownCharacters) ?? "";
    const { column, ...rest } = facts;
    return name === "" ? { ...facts } : { column, name, ...rest };
  });
  const facts = {
    ...writtenFacts(table),
    ...(decimalMark === undefined ? {} : { decimalMark }),
    columns,
    sample: { rows: values.length, of: isWhole ? "all rows" : "the first rows" },
    ...(columns.length > 0 && table.width > columns.length ? { columnsInAll: table.width } : {}),
    ...raggedFacts(values, table),
    firstRows: values.slice(0, shownRows).map(({ fields }) => fields.slice(0, shownColumns).map(cut)),
  };
  return { extents: [], facts };
}

interface Sample {
  readonly rows: readonly TableRow[];
  readonly isWhole: boolean;
}

async function sampleOf(table: Table, signal: AbortSignal): Promise<Sample> {
  const last = table.firstRow + sampleRows - 1;
  const rows: TableRow[] = [];
  // One more row shows whether the table continues.
  for await (const batch of readRows(table, { from: table.first, last: last + 1 }, signal)) rows.push(...batch.rows);
  return { rows: rows.filter(({ row }) => row <= last), isWhole: rows.every(({ row }) => row <= last) };
}

function writtenFacts({ dialect, headerRow }: Table): { readonly [name: string]: Json } {
  return {
    separatedBy: delimiterWords(dialect.delimiter),
    quotedBy: dialect.quote,
    ...(dialect.escape === "backslash" ? { escapedBy: "\\" } : {}),
    header: headerRow === undefined ? "none" : `row ${headerRow}`,
  };
}

function raggedFacts(rows: readonly TableRow[], table: Table): { readonly [name: string]: Json } {
  const ragged = rows.filter(({ fields }) => isRagged(fields, table)).length;
  return ragged === 0 ? {} : { rowsWithOtherNumberOfFields: ragged };
}

function cut(field: string): string {
  return field.length > shownCharacters ? `${field.slice(0, shownCharacters)}…` : field;
}

/**
 * Returns notices about the displayed lines of a table: the names of their columns, an unusual delimiter, lines with
 * too many or too few fields, rows that span several lines, and how to request rows and columns.
 */
export async function annotateCsv(source: Source, shown: readonly TextSection[]): Promise<readonly Notice[]> {
  if (shown.length === 0) return [];
  const table = await openTable(source);
  const rows = shown.flatMap((section) => rowsOf(section, table));
  const ragged = raggedNotice(rows, inLines(table), "line");
  return [
    ...delimiterNotices(source, table),
    ...columnNotices(shown, table),
    ...(ragged === undefined ? [] : [ragged]),
    ...foldedNotices(rows),
    ...selectNotices(source, table),
  ];
}

/** A record by its lines; `row` is the number of its first line. */
interface LineRow extends TableRow {
  readonly innerLines: number;
  readonly text: string;
  readonly isUnclosed: boolean;
}

/** Minimum share of rows as wide as the table. Below it, the lines probably start inside quotation marks. */
const minRegularShare = 0.8;

/** Returns the records of consecutive lines; none for search results and for lines cut at the end. */
function rowsOf(section: TextSection, { dialect, width }: Table): readonly LineRow[] {
  const { text, firstLine, firstColumn, matches, clips } = section;
  if (matches !== undefined || firstColumn !== undefined || clips !== undefined || firstLine < 1) return [];
  let line = firstLine;
  const rows = parseText(text, dialect).map((record) => {
    const row = { ...record, row: line };
    line += record.innerLines + 1;
    return row;
  });
  const isRegular = ({ fields }: LineRow): boolean => fields.length === width;
  const isStart = firstLine === 1 || !text.includes(dialect.quote);
  const isSure = isStart || rows.filter((row) => isRegular(row)).length >= rows.length * minRegularShare;
  // The first lines may be the end of an earlier row.
  return isSure ? rows.slice(isStart ? 0 : rows.findIndex(isRegular), endOf(rows, dialect)) : [];
}

/** Returns the number of complete records. The last one may continue after the displayed lines. */
function endOf(rows: readonly LineRow[], { quote }: Dialect): number {
  const unclosed = rows.findIndex(({ isUnclosed }) => isUnclosed);
  if (unclosed >= 0) return unclosed;
  return rows.at(-1)?.text.includes(quote) === true ? rows.length - 1 : rows.length;
}

/** Converts a table from records to lines. The records before the values contain no line ends. */
function inLines(table: Table): Table {
  const before = table.records.slice(0, table.firstRow - 1);
  const inner = before.reduce((sum, { innerLines }) => sum + innerLines, 0);
  return { ...table, firstRow: table.firstRow + inner };
}

const names: Readonly<Record<string, string>> = {
  ",": "commas",
  ";": "semicolons",
  "\t": "tabs",
  "|": "bars",
  "\u001F": "unit separators (U+001F)",
  "\u0001": "characters U+0001",
  "^": "carets",
  "~": "tildes",
  ":": "colons",
  " ": "blanks",
};

/** Returns the name of a delimiter. */
export function delimiterWords(delimiter: string): string {
  return names[delimiter] ?? quoted(delimiter);
}

function delimiterNotices({ sniff }: Source, { dialect, width }: Table): readonly Notice[] {
  const expected = sniff.mediaType === "text/tab-separated-values" ? "\t" : ",";
  if (dialect.delimiter === expected || width < 2) return [];
  return [notice(`Fields are separated by ${delimiterWords(dialect.delimiter)}.`)];
}

/** Maximum number of characters of the list of column names. */
const maxNamesCharacters = 1000;

/** Lists the column names for lines from the middle of a table, which do not show the header. */
function columnNotices(shown: readonly TextSection[], table: Table): readonly Notice[] {
  const { headerRow, names: columns } = table;
  if (headerRow === undefined || columns.length < 2) return [];
  const line = inLines(table).firstRow - 1;
  const isShown = shown.some(
    ({ firstLine, lineCount }) => firstLine >= 1 && firstLine <= line && line < firstLine + lineCount,
  );
  if (isShown) return [];
  const words = columns.join(", ");
  const cut =
    words.length > maxNamesCharacters ? `${words.slice(0, maxNamesCharacters)}… (${columns.length} in all)` : words;
  return [notice(`Columns, by line ${line}: ${cut}.`)];
}

function foldedNotices(rows: readonly LineRow[]): readonly Notice[] {
  const folded = rows.filter(({ innerLines }) => innerLines > 0);
  const [first] = folded;
  if (first === undefined) return [];
  const what = folded.length === 1 ? `The row at line ${first.row} spans` : `${folded.length} rows span`;
  return [notice(`${what} several lines: \`select\` counts rows, and shows each on one line.`)];
}

/** Size in bytes from which a table exceeds one answer. */
const largeBytes = 100 * 1024;

function selectNotices({ size }: Source, { names: columns, width }: Table): readonly Notice[] {
  if (size < largeBytes || width < 2) return [];
  const [first = columnLetters(1), second = columnLetters(2)] = columns.filter((name) => /^[\w-]+$/.test(name));
  return [notice(`Use \`select\` for rows and columns, such as "1000:1100" or "${first},${second} -20:".`)];
}
