import { createColumnProfile, kindOfText } from "@reader/document/tables";
import { detectDialect, separatorLine } from "./detect-dialect.ts";
import type { Dialect } from "./dialect.ts";
import { parseText, type TextRecord } from "./parse-text.ts";

/** What the start of a table tells of all of it. */
export interface TableStart {
  readonly dialect: Dialect;
  /** The first records, those before the header among them; the last one may be cut. */
  readonly records: readonly TextRecord[];
  /** The number of the record that names the columns, from 1; absent where none does. */
  readonly headerRow: number | undefined;
  /** The number of the first record with values. */
  readonly firstRow: number;
  /** The names of the columns; empty where nothing names them. */
  readonly names: readonly string[];
  /** How many fields a record should have. */
  readonly width: number;
  /** Whether it starts with comments: then a record further down that starts as they do is one, too. */
  readonly hasComments: boolean;
}

/** What is known of the start of a text. */
export interface StartHints {
  readonly isWhole: boolean;
  readonly expected: "," | "\t";
}

/** Reads dialect, header and width off the start of a table. */
export function readStart(text: string, { isWhole, expected }: StartHints): TableStart {
  const dialect = detectDialect({ text, expected });
  const all = parseText(text, dialect);
  const records = isWhole || all.length < 2 ? all : all.slice(0, -1);
  const named = separatorLine.test(text) ? 1 : 0;
  const comments = commentsIn(records.slice(named));
  const before = named + comments + titlesIn(records.slice(named + comments));
  const headerRow = findHeader(records.slice(before)) ? before + 1 : undefined;
  const names = headerRow === undefined ? [] : (records[before]?.fields ?? []);
  const firstRow = headerRow === undefined ? before + 1 : before + 2;
  const width = names.length || commonWidth(records.slice(before));
  return { dialect, records, headerRow, firstRow, names, width, hasComments: comments > 0 };
}

/** What comments start with. */
const commentMark = "#";

/** Whether a record holds values: it is no empty line, and no comment in a table that has some. */
export function isValueRow(fields: readonly string[], { width, hasComments }: TableStart): boolean {
  const [first = ""] = fields;
  if (width > 1 && isEmptyLine(fields)) return false;
  return !(hasComments && first.startsWith(commentMark));
}

/** Whether a record is a line with nothing on it. */
export function isEmptyLine(fields: readonly string[]): boolean {
  return fields.length < 2 && (fields[0] ?? "").trim() === "";
}

/**
 * How many comments are at the top. The last one is none where it has as many fields as what follows:
 * `#chrom\tstart\tend`.
 */
function commentsIn(records: readonly TextRecord[]): number {
  const comments = records.findIndex((record) => !record.text.startsWith(commentMark));
  if (comments <= 0) return 0;
  const last = records[comments - 1]?.fields.length ?? 0;
  const isHeader = last > 1 && last === records[comments]?.fields.length;
  return comments - (isHeader ? 1 : 0);
}

/** Lines above a table that are looked at: its title, who made it and when. */
const maxTitles = 10;

/**
 * How many lines are above the table: those that are empty, and those with one value, where a header with as many as
 * most records comes after them.
 */
function titlesIn(records: readonly TextRecord[]): number {
  const width = commonWidth(records);
  const first = records.slice(0, maxTitles + 1).findIndex(({ fields }) => !isTitle(fields, width));
  const empty = records.slice(0, maxTitles).findIndex(({ fields }) => !isEmptyLine(fields));
  if (first <= 0 || width < 2 || first === empty) return Math.max(0, empty);
  const isTable = [first, first + 1].every((at) => records[at]?.fields.length === width);
  return isTable && findHeader(records.slice(first)) ? first : Math.max(0, empty);
}

function isTitle(fields: readonly string[], width: number): boolean {
  const filled = fields.filter((field) => field.trim() !== "");
  return fields.length <= width && filled.length < 2;
}

/** Rows that are looked at to tell a header from values. */
const profiledRows = 100;

function findHeader(records: readonly TextRecord[]): boolean {
  const profile = createColumnProfile();
  for (const { fields } of records.slice(0, profiledRows)) {
    profile.add(fields.map((text) => ({ text: text.trim(), kind: kindOfText(text) })));
  }
  return profile.finish().headerRows > 0;
}

/** How many fields most records have; of two that are as common, the greater one. Empty lines do not count. */
function commonWidth(records: readonly TextRecord[]): number {
  const counts = new Map<number, number>();
  for (const { fields } of records) {
    if (!isEmptyLine(fields)) counts.set(fields.length, (counts.get(fields.length) ?? 0) + 1);
  }
  return [...counts].reduce((best, each) => (isCommoner(each, best) ? each : best), [1, 0])[0];
}

function isCommoner(
  [width, count]: readonly [number, number],
  [other, otherCount]: readonly [number, number],
): boolean {
  return count > otherCount || (count === otherCount && width > other);
}
