import { kindOfText } from "@reader/document/tables";
import { commonDialect, type Dialect } from "./records/dialect.ts";
import { parseText } from "./records/parse-text.ts";

/** The evidence for the dialect of a table. */
export interface DialectHints {
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
export const separatorLine: RegExp = /^(?:sep=([^\r\n])|"sep=([^\r\n])")(?:\r\n|\r|\n)/i;

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
export function commonestWidth(counts: ReadonlyMap<number, number>): readonly [width: number, count: number] {
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
