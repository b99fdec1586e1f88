import type { Cell } from "./cells.ts";

/** Characters that would end a cell or a line in a Markdown table. */
const special = /[|\r\n\t\v\f\u2028\u2029]/;
const lineEnds = /\s*(?:\r\n|[\r\n\v\f\u2028\u2029])\s*/g;

/** Returns the text of a cell on one line: bars are escaped, line ends become `<br>`. */
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

/** Returns the value followed by its formula: `12.5 {=SUM(A1:A4)}`. */
export function cellWithFormula({ text, formula }: Cell): string {
  const value = cellText(text);
  if (formula === undefined) return value;
  return `${value}${value === "" ? "" : " "}{=${cellText(shownFormula(formula))}}`;
}

/** Matches quoted text and sheet names, which are kept, and the prefixes of functions newer than the file format. */
const prefixes = /"(?:[^"]|"")*"|'(?:[^']|'')*'|\b_(?:xlfn|xlws|xlpm|xludf)\.(?!ANCHORARRAY\(|SINGLE\()/gi;
const spill = /_xlfn\.ANCHORARRAY\(([^()"']*)\)/gi;
const single = /_xlfn\.SINGLE\(([^()"']*)\)/gi;

/**
 * Returns a formula as Excel shows it. Files store newer functions as `_xlfn.XLOOKUP`, and `A1#` and `@A1` as functions
 * ([MS-XLSX] 2.2.2).
 */
export function shownFormula(formula: string): string {
  if (!/_xl/i.test(formula)) return formula;
  return formula
    .replace(prefixes, (found) => (found.startsWith("_") ? "" : found))
    .replace(spill, "$1#")
    .replace(single, "@$1");
}
