import { lettersOf, romanOf } from "@reader/document/content";

/** The label of a paragraph: nothing, a bullet, or a number of a scheme with its start. */
export type Bullet =
  | { readonly type: "none" }
  | { readonly type: "bullet" }
  | { readonly type: "number"; readonly scheme: string; readonly start: number };

/** Returns the labels of the paragraphs of a shape, in order. */
export type LabelNext = (level: number, bullet: Bullet) => string;

/** The highest list number in PowerPoint, to which the start in a file is clipped. */
const maxNumber = 32_767;

/** Creates a counter. Deeper items do not interrupt the count of an outer list; others do. */
export function createNumbering(): LabelNext {
  const counts: ({ readonly scheme: string; readonly start: number; next: number } | undefined)[] = [];
  return (level, bullet) => {
    counts.length = Math.min(counts.length, level + 1);
    if (bullet.type !== "number") {
      counts[level] = undefined;
      return bullet.type === "bullet" ? "-" : "";
    }
    const { scheme, start } = bullet;
    const current = counts[level];
    const count =
      current?.scheme === scheme && current.start === start
        ? current
        : { scheme, start, next: Math.min(maxNumber, Math.max(1, start)) };
    counts[level] = count;
    count.next += 1;
    return autoNumber(scheme, count.next - 1);
  };
}

/** Formats a number. */
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
 * Returns the label of an item in a numbering scheme, such as `arabicPeriod` or `romanLcParenBoth`
 * (ISO/IEC 29500-1, 20.1.10.61). Schemes of other scripts are shown with Arabic digits.
 */
function autoNumber(scheme: string, number: number): string {
  const numeral = Object.entries(numerals).find(([name]) => scheme.startsWith(name))?.[1] ?? String;
  const [before, after] = suffixes.find(([suffix]) => scheme.endsWith(suffix))?.[1] ?? ["", "."];
  return `${before}${numeral(number)}${after}`;
}
