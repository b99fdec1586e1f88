import { kindOfText } from "@reader/document/tables";
import { commonDialect, type Dialect } from "./dialect.ts";
import { parseText } from "./parse-text.ts";

/** What tells how a table is written. */
export interface DialectHints {
  /** The first records. */
  readonly text: string;
  /** The delimiter that the type of the file promises. */
  readonly expected: "," | "\t";
}

/**
 * In the order in which they are chosen where nothing tells them apart. The characters that ASCII has for it come after
 * those that people type; those at the end are in many other texts, too.
 */
const delimiters = [",", ";", "\t", "|", "\u001F", "\u0001", "^", "~", ":", " "] as const;
const weakDelimiters: ReadonlySet<string> = new Set(["^", "~", ":", " "]);

/** Records that are looked at. */
const sampleRecords = 200;

/** Characters that are looked at: more tell nothing more, and each delimiter is tried on them. */
const sampleCharacters = 32 * 1024;

/** `sep=;` in the first line is how Excel is told the delimiter; some programs put it in quotation marks. */
export const separatorLine: RegExp = /^(?:sep=([^\r\n])|"sep=([^\r\n])")(?:\r\n|\r|\n)/i;

/** How a table is written, by its first records: the delimiter by which they fall into equally many clean fields. */
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
/** A backslash before a mark that ends no field. */
const escapedQuote = /[^\\]\\"(?![,;\t|\r\n]|$)/;
const doubledQuote = /[^,;\t|\r\n"]""[^,;\t|\r\n"]/;
const minSingleQuoted = 2;

/** Quotation marks, how they are escaped, and blanks in front of them. */
function writtenHow(sample: string): Dialect {
  const hasDouble = double.test(sample);
  if (!hasDouble && (sample.match(single)?.length ?? 0) >= minSingleQuoted) return { ...commonDialect, quote: "'" };
  const isEscaped = hasDouble && escapedQuote.test(sample) && !doubledQuote.test(sample);
  const skipsBlanks = blankBeforeQuote.test(sample);
  return { ...commonDialect, skipsBlanks, escape: isEscaped ? "backslash" : "doubled" };
}

/** From 0 to 1: how many records have as many fields as most, and how many fields hold no other delimiter. */
function scoreOf(sample: string, dialect: Dialect): number {
  const records = parseText(sample, dialect)
    .slice(0, sampleRecords)
    .filter(({ text }) => text.trim() !== "" && !text.startsWith("#"))
    .map(({ fields }) => fields);
  const counts = new Map<number, number>();
  for (const { length } of records) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [width, count] = [...counts].reduce((best, each) => (isCommoner(each, best) ? each : best), [1, 0]);
  if (width < 2) return 0;
  const share = count / records.length;
  if (weakDelimiters.has(dialect.delimiter)) return share === 1 && records.length > 2 ? share * 0.4 : 0;
  return share * (0.5 + 0.5 * cleanShare(records));
}

/** Where two widths are as common, the greater one is that of the table. */
function isCommoner(
  [width, count]: readonly [number, number],
  [other, otherCount]: readonly [number, number],
): boolean {
  return count > otherCount || (count === otherCount && width > other);
}

const anyDelimiter = /[,;\t|]/;

function cleanShare(records: readonly (readonly string[])[]): number {
  const fields = records.flat();
  const clean = fields.filter((field) => !anyDelimiter.test(field) || kindOfText(field) === "number");
  return clean.length / Math.max(1, fields.length);
}
