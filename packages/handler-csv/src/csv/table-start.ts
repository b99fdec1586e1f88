import { createColumnProfile, kindOfText } from "@reader/document/tables";
import { commonestWidth, detectDialect, separatorLine } from "./detect-dialect.ts";
import type { Dialect } from "./records/dialect.ts";
import { parseText, type TextRecord } from "./records/parse-text.ts";

/** Properties of a table that follow from its start. */
export interface TableStart {
  readonly dialect: Dialect;
  /** The first records, including those before the header; the last one may be cut. */
  readonly records: readonly TextRecord[];
  /** The number of the header record, from 1; absent if there is no header. */
  readonly headerRow: number | undefined;
  /** The number of the first record with values. */
  readonly firstRow: number;
  /** The column names; empty if the table has none. */
  readonly names: readonly string[];
  /** The expected number of fields of a record. */
  readonly width: number;
  /** True if the table starts with comments. Later records with the same prefix are then comments, too. */
  readonly hasComments: boolean;
}

/** Known properties of the start of a text. */
export interface StartHints {
  readonly isWhole: boolean;
  readonly expected: "," | "\t";
}

/** Infers dialect, header and width from the start of a table. */
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

/** The prefix of comments. */
const commentMark = "#";

/** True if a record contains values: it is neither an empty line nor a comment in a table with comments. */
export function isValueRow(fields: readonly string[], { width, hasComments }: TableStart): boolean {
  const [first = ""] = fields;
  if (width > 1 && isEmptyLine(fields)) return false;
  return !(hasComments && first.startsWith(commentMark));
}

/** True if a record is an empty line. */
export function isEmptyLine(fields: readonly string[]): boolean {
  return fields.length < 2 && (fields[0] ?? "").trim() === "";
}

/**
 * Counts the comments at the top. The last one is the header if it has as many fields as the following records:
 * `#chrom\tstart\tend`.
 */
function commentsIn(records: readonly TextRecord[]): number {
  const comments = records.findIndex((record) => !record.text.startsWith(commentMark));
  if (comments <= 0) return 0;
  const last = records[comments - 1]?.fields.length ?? 0;
  const isHeader = last > 1 && last === records[comments]?.fields.length;
  return comments - (isHeader ? 1 : 0);
}

/** Maximum number of lines above a table, such as its title, author and date. */
const maxTitles = 10;

/**
 * Counts the lines above the table: empty lines, and lines with one value, followed by a header as wide as most
 * records.
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

/** Number of rows sampled to detect a header. */
const profiledRows = 100;

function findHeader(records: readonly TextRecord[]): boolean {
  const profile = createColumnProfile();
  for (const { fields } of records.slice(0, profiledRows)) {
    profile.add(fields.map((text) => ({ text: text.trim(), kind: kindOfText(text) })));
  }
  return profile.finish().headerRows > 0;
}

/** Returns the most common number of fields; the larger one wins a tie. Empty lines do not count. */
function commonWidth(records: readonly TextRecord[]): number {
  const counts = new Map<number, number>();
  for (const { fields } of records) {
    if (!isEmptyLine(fields)) counts.set(fields.length, (counts.get(fields.length) ?? 0) + 1);
  }
  return commonestWidth(counts)[0];
}
