/** The page labels of a document: `iv`, `A-3`. */
export interface PageLabels {
  /** Returns the label of a page, from 1, or `undefined` if it equals the number. */
  labelOf(number: number): string | undefined;
  /** Returns the numbering range of a page, or `undefined` before the first range. */
  rangeOf(number: number): LabelRange | undefined;
  /** Returns the first page with this label, ignoring case. */
  find(label: string): number | undefined;
  /** The first numbering ranges, for display. */
  readonly ranges: readonly LabelRange[];
}

/** Pages from `first` on with one numbering style (ISO 32000-1, 12.4.2). */
export interface LabelRange {
  /** From 1. */
  readonly first: number;
  readonly style: string | undefined;
  readonly prefix: string;
  readonly start: number;
}

/** Creates the labels of a document from its numbering ranges. */
export function createPageLabels(found: readonly LabelRange[], pageCount: number): PageLabels {
  const ranges = found.toSorted((one, other) => one.first - other.first);
  const labelOf = (number: number): string | undefined => {
    const label = labelIn(ranges, number);
    return label === undefined || label === "" || label === String(number) ? undefined : label;
  };
  let numbers: Map<string, number> | undefined;
  return {
    labelOf,
    rangeOf: (number) => lastAtOrBefore(ranges, number),
    find(label) {
      if (ranges.length === 0) return undefined;
      numbers ??= numbersByLabel(labelOf, pageCount);
      return numbers.get(keyOf(label));
    },
    ranges,
  };
}

function numbersByLabel(labelOf: PageLabels["labelOf"], pageCount: number): Map<string, number> {
  const numbers = new Map<string, number>();
  for (let number = pageCount; number >= 1; number--) {
    const label = labelOf(number);
    if (label !== undefined) numbers.set(keyOf(label), number);
  }
  return numbers;
}

function keyOf(label: string): string {
  return label.trim().toLowerCase();
}

function labelIn(ranges: readonly LabelRange[], number: number): string | undefined {
  const range = lastAtOrBefore(ranges, number);
  if (range === undefined) return undefined;
  const numeral = numerals.get(range.style ?? "")?.(range.start + number - range.first) ?? "";
  return (range.prefix + numeral).trim();
}

/** Binary search: a document may start a range on each of thousands of pages. */
function lastAtOrBefore(ranges: readonly LabelRange[], number: number): LabelRange | undefined {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.first ?? Number.POSITIVE_INFINITY) <= number) low = middle + 1;
    else high = middle;
  }
  return ranges[low - 1];
}

/** Numbering styles (ISO 32000-1, table 159). Any other style shows no number. */
const numerals: ReadonlyMap<string, (value: number) => string> = new Map([
  ["D", String],
  ["R", roman],
  ["r", (value: number) => roman(value).toLowerCase()],
  ["A", letters],
  ["a", (value: number) => letters(value).toLowerCase()],
]);

const romanDigits: readonly (readonly [string, number])[] = [
  ["M", 1000],
  ["CM", 900],
  ["D", 500],
  ["CD", 400],
  ["C", 100],
  ["XC", 90],
  ["L", 50],
  ["XL", 40],
  ["X", 10],
  ["IX", 9],
  ["V", 5],
  ["IV", 4],
  ["I", 1],
];

/** The largest Roman numeral. Higher pages are numbered in decimal. */
const maxRoman = 3999;
/** The letter label of page 1000 would have 39 letters. */
const maxLetters = 2600;

/** Returns a number in uppercase Roman numerals. */
export function roman(value: number): string {
  if (!Number.isInteger(value) || value < 1 || value > maxRoman) return String(value);
  let rest = value;
  let text = "";
  for (const [digit, worth] of romanDigits) {
    text += digit.repeat(Math.floor(rest / worth));
    rest %= worth;
  }
  return text;
}

/** A to Z, then AA to ZZ, then AAA (ISO 32000-1, table 159). */
export function letters(value: number): string {
  if (!Number.isInteger(value) || value < 1 || value > maxLetters) return String(value);
  const letter = String.fromCodePoint(65 + ((value - 1) % 26));
  return letter.repeat(Math.ceil(value / 26));
}
