import { isNumber } from "./cell-kinds.ts";
import { type Column, columnOf } from "./columns.ts";
import type { Fragment } from "./fragment.ts";
import type { VisualRow } from "./visual-rows.ts";

/** Lines of one cell are at most this many times their size apart. */
export const maxLeadingEms = 1.7;

/**
 * Moves labels that are centred beside several rows of values to the first of these rows. A label is beside as many rows
 * below it as above it, which start after the rows of the label before.
 */
export function withCentredLabels(rows: readonly VisualRow[], columns: readonly Column[]): readonly VisualRow[] {
  if (!rows.some((_, index) => isBetweenRows(rows, index))) return rows;
  const areValues = rows.map(
    (row) => row.fragments.length > 1 && !isLabelled(row, columns) && row.fragments.some(isValue),
  );
  const result = [...rows];
  const moved = new Set<VisualRow>();
  let start = 0;
  for (const [index, row] of rows.entries()) {
    if (areValues[index] === true) continue;
    const [first, count] = [rows[start], index - start];
    const below = areValues.slice(index + 1, index + 1 + count);
    const isCentred = isBetweenRows(rows, index) && isLabelled(row, columns);
    if (first !== undefined && isCentred && count > 0 && below.length === count && below.every(Boolean)) {
      result[start] = withLabel(first, row.fragments);
      moved.add(row);
      start = index + 1 + count;
    } else start = index + 1;
  }
  return result.filter((row) => !moved.has(row));
}

/** Minimum number of rows of a group whose label is in the middle of them, and of such groups. */
const leastGroupRows = 3;
const leastGroups = 2;

/**
 * Moves the labels of groups between rules to the first rows of the groups, if each group has its only label in its middle
 * row, beside values.
 */
export function withGroupLabels(
  groups: readonly (readonly VisualRow[])[],
  columns: readonly Column[],
): readonly (readonly VisualRow[])[] {
  const areLabelled = groups.every((rows) => {
    const labelled = rows.filter((row) => isLabelled(row, columns));
    return rows.length >= leastGroupRows && labelled.length === 1 && labelled[0] === rows[(rows.length - 1) / 2];
  });
  if (groups.length < leastGroups || !areLabelled) return groups;
  return groups.map((rows) => {
    const middle = (rows.length - 1) / 2;
    const labels = (rows[middle]?.fragments ?? []).filter((fragment) => columnOf(fragment, columns) === 0);
    return rows.map((row, index) => {
      if (index === 0) return withLabel(row, labels);
      return index === middle ? { ...row, fragments: row.fragments.filter((one) => !labels.includes(one)) } : row;
    });
  });
}

function isLabelled({ fragments }: VisualRow, columns: readonly Column[]): boolean {
  return fragments.some((fragment) => columnOf(fragment, columns) === 0);
}

function isValue({ text }: Fragment): boolean {
  return isNumber(text);
}

function withLabel({ fragments, box }: VisualRow, label: readonly Fragment[]): VisualRow {
  const { y0, y1 } = box;
  return { fragments: [...label.map((one) => ({ ...one, box: { ...one.box, y0, y1 } })), ...fragments], box };
}

/** True for one text between two rows that are as near as lines, at a height that it shares with both. */
function isBetweenRows(rows: readonly VisualRow[], index: number): boolean {
  const [above, row, below] = [rows[index - 1], rows[index], rows[index + 1]];
  if (above === undefined || row === undefined || below === undefined || row.fragments.length > 1) return false;
  const areNear = below.box.y0 - above.box.y0 < maxLeadingEms * (row.fragments[0]?.sizePt ?? 10);
  return areNear && row.box.y0 < above.box.y1 && row.box.y1 > below.box.y0;
}
