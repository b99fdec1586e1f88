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
