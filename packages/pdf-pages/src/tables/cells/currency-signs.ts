import type { Box, Table, TagCell, TextLine } from "../../model/page-content.ts";
import { isNumeric, isPeriod } from "./cell-kinds.ts";
import { pageColumns } from "./columns.ts";
import { type Fragment, gapBetween } from "./fragment.ts";
import { type VisualRow, visualRows } from "./visual-rows.ts";

/** A currency sign, alone or at the end of a text. */
const endsInSign = /\p{Sc}$/u;
const sign = /^[A-Z]{0,2}\p{Sc}$/u;
const longestSign = 4;

/** Matches what no amount has: a sign behind it, or the signs of dates and times. */
const notInAmounts = /[/:\p{Sc}]/u;

/** Rows further apart are in different tables, in ems. */
const blockGapEms = 3;

/** Minimum gap between texts of a row that are in different cells, in ems. */
const leastCellGapEms = 0.8;

/** Fragments of a page whose amounts have their signs. */
export interface SignedFragments {
  readonly fragments: readonly Fragment[];
  /** The lines of the signs, by the line of their amount. */
  readonly signs: ReadonlyMap<TextLine, readonly TextLine[]>;
}

/** A vertical rule: its position, and its extent. */
interface Border {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** A currency sign, and the amount to its right. */
interface Pair {
  readonly sign: Fragment;
  readonly amount: Fragment;
}

/**
 * Joins currency signs with the amounts to their right, however far these are. Accounts set the sign apart, in the first
 * row and in totals, so it is no cell of its own. The position of a cell stays that of the amount. A row that ends in a
 * sign has them behind its amounts, and stays as it is. Signs also stay if a border or a tag parts them from the amount,
 * or if their column has other texts or a head.
 */
export function withCurrencySigns(fragments: readonly Fragment[], borders: readonly Border[]): SignedFragments {
  if (!fragments.some(isSign)) return { fragments, signs: new Map() };
  const pairs = pageColumns(fragments).flatMap((column) =>
    blocksOf(visualRows(column)).flatMap((rows) => pairsIn(rows, borders)),
  );
  const signed = new Map(pairs.map(({ sign: { text }, amount }) => [amount, { ...amount, text: text + amount.text }]));
  const joined = new Set(pairs.map((pair) => pair.sign));
  return {
    fragments: fragments.flatMap((one) => (joined.has(one) ? [] : (signed.get(one) ?? one))),
    signs: linesOfSigns(pairs, new Set(fragments.flatMap((one) => (joined.has(one) ? [] : one.line)))),
  };
}

function isSign({ text, line }: Fragment): boolean {
  return text.length <= longestSign && sign.test(text) && line.direction === "ltr";
}

function isAmount({ text, line }: Fragment): boolean {
  return isNumeric(text) && !notInAmounts.test(text) && line.direction === "ltr";
}

/** Returns the lines that hold nothing but signs. Those in `others` have other texts, which may not be in the table. */
function linesOfSigns(pairs: readonly Pair[], others: ReadonlySet<TextLine>): SignedFragments["signs"] {
  const lines = new Map<TextLine, TextLine[]>();
  for (const pair of pairs) {
    if (others.has(pair.sign.line)) continue;
    const own = lines.get(pair.amount.line);
    if (own === undefined) lines.set(pair.amount.line, [pair.sign.line]);
    else own.push(pair.sign.line);
  }
  return lines;
}

/** Divides rows at wide gaps between them. */
function blocksOf(rows: readonly VisualRow[]): readonly (readonly VisualRow[])[] {
  const blocks: VisualRow[][] = [];
  for (const row of rows) {
    const block = blocks.at(-1);
    const above = block?.at(-1);
    const sizePt = row.fragments[0]?.sizePt ?? 10;
    if (above !== undefined && row.box.y0 - above.box.y1 <= blockGapEms * sizePt) block?.push(row);
    else blocks.push([row]);
  }
  return blocks;
}

function pairsIn(rows: readonly VisualRow[], borders: readonly Border[]): readonly Pair[] {
  const isMarked = isMostlyMarked(rows);
  const pairs = rows.flatMap(({ fragments }, index) => {
    if (hasSignsBehind(fragments, isMarked)) return [];
    const beside = [rows[index - 1], rows[index + 1]].flatMap((row) => (row === undefined ? [] : middleOf(row.box)));
    return pairsOf(fragments).filter((pair) => !areParted(pair, beside, borders));
  });
  if (pairs.length === 0) return [];
  const columns = signColumns(pairs);
  for (const { fragments } of rows) markOwnColumns(columns, fragments);
  return columns.flatMap((column) => (column.isOwn ? [] : column.pairs));
}

/** True if more rows of amounts have signs than not, as if these belonged to each amount. */
function isMostlyMarked(rows: readonly VisualRow[]): boolean {
  const amounts = rows.filter(({ fragments }) => fragments.some((one) => isAmount(one) && !isPeriod(one.text)));
  const marked = amounts.filter(({ fragments }) => fragments.some(({ text }) => endsInSign.test(text)));
  return 2 * marked.length > amounts.length;
}

/**
 * True if the signs of a row are behind its amounts: the last text ends in one. So may the first one if all rows have
 * signs and it is nearer to the amount before than to the one after.
 */
function hasSignsBehind(row: readonly Fragment[], isMarked: boolean): boolean {
  if (endsInSign.test(row.at(-1)?.text ?? "")) return true;
  if (!isMarked) return false;
  const first = row.findIndex(isSign);
  const [before, found, after] = first < 1 ? [] : row.slice(first - 1, first + 2);
  if (before === undefined || found === undefined || after === undefined || !isAmount(before)) return false;
  return gapBetween(before.box, found.box) < gapBetween(found.box, after.box);
}

function pairsOf(row: readonly Fragment[]): readonly Pair[] {
  return row.flatMap((one, index) => {
    const amount = row[index + 1];
    return amount !== undefined && isSign(one) && isAmount(amount) ? [{ sign: one, amount }] : [];
  });
}

/**
 * True if the tags or a border show that a sign and its amount are in different cells. A border also parts one of the
 * rows `beside`. What does not is the edge of a shaded cell.
 */
function areParted({ sign: one, amount }: Pair, beside: readonly number[], borders: readonly Border[]): boolean {
  if (haveOtherCells(one.line.tag?.cell, amount.line.tag?.cell)) return true;
  const middle = middleOf(one.box);
  const [start, end] = [(one.box.x0 + one.box.x1) / 2, (amount.box.x0 + amount.box.x1) / 2];
  return borders.some(
    ({ at, from, to }) =>
      at > start && at < end && from <= middle && to >= middle && beside.some((y) => from <= y && to >= y),
  );
}

function haveOtherCells(one: TagCell | undefined, other: TagCell | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  return one.table !== other.table || one.row !== other.row || one.cell !== other.cell;
}

function middleOf({ y0, y1 }: Box): number {
  return (y0 + y1) / 2;
}

/** Signs below each other, and the extent of their amounts. */
interface SignColumn {
  x0: number;
  x1: number;
  amountsFrom: number;
  amountsTo: number;
  readonly pairs: Pair[];
  /** True if the column has other texts beside those of the amounts, so that it is one of the table. */
  isOwn: boolean;
}

/** Returns the columns of signs from the left. They do not overlap. */
function signColumns(pairs: readonly Pair[]): readonly SignColumn[] {
  const columns: SignColumn[] = [];
  for (const pair of pairs.toSorted((a, b) => a.sign.box.x0 - b.sign.box.x0)) {
    const {
      sign: { box },
      amount,
    } = pair;
    const last = columns.at(-1);
    if (last !== undefined && box.x0 < last.x1) {
      last.x1 = Math.max(last.x1, box.x1);
      last.amountsFrom = Math.min(last.amountsFrom, amount.box.x0);
      last.amountsTo = Math.max(last.amountsTo, amount.box.x1);
      last.pairs.push(pair);
    } else
      columns.push({
        x0: box.x0,
        x1: box.x1,
        amountsFrom: amount.box.x0,
        amountsTo: amount.box.x1,
        pairs: [pair],
        isOwn: false,
      });
  }
  return columns;
}

/** Marks the columns in which a row has a text other than a sign, with another text above or below the amounts. */
function markOwnColumns(columns: readonly SignColumn[], row: readonly Fragment[]): void {
  let at = 0;
  for (const [index, one] of row.entries()) {
    while ((columns[at]?.x1 ?? Infinity) <= one.box.x0) at += 1;
    const column = columns[at];
    const next = row[index + 1];
    if (column === undefined || next === undefined) return;
    if (isOther(one, column) && startsCell(one, row[index - 1], column) && isBefore(one, next, column))
      column.isOwn = true;
  }
}

/** True if a text other than a sign is in the column, and none of the amounts. */
function isOther({ text, box }: Fragment, { x0, amountsFrom }: SignColumn): boolean {
  return !endsInSign.test(text) && box.x1 > x0 && box.x1 <= amountsFrom;
}

/** True if a text is a cell of the column. A label that starts further left only reaches into it. */
function startsCell(one: Fragment, before: Fragment | undefined, { x0 }: SignColumn): boolean {
  return before === undefined ? one.box.x0 > x0 - one.sizePt : areCells(before, one);
}

/** True if the next text of a row is another cell, above or below the amounts. */
function isBefore(one: Fragment, next: Fragment, { amountsTo }: SignColumn): boolean {
  return areCells(one, next) && next.box.x0 < amountsTo;
}

/** True if two texts of a row are further apart than words of a justified line. */
function areCells(left: Fragment, right: Fragment): boolean {
  return gapBetween(left.box, right.box) > leastCellGapEms * right.sizePt;
}

/** Adds the lines of the signs in a table to its lines. */
export function withSigns(table: Table, signs: SignedFragments["signs"]): Table {
  const own = [...table.lines].flatMap((line) => signs.get(line) ?? []);
  return own.length === 0 ? table : { ...table, lines: new Set([...table.lines, ...own]) };
}
