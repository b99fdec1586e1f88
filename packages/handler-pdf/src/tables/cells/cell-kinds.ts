import { isPlain } from "../../model/plain-signs.ts";

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
export function isDate(text: string): boolean {
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
