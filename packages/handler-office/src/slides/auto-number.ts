/** How a number is written. */
type Numeral = (number: number) => string;

const numerals: Readonly<Record<string, Numeral>> = {
  arabic: String,
  alphaLc: (number) => letters(number).toLowerCase(),
  alphaUc: letters,
  romanLc: (number) => roman(number).toLowerCase(),
  romanUc: roman,
  circleNum: (number) => (number <= 20 ? String.fromCodePoint(0x2460 + number - 1) : String(number)),
};

const suffixes: readonly (readonly [suffix: string, around: readonly [before: string, after: string]])[] = [
  ["ParenBoth", ["(", ")"]],
  ["ParenR", ["", ")"]],
  ["Period", ["", "."]],
  ["Plain", ["", ""]],
  ["Minus", ["", "-"]],
];

/**
 * The label of the item with this number by the name of a scheme, such as `arabicPeriod` or `romanLcParenBoth`
 * (ISO/IEC 29500-1, 20.1.10.61). Schemes of other scripts are shown with Arabic digits.
 */
export function autoNumber(scheme: string, number: number): string {
  const numeral = Object.entries(numerals).find(([name]) => scheme.startsWith(name))?.[1] ?? String;
  const [before, after] = suffixes.find(([suffix]) => scheme.endsWith(suffix))?.[1] ?? ["", "."];
  return `${before}${numeral(number)}${after}`;
}

/** `A` to `Z`, then `AA`, `BB`, as PowerPoint goes on. */
function letters(number: number): string {
  const times = Math.min(10, Math.ceil(number / 26));
  return String.fromCodePoint(65 + ((number - 1) % 26)).repeat(times);
}

const romanDigits: readonly (readonly [value: number, digits: string])[] = [
  [1000, "M"],
  [900, "CM"],
  [500, "D"],
  [400, "CD"],
  [100, "C"],
  [90, "XC"],
  [50, "L"],
  [40, "XL"],
  [10, "X"],
  [9, "IX"],
  [5, "V"],
  [4, "IV"],
  [1, "I"],
];

function roman(number: number): string {
  let left = number;
  let digits = "";
  for (const [value, letter] of number < 4000 ? romanDigits : []) {
    while (left >= value) {
      digits += letter;
      left -= value;
    }
  }
  return digits === "" ? String(number) : digits;
}
