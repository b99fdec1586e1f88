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

/** Quoted text and names of sheets, in which nothing is a prefix; the prefixes of functions younger than the format. */
const prefixes = /"(?:[^"]|"")*"|'(?:[^']|'')*'|\b_(?:xlfn|xlws|xlpm|xludf)\.(?!ANCHORARRAY\(|SINGLE\()/gi;
const spill = /_xlfn\.ANCHORARRAY\(([^()"']*)\)/gi;
const single = /_xlfn\.SINGLE\(([^()"']*)\)/gi;

/**
 * A formula as Excel shows it: files name its younger functions `_xlfn.XLOOKUP`, and write `A1#` and `@A1` as functions
 * ([MS-XLSX] 2.2.2).
 */
export function shownFormula(formula: string): string {
  if (!/_xl/i.test(formula)) return formula;
  return formula
    .replace(prefixes, (found) => (found.startsWith("_") ? "" : found))
    .replace(spill, "$1#")
    .replace(single, "@$1");
}
