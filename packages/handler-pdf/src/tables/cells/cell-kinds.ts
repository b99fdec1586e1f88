import { isPlain } from "../../model/plain-text.ts";

/** An amount, a share, a year, a date in digits: what stands in the body of a table, seldom in its header. */
const numeric = /^[\s(+\-−–$€£¥₹]*\d[\d\s.,:/'’%()+\-−–×*†‡$€£¥]*(?:[a-zA-Z%]{1,3})?(?:[⁺⁻⁰¹²³⁴-⁹][⁺⁻⁰¹²³⁴-⁹,]*)?$/u;

/** Several numbers of many digits, one after the other: no amount is written so. */
const severalNumbers = /\d{5,}\s+\d|\d\s+\d{5,}/u;

/** What is put where a number is missing. */
const placeholder = /^(?:[-−–—.*]+|n\/?a|nil|none|x|✓|✗|✔|✘)$/iu;

const year = /^(?:FY\s?)?(?:1[89]|20)\d\d[AEF]?$/u;

/** Whether a cell is a number, with its signs and unit, or stands for one. */
export function isNumeric(text: string): boolean {
  return (numeric.test(text) && !severalNumbers.test(text)) || placeholder.test(text);
}

/** Whether a cell is a year, which heads a column as often as it fills one. */
export function isYear(text: string): boolean {
  return year.test(text);
}

const period =
  /^(?:FY\s?)?(?:1[89]|20)\d\d[AEFP]?(?:\s?[-–/]\s?(?:\d\d|(?:1[89]|20)\d\d))?(?:\s*[([]?\s*(?:[€$£¥₹%]|[kKmM][€$£¥₹]|[€$£¥₹]?\s?(?:000|k|m|bn))\s*[)\]]?)?$/u;
const unit = /^\(?(?:(?:US|A|C)?[€$£¥₹]\s?(?:['’]?0{3}s?|mn?|k|bn|million|thousand)?|%)\)?$/iu;
const date = /^(?:\d{1,2}[./-]\d{1,2}[./-](?:\d\d|\d{4})|\d{4}-\d\d-\d\d)$/u;

/** Whether a cell is a stretch of time that heads a column: `2023 (£)`, `2022/23`, `2023 $m`. */
export function isPeriod(text: string): boolean {
  return period.test(text);
}

/** Whether a cell is the unit of the amounts below it: `£000`, `$m`, `%`. */
export function isUnit(text: string): boolean {
  return unit.test(text);
}

/** Whether a cell is a date in digits, which heads columns of balances and fills columns of days. */
function isDate(text: string): boolean {
  return date.test(text);
}

/** How many words a text has. */
export function wordCount(text: string): number {
  if (text === "") return 0;
  if (!isPlain(text)) return text.split(/\s+/u).length;
  let count = 1;
  for (let at = text.indexOf(" "); at >= 0; at = text.indexOf(" ", at + 1)) count += 1;
  return count;
}

const bullet = /^[•·▪◦‣●○■□➢➤❖o§\uF000-\uF0FF]$/u;

/** Whether a text is the mark of a point; numbers are not among them, as they fill columns too. */
export function isBullet(text: string): boolean {
  return bullet.test(text);
}

/** At least this share of a column's cells are numbers in a column of numbers. */
const numericShare = 0.6;

/**
 * How many rows head a table whose lines do not tell: one, as nearly every table has, unless the first row has a number
 * at the head of a column of numbers, and is data then.
 */
export function headerCount(rows: readonly (readonly string[])[]): 0 | 1 {
  const [first, ...body] = rows;
  if (first === undefined || body.length === 0) return 0;
  const isData = first.some((cell, column) => {
    if (cell === "" || isPeriod(cell) || !/\d/u.test(cell) || !isNumeric(cell)) return false;
    const below = body.map((row) => row[column] ?? "").filter((text) => text !== "");
    return below.filter(isDate(cell) ? isDate : isNumeric).length >= numericShare * below.length && below.length > 0;
  });
  return isData || isCounted(first, body) || isRemainder(first) ? 0 : 1;
}

/** Whether all rows are worded alike but for the numbers in them, as `Room 1`, `Room 2` are: then the first is one of them. */
function isCounted(first: readonly string[], body: readonly (readonly string[])[]): boolean {
  const isWorded = first.every((cell) => /\p{L}/u.test(cell) && /\d/u.test(cell));
  const pattern = first.map(withoutNumbers);
  return isWorded && body.every((row) => row.every((cell, column) => withoutNumbers(cell) === pattern[column]));
}

/** Whether the row is the end of a sentence in one of several columns, of a row that the page before has begun. */
function isRemainder(first: readonly string[]): boolean {
  const [text = "", ...others] = first.filter((cell) => cell !== "");
  return first.length > 2 && others.length === 0 && /^\p{Ll}.*\s/u.test(text);
}

function withoutNumbers(cell: string): string {
  return cell.replace(/\d+/gu, "0");
}
