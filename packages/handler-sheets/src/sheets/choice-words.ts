import { rangeAddress, type CellRange } from "@reader/document/tables";

/** Characters of the words of one list of choices. */
const maxCharacters = 500;

/** What can be chosen in cells: `choices in B2:B9: Low, High`, where `what` are the choices or where they stand. */
export function choiceWords(cells: string, what: string): string {
  const words = `choices in ${cells}: ${what}`;
  return words.length <= maxCharacters ? words : `${words.slice(0, maxCharacters).replace(/\p{Surrogate}$/u, "")}…`;
}

/** Adds a range to others; one that goes on below the last of them makes that one longer. */
export function addBelow(ranges: CellRange[], range: CellRange): void {
  const last = ranges.at(-1);
  const isBelow = last?.lastRow === range.firstRow - 1;
  const isSame = last?.firstColumn === range.firstColumn && last.lastColumn === range.lastColumn;
  if (last !== undefined && isBelow && isSame) ranges[ranges.length - 1] = { ...last, lastRow: range.lastRow };
  else ranges.push(range);
}

/** `B2:B9, D4`. */
export function rangeList(ranges: readonly CellRange[]): string {
  return ranges.map(rangeAddress).join(", ");
}
