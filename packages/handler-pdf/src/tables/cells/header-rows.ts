import { isDate, isNumeric, isPeriod } from "./cell-kinds.ts";

/** At least this share of a column's cells are numbers in a column of numbers. */
const numericShare = 0.6;

/**
 * How many rows head a table whose lines do not tell: one, as nearly every table has, unless the first row has a number
 * at the head of a column of numbers, and is data then.
 */
export function headerCount(rows: readonly (readonly string[])[]): 0 | 1 {
  const [first, ...body] = rows;
  if (first === undefined || body.length === 0) return 0;
  const isData = first.some((cell, column) => {
    if (cell === "" || isPeriod(cell) || !/\d/u.test(cell) || !isNumeric(cell)) return false;
    const below = body.map((row) => row[column] ?? "").filter((text) => text !== "");
    return below.filter(isDate(cell) ? isDate : isNumeric).length >= numericShare * below.length && below.length > 0;
  });
  return isData || isCounted(first, body) || isRemainder(first) ? 0 : 1;
}

/** Whether all rows are worded alike but for the numbers in them, as `Room 1`, `Room 2` are: then the first is one of them. */
function isCounted(first: readonly string[], body: readonly (readonly string[])[]): boolean {
  const isWorded = first.every((cell) => /\p{L}/u.test(cell) && /\d/u.test(cell));
  const pattern = first.map(withoutNumbers);
  return isWorded && body.every((row) => row.every((cell, column) => withoutNumbers(cell) === pattern[column]));
}

/** Whether the row is the end of a sentence in one of several columns, of a row that the page before has begun. */
function isRemainder(first: readonly string[]): boolean {
  const [text = "", ...others] = first.filter((cell) => cell !== "");
  return first.length > 2 && others.length === 0 && /^\p{Ll}.*\s/u.test(text);
}

function withoutNumbers(cell: string): string {
  return cell.replace(/\d+/gu, "0");
}
