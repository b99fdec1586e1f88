import { shownFormula } from "./shown-formula.ts";
import type { Cell } from "./cells.ts";

/** What would end a cell or a line, or means something to Markdown's tables. */
const special = /[|\r\n\t\v\f\u2028\u2029]/;
const lineEnds = /\s*(?:\r\n|[\r\n\v\f\u2028\u2029])\s*/g;

/** The text of a cell on one line of a table: bars are escaped, line ends become `<br>`. */
export function cellText(text: string): string {
  return special.test(text) ? escapeCell(text) : text;
}

function escapeCell(text: string): string {
  return text
    .trim()
    .replaceAll("\t", " ")
    .replaceAll("|", String.raw`\|`)
    .replace(lineEnds, "<br>");
}

/** The value with its formula behind it: `12.5 {=SUM(A1:A4)}`. */
export function cellWithFormula({ text, formula }: Cell): string {
  const value = cellText(text);
  if (formula === undefined) return value;
  return `${value}${value === "" ? "" : " "}{=${cellText(shownFormula(formula))}}`;
}
