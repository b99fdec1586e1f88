import { createColumnProfile, kindOfText } from "@reader/document/tables";
import { commonDialect, type Dialect } from "./records/dialect.ts";
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

/** The evidence for the dialect of a table. */
interface DialectHints {
  /** The text of the first records. */
  readonly text: string;
  /** The delimiter that the file's type implies. */
  readonly expected: "," | "\t";
}

/**
 * Delimiters in order of preference when scores are equal. The ASCII separator characters come after common delimiters;
 * the last ones are frequent in other text as well.
 */
const delimiters = [",", ";", "\t", "|", "\u001F", "\u0001", "^", "~", ":", " "] as const;
const weakDelimiters: ReadonlySet<string> = new Set(["^", "~", ":", " "]);

/** Maximum number of sampled records. */
const sampleRecords = 200;

/** Maximum number of sampled characters. More do not improve the result, and each delimiter is tried on them. */
const sampleCharacters = 32 * 1024;

/** `sep=;` in the first line sets the delimiter for Excel; some programs quote it. */
const separatorLine: RegExp = /^(?:sep=([^\r\n])|"sep=([^\r\n])")(?:\r\n|\r|\n)/i;

/**
 * Detects the dialect of a table: the delimiter that splits its first records into equally many fields without other
 * delimiters.
 */
export function detectDialect({ text, expected }: DialectHints): Dialect {
  const [, plain, quoted] = separatorLine.exec(text) ?? [];
  const named = plain ?? quoted;
  const sample = text.slice(0, sampleCharacters);
  const written = writtenHow(sample);
  if (named !== undefined && named.charCodeAt(0) < 0x80) return { ...written, delimiter: named };
  const ordered = [expected, ...delimiters.filter((delimiter) => delimiter !== expected)];
  let best = { delimiter: expected as string, score: 0 };
  for (const delimiter of ordered.filter((each) => sample.includes(each))) {
    const score = scoreOf(sample, { ...written, delimiter });
    if (score > best.score + 1e-9) best = { delimiter, score };
  }
  return { ...written, delimiter: best.delimiter };
}

const single = /(?:^|[,;\t|])'[^'\r\n]*'(?=[,;\t|]|$)/gm;
const double = /(?:^|[,;\t|] *)"/m;
const blankBeforeQuote = /[,;\t|] +"[^"\r\n]*" *(?=[,;\t|]|$)/m;
/** A backslash before a quotation mark that does not end a field. */
const escapedQuote = /[^\\]\\"(?![,;\t|\r\n]|$)/;
const doubledQuote = /[^,;\t|\r\n"]""[^,;\t|\r\n"]/;
const minSingleQuoted = 2;

/** Detects the quotation mark, its escape, and blanks before fields. */
function writtenHow(sample: string): Dialect {
  const hasDouble = double.test(sample);
  if (!hasDouble && (sample.match(single)?.length ?? 0) >= minSingleQuoted) return { ...commonDialect, quote: "'" };
  const isEscaped = hasDouble && escapedQuote.test(sample) && !doubledQuote.test(sample);
  const skipsBlanks = blankBeforeQuote.test(sample);
  return { ...commonDialect, skipsBlanks, escape: isEscaped ? "backslash" : "doubled" };
}

/**
 * Returns a score from 0 to 1: the share of records with the most common number of fields, times the share of fields
 * without other delimiters.
 */
function scoreOf(sample: string, dialect: Dialect): number {
  const records = parseText(sample, dialect)
    .slice(0, sampleRecords)
    .filter(({ text }) => text.trim() !== "" && !text.startsWith("#"))
    .map(({ fields }) => fields);
  const counts = new Map<number, number>();
  for (const { length } of records) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [width, count] = commonestWidth(counts);
  if (width < 2) return 0;
  const share = count / records.length;
  if (weakDelimiters.has(dialect.delimiter)) return share === 1 && records.length > 2 ? share * 0.4 : 0;
  return share * (0.5 + 0.5 * cleanShare(records));
}

/** Returns the most frequent width and its count; the larger width wins a tie. `[1, 0]` if there are none. */
function commonestWidth(counts: ReadonlyMap<number, number>): readonly [width: number, count: number] {
  let [width, count] = [1, 0];
  for (const [each, times] of counts) {
    if (times > count || (times === count && each > width)) [width, count] = [each, times];
  }
  return [width, count];
}

const anyDelimiter = /[,;\t|]/;

function cleanShare(records: readonly (readonly string[])[]): number {
  const fields = records.flat();
  const clean = fields.filter((field) => !anyDelimiter.test(field) || kindOfText(field) === "number");
  return clean.length / Math.max(1, fields.length);
}
