import { isCaption } from "../layout/headings/same-size-headings.ts";
import { ascending } from "../model/numbers.ts";
import type { Table } from "../model/page-content.ts";
import { tailLength } from "./aligned/aligned-regions.ts";
import { isNumeric } from "./cells/cell-kinds.ts";
import { type Column, columnOf, columnsOf, reachesOver } from "./cells/columns.ts";
import { around, type Fragment } from "./cells/fragment.ts";
import { cellText, isOf, type VisualRow, visualRows } from "./cells/visual-rows.ts";

/** Maximum overhang of the last row to the left of the others, in points. */
const closingSlackPt = 3;

/** Maximum distance of the last row below others that are usually nearer, in line heights. */
const closingRowEms = 1.2;

/** Maximum extra distance compared with the other rows, in line heights: a rule may be between them. */
const moreEms = 0.4;

/**
 * Adds the single row right below the last rule of a table, in its columns: totals, or the last row if rules are only
 * between rows, or only every other one is shaded. Several such rows are another table.
 */
export function withClosingRow(table: Table, fragments: readonly Fragment[], known?: readonly Column[]): Table {
  const rows = visualRows(
    fragments.filter(({ box }) => box.x0 > table.box.x0 - closingSlackPt && box.x0 < table.box.x1),
  );
  const inside = rows.filter((row) => isOf(table, row));
  const end = rows.findLastIndex((row) => isOf(table, row));
  const [closing, ...below] = rows.slice(end + 1);
  if (closing === undefined || !mayClose(closing, inside)) return table;
  const columns = known ?? columnsOf(inside);
  if (columns.length !== table.rows[0]?.length || !fills(closing, columns, table)) return table;
  const [after] = below;
  if (after !== undefined && after.fragments.length > 1 && isNear(after, [...inside, closing])) return table;
  const whole = [closing, ...below.slice(0, tailLength([...inside, closing], below))];
  const added = whole.flatMap((row) => row.fragments);
  const texts = columns.map((_, index) => cellText(added.filter((fragment) => columnOf(fragment, columns) === index)));
  return {
    ...table,
    box: whole.map(({ box }) => box).reduce(around, table.box),
    rows: [...table.rows, texts],
    lines: new Set([...table.lines, ...added.map(({ line }) => line)]),
  };
}

/** True if a row follows rows at about their distance. */
function isNear({ box }: VisualRow, rows: readonly VisualRow[]): boolean {
  const gaps = ascending(rows.slice(1).map((row, index) => row.box.y0 - (rows[index]?.box.y1 ?? 0)));
  const heightPt = box.y1 - box.y0;
  const gapPt = box.y0 - (rows.at(-1)?.box.y1 ?? 0);
  const isUsual = gapPt <= (gaps[Math.floor(gaps.length / 2)] ?? 0) + moreEms * heightPt;
  return isUsual || (gapPt < closingRowEms * heightPt && gapPt <= (gaps.at(-1) ?? 0) + moreEms * heightPt);
}

function mayClose(closing: VisualRow, inside: readonly VisualRow[]): boolean {
  return isNear(closing, inside) && !isCaption(closing.fragments[0]?.text ?? "");
}

/**
 * True if a row has a cell in the first column, or cells in the same ones as the row above, and either numbers in most
 * others, or only cells of their kind.
 */
function fills({ fragments }: VisualRow, columns: readonly Column[], { rows }: Table): boolean {
  const places = fragments.map((fragment) => columnOf(fragment, columns));
  const isTotal = isOfTotals(fragments);
  const isPlaced = places.includes(0) || (isTotal && areFilled(rows.at(-1), places));
  if (!isPlaced || new Set(places).size !== fragments.length) return false;
  const areInOne = fragments.every((fragment, index) => {
    const mayReachOver = isTotal && index === 0;
    return fragment.line.direction === "ltr" && (mayReachOver || !reachesOver(fragment, columns));
  });
  return areInOne && areOfKinds(fragments, places, rows);
}

/** True for words and only numbers behind them: the words may span the columns of labels, whatever is in these. */
function isOfTotals([label, ...values]: readonly Fragment[]): boolean {
  const areNumeric = values.length > 0 && values.every(({ text }) => isNumeric(text));
  return areNumeric && label !== undefined && !isNumeric(label.text);
}

/** True if most texts behind the first are numbers, or all are of the kind of their columns. */
function areOfKinds(fragments: readonly Fragment[], places: readonly number[], rows: Table["rows"]): boolean {
  const columns = rows[0]?.length ?? 0;
  const numbers = fragments.filter(({ text }) => isNumeric(text)).length;
  if (numbers > 0 && numbers * 2 >= columns - 1) return true;
  if (columns < 3 || (fragments.length !== columns && numbers === 0)) return false;
  const isTotal = isOfTotals(fragments);
  return fragments.every(({ text }, index) => {
    return (isTotal && index === 0) || isNumeric(text) === isOfNumbers(rows, places[index] ?? 0);
  });
}

/** True if a row has cells in these columns only. */
function areFilled(row: readonly string[] = [], places: readonly number[]): boolean {
  return row.every((text, index) => (text !== "") === places.includes(index));
}

function isOfNumbers(rows: Table["rows"], column: number): boolean {
  const texts = rows.map((row) => row[column] ?? "").filter((text) => text !== "");
  return texts.filter(isNumeric).length * 2 > texts.length;
}
