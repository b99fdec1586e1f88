/** An amount, a share, a year or a date in digits: values of a table body, rare in its header. */
const numeric =
  /^[\s(+\-−–$€£¥₹]*\d[\d\s.,:/'’%‰°˚′″()+\-−–×*†‡$€£¥]*(?:[a-zA-Z%]{1,3})?(?:[⁺⁻⁰¹²³⁴-⁹][⁺⁻⁰¹²³⁴-⁹,]*)?$/u;

/** Several long numbers in a row, which are not one amount. */
const severalNumbers = /\d{5,}\s+\d|\d\s+\d{5,}/u;

/** Placeholders for a missing number. */
const placeholder = /^(?:[-−–—.…*]+|\((?:x|na|d|s|z)\)|n\/?a|nil|none|x|✓|✗|✔|✘)$/iu;

/** What a spreadsheet shows instead of a number: a truth value, an error, or a number that is wider than its column. */
const sheetValue = /^(?:TRUE|FALSE|#(?:N\/A|REF!|VALUE!|NUM!|NAME\?|DIV\/0!|NULL!|SPILL!|CALC!)|Err:\d{3}|#{3,})$/u;

const year = /^(?:FY\s?)?(?:1[89]|20)\d\d[AEFaefpr]?$/u;

/** A share with words, such as the head `95% CI`. */
const wordedShare = /%\s*\p{L}/u;

/** True if a cell is a number with its signs and unit, or a placeholder for one. */
export function isNumeric(text: string): boolean {
  if (numeric.test(text)) return !severalNumbers.test(text) && !wordedShare.test(text);
  return placeholder.test(text) || sheetValue.test(text);
}

/** True if a cell is a number in digits, not a placeholder for one. */
export function isNumber(text: string): boolean {
  return /\d/u.test(text) && isNumeric(text);
}

/** Minimum share of numbers among the words of several cells of numbers. */
const leastNumbers = 0.5;

/** Maximum length of a line of several cells. A longer one is not checked, which could take long. */
const longestNumbers = 300;

/** Matches text that may hold two numbers or start with what a spreadsheet shows. It is tried first, because most is prose. */
const mayBeSeveral = /\d\S* (?:.* )?\S*\d|^\s*(?:TRUE|FALSE|#\S+|Err:\d+) /u;

/**
 * True for several numbers with their units, such as `EUR 4,696.50 743.10`, or for what a spreadsheet shows instead. A
 * text may follow two of them.
 */
export function areNumbers(text: string): boolean {
  if (text.length > longestNumbers || !text.includes(" ") || !mayBeSeveral.test(text)) return false;
  const words = text.trim().split(/ +/u);
  const isOne = words.map((word) => isNumber(word) || sheetValue.test(word));
  const count = isOne.filter(Boolean).length;
  return count > 1 && (count >= leastNumbers * words.length || (isOne[0] === true && isOne[1] === true));
}

/** The end and the start of a number with spaces between its thousands. */
const endsInGroup = /(?:^|\D)\d{1,3}$/u;
const startsWithGroup = /^\d{3}(?!\d)/u;

/** True for the end of a text and the start of the next that may be one number: `12` and `345`. */
export function mayBeOneNumber(left: string, right: string): boolean {
  return endsInGroup.test(left) && startsWithGroup.test(right);
}

/** True if a cell is a year, which is as often a column head as a value. */
export function isYear(text: string): boolean {
  return year.test(text);
}

const period =
  /^(?:FY\s?)?(?:1[89]|20)\d\d[AEFPaefpr]?(?:\s?[-–/]\s?(?:\d\d|(?:1[89]|20)\d\d))?(?:\s*[([]?\s*(?:[€$£¥₹%]|[kKmM][€$£¥₹]|[€$£¥₹]?\s?(?:000|k|m|bn))\s*[)\]]?)?$/u;
const unit = /^\(?(?:(?:US|A|C)?[€$£¥₹]\s?(?:['’]?0{3}s?|mn?|k|bn|million|thousand)?|%)\)?$/iu;
const date = /^(?:\d{1,2}[./-]\d{1,2}[./-](?:\d\d|\d{4})|\d{4}-\d\d-\d\d)$/u;

const range = /^\d{1,3}(?:\s?[-–]\s?\d{1,3}|\s?\+)$/u;

/** True if a cell is a range, such as the age groups `15–24` and `65+`, which head columns of counts. */
function isRange(text: string): boolean {
  return range.test(text);
}

/** True if a cell is a period that heads a column: `2023 (£)`, `2022/23`, `2023 $m`. */
export function isPeriod(text: string): boolean {
  return period.test(text);
}

/** True if a cell is the unit of the amounts below it: `£000`, `$m`, `%`. */
export function isUnit(text: string): boolean {
  return unit.test(text);
}

/** True if a cell is a date in digits, which heads columns of balances and fills columns of days. */
function isDate(text: string): boolean {
  return date.test(text);
}

/** Returns the number of words of a fragment, whose spaces are single. */
export function wordCount(text: string): number {
  if (text === "") return 0;
  let count = 1;
  for (let at = text.indexOf(" "); at >= 0; at = text.indexOf(" ", at + 1)) count += 1;
  return count;
}

const bullets = /^[•·▪◦‣●○■□➢➤❖o§\uF000-\uF0FF](?:\s[•·▪◦‣●○■□➢➤❖o§\uF000-\uF0FF])*$/u;

/** True if text is a bullet, or those of several items in one cell. Numbers are excluded, because they are also values. */
export function isBullet(text: string): boolean {
  return bullets.test(text);
}

/** Minimum share of numbers in a column of numbers. */
const numericShare = 0.6;

/**
 * Returns the number of header rows if rules do not show it: one, as in nearly every table, unless the first row has a
 * number at the top of a column of numbers.
 */
export function headerCount(rows: readonly (readonly string[])[]): 0 | 1 {
  const [first, ...body] = rows;
  if (first === undefined || body.length === 0) return 0;
  // One range is a value, as in `10–12` eggs.
  const kinds = first.filter(isRange).length > 1 ? [isDate, isRange] : [isDate];
  const isData = first.some((cell, column) => {
    if (cell === "" || isPeriod(cell) || !isNumber(cell)) return false;
    const below = body.map((row) => row[column] ?? "").filter((text) => text !== "");
    const isAlike = kinds.find((isKind) => isKind(cell)) ?? isNumeric;
    return below.filter(isAlike).length >= numericShare * below.length && below.length > 0;
  });
  return isData || isCounted(first, body) || isRemainder(first) ? 0 : 1;
}

/**
 * True if all rows have the same words except for numbers, as in `Room 1`, `Room 2`, so that the first is not a header.
 */
function isCounted(first: readonly string[], body: readonly (readonly string[])[]): boolean {
  if (!first.every((cell) => /\d/u.test(cell) && /\p{L}/u.test(cell))) return false;
  const pattern = first.map(withoutNumbers);
  return body.every((row) => row.every((cell, column) => withoutNumbers(cell) === pattern[column]));
}

/** True if the row is the end of a sentence in one of several columns, continued from the page before. */
function isRemainder(first: readonly string[]): boolean {
  const [text = "", ...others] = first.filter((cell) => cell !== "");
  return first.length > 2 && others.length === 0 && /^\p{Ll}.*\s/u.test(text);
}

function withoutNumbers(cell: string): string {
  return cell.replace(/\d+/gu, "0");
}
