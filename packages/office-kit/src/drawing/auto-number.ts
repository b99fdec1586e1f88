import { lettersOf, romanOf } from "@reader/document/content";

/** How a number is written. */
type Numeral = (number: number) => string;

const numerals: Readonly<Record<string, Numeral>> = {
  arabic: String,
  alphaLc: (number) => lettersOf(number).toLowerCase(),
  alphaUc: lettersOf,
  romanLc: (number) => romanOf(number).toLowerCase(),
  romanUc: romanOf,
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
