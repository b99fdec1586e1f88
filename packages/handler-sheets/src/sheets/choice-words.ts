import { rangeAddress, type CellRange } from "@reader/document/tables";

/** Maximum number of characters shown of one list of choices. */
const maxCharacters = 500;

/** Formats a list of choices: `choices in B2:B9: Low, High`. `what` are the choices, or the cells that have them. */
export function choiceWords(cells: string, what: string): string {
  const words = `choices in ${cells}: ${what}`;
  return words.length <= maxCharacters ? words : `${words.slice(0, maxCharacters).replace(/\p{Surrogate}$/u, "")}…`;
}

/** Adds a range, or extends the last one if the new range continues it downwards. */
export function addBelow(ranges: CellRange[], range: CellRange): void {
  const last = ranges.at(-1);
  const isBelow = last?.lastRow === range.firstRow - 1;
  const isSame = last?.firstColumn === range.firstColumn && last.lastColumn === range.lastColumn;
  if (last !== undefined && isBelow && isSame) ranges[ranges.length - 1] = { ...last, lastRow: range.lastRow };
  else ranges.push(range);
}

/** Formats ranges: `B2:B9, D4`. */
export function rangeList(ranges: readonly CellRange[]): string {
  return ranges.map(rangeAddress).join(", ");
}
