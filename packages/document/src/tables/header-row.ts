import type { ProfiledCell } from "./profiled-cell.ts";

type Cells = readonly (ProfiledCell | undefined)[];

/** Rows below the first that tell how wide a table is, and what its columns hold. */
const widthRows = 20;

/**
 * Whether the first row names the columns: all its values are words, next to no column is without one, and none of them
 * comes again below itself. Names that are the same must be told from values by what is below them, and so must years.
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

/** Whether a word stands over values that are all numbers, dates or truths. */
function standOverOtherKinds(first: Cells, body: readonly Cells[]): boolean {
  return first.some((cell, index) => {
    if (isEmpty(cell) || cell?.kind !== "text") return false;
    const below = body.slice(0, widthRows).flatMap((row) => row[index] ?? []);
    const values = below.filter(({ text }) => text !== "");
    return values.length > 0 && values.every(({ kind }) => kind !== "text");
  });
}

const year = /^(?:19|20)\d\d$/;

/** Years in a row, one after the other, behind a word, and over values that are no years. */
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

/** Rows above a table that are looked at: its title, who made it and when. */
const maxTitles = 10;

/**
 * How many rows are above a table: those with less than half of its values, where a row that names its columns comes
 * after them.
 */
export function titleRowsIn(rows: readonly Cells[]): number {
  const filled = rows.slice(0, maxTitles + widthRows).map((row) => row.filter((cell) => !isEmpty(cell)).length);
  const width = filled.reduce((most, count) => Math.max(most, count), 0);
  const first = filled.findIndex((count) => count >= 2 && count * 2 >= width);
  return first > 0 && first <= maxTitles && startsWithHeader(rows.slice(first)) ? first : 0;
}
