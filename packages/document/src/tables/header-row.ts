import type { ProfiledCell } from "./cells.ts";

type Cells = readonly (ProfiledCell | undefined)[];

/** Number of rows below the first that are sampled for the width and the column types. */
const widthRows = 20;

/**
 * True if the first row names the columns: all its values are words, nearly every column has one, and none occurs again
 * below. Duplicate names and years count only if the values below are of another kind.
 */
export function startsWithHeader(rows: readonly Cells[]): boolean {
  const [first = [], ...body] = rows;
  if (body.length === 0) return false;
  const names = first.filter((cell) => cell !== undefined && cell.text !== "");
  const width = body.slice(0, widthRows).reduce((most, row) => Math.max(most, row.length), 0);
  if (names.length === 0 || names.length < width / 2) return false;
  const isNamed = areWords(first) || areYears(first, body);
  if (!isNamed || (!areDifferent(first) && !standOverOtherKinds(first, body))) return false;
  return first.every((cell, index) => isEmpty(cell) || body.every((row) => row[index]?.text !== cell?.text));
}

function isEmpty(cell: ProfiledCell | undefined): boolean {
  return cell === undefined || cell.text === "";
}

function areWords(cells: Cells): boolean {
  return cells.every((cell) => isEmpty(cell) || cell?.kind === "text");
}

function areDifferent(cells: Cells): boolean {
  const names = cells.filter((cell) => !isEmpty(cell)).map((cell) => cell?.text.toLowerCase());
  return new Set(names).size === names.length;
}

/** True if a word is above values that are all numbers, dates or booleans. */
function standOverOtherKinds(first: Cells, body: readonly Cells[]): boolean {
  return first.some((cell, index) => {
    if (isEmpty(cell) || cell?.kind !== "text") return false;
    const below = body.slice(0, widthRows).flatMap((row) => row[index] ?? []);
    const values = below.filter(({ text }) => text !== "");
    return values.length > 0 && values.every(({ kind }) => kind !== "text");
  });
}

const year = /^(?:19|20)\d\d$/;

/** True for a label followed by consecutive years, above values that are not years. */
function areYears(first: Cells, body: readonly Cells[]): boolean {
  const [label, ...others] = first;
  if (label?.kind !== "text" || label.text === "") return false;
  const at = others.flatMap((cell, index) => (cell?.kind === "number" && year.test(cell.text) ? [index] : []));
  const years = at.map((index) => Number(others[index]?.text));
  const areInOrder = years.every((value, index) => index === 0 || Math.abs(value - (years[index - 1] ?? 0)) === 1);
  const areAll = others.every((cell, index) => isEmpty(cell) || cell?.kind === "text" || at.includes(index));
  if (years.length < 2 || !areInOrder || !areAll) return false;
  return at.every((index) => body.slice(0, widthRows).every((row) => !year.test(row[index + 1]?.text ?? "")));
}

/** Maximum number of rows above a table, such as its title, author and date. */
const maxTitles = 10;

/**
 * Returns the number of title rows above a table: rows with less than half of its values, followed by a row of column
 * names.
 */
export function titleRowsIn(rows: readonly Cells[]): number {
  const filled = rows.slice(0, maxTitles + widthRows).map((row) => row.filter((cell) => !isEmpty(cell)).length);
  const width = filled.reduce((most, count) => Math.max(most, count), 0);
  const first = filled.findIndex((count) => count >= 2 && count * 2 >= width);
  return first > 0 && first <= maxTitles && startsWithHeader(rows.slice(first)) ? first : 0;
}
