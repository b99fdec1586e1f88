import { boxAround, sharedHeight, sharedWidth } from "../model/boxes.ts";
import type { Table, TagCell } from "../model/page-content.ts";
import { headerCount, isBullet } from "./cells/cell-kinds.ts";
import { type Column, columnOf, columnsOf } from "./cells/columns.ts";
import type { Fragment } from "./cells/fragment.ts";
import { type HeadSpans, spansOfHeads } from "./cells/spanning-heads.ts";
import { cellText, tableOfTexts, type VisualRow, visualRows } from "./cells/visual-rows.ts";

/**
 * Finds tables by tags, which define rows and cells; positions define the columns. Only the first table of a page may
 * continue from the page before, with an untagged head and rows.
 */
export function taggedTables(fragments: readonly Fragment[]): readonly Table[] {
  const groups = groupBy(fragments, (cell) => cell.table);
  return groups
    .map((group, index) => taggedTable(group, index === 0 ? fragments : []))
    .filter((table) => table !== undefined);
}

function taggedTable(own: readonly Fragment[], all: readonly Fragment[]): Table | undefined {
  const parted = groupBy(own, (cell) => cell.row).flatMap((row) => rowsInRow(groupBy(row, (cell) => cell.cell)));
  if (parted.length < 2) return undefined;
  const strays = untaggedHeads(parted, all);
  const rows = parted.map(({ cells }, index) =>
    index === 0 ? [...cells, ...strays.map((fragment) => [fragment])] : cells,
  );
  const merged = rows.map((cells) => rowOf(cells.map(wholeCell)));
  const heads = parted.findIndex(({ cells, goesOn }) => goesOn || !cells.flat().every(isHeader));
  const isSpanning = ({ fragments }: VisualRow, index: number): boolean =>
    index < heads - 1 && fragments.length < mostCells(merged.slice(heads - 1));
  const columns = columnsOf(merged.filter((row, index) => !isSpanning(row, index)));
  if (columns.length < 2) return undefined;
  const last = fragmentsOfRow(merged[heads - 1]);
  const texts = merged.map((row, index) =>
    textsOf(row, columns, isSpanning(row, index) ? spansOfHeads(row.fragments, last, columns) : undefined),
  );
  if (texts.filter((row) => row.some(isBullet)).length > texts.length / 2) return undefined;
  const above = strays.length > 0 || merged[0] === undefined ? noRows : rowsAbove(merged[0], columns, all);
  const fragments = [...own, ...strays, ...above.fragments];
  if (above.texts.length > 0 && heads <= 0)
    return tableOfTexts(fragments, [...above.texts, ...texts], above.headerRows);
  return tableOfTexts([...own, ...strays], texts, heads > 0 ? heads : headerCount(texts));
}

function fragmentsOfRow(row: VisualRow | undefined): readonly Fragment[] {
  return row?.fragments ?? [];
}

function isHeader({ line }: Fragment): boolean {
  return line.tag?.cell?.isHeader === true;
}

function mostCells(rows: readonly VisualRow[]): number {
  return Math.max(...rows.map(({ fragments }) => fragments.length));
}

/** Returns the cells of a row, with a spanning head in each of its columns. */
function textsOf(row: VisualRow | undefined, columns: readonly Column[], spans?: HeadSpans): readonly string[] {
  const cells = columns.map(() => "");
  for (const fragment of row?.fragments ?? []) {
    for (const column of spans?.get(fragment) ?? [columnOf(fragment, columns)])
      cells[column] = [cells[column], fragment.text].filter(Boolean).join(" ");
  }
  return cells;
}

/** Groups fragments in tag order. Fragments without a cell, or not yet in one, are omitted. */
function groupBy(fragments: readonly Fragment[], key: (cell: TagCell) => number): readonly (readonly Fragment[])[] {
  const groups = new Map<number, Fragment[]>();
  for (const fragment of fragments) {
    const cell = fragment.line.tag?.cell;
    if (cell === undefined || !hasCell(fragment)) continue;
    const group = groups.get(key(cell));
    if (group === undefined) groups.set(key(cell), [fragment]);
    else group.push(fragment);
  }
  return [...groups.values()];
}

function wholeCell(fragments: readonly Fragment[]): readonly Fragment[] {
  const [first] = fragments;
  if (first === undefined) return [];
  return [{ ...first, text: cellText(fragments), box: boxAround(fragments) }];
}

function rowOf(cells: readonly (readonly Fragment[])[]): VisualRow {
  const fragments = cells.flat().toSorted((a, b) => a.box.x0 - b.box.x0);
  return { fragments, box: boxAround(fragments) };
}

/** A row of a tagged table: the fragments of each cell. */
interface TaggedRow {
  readonly cells: readonly (readonly Fragment[])[];
  /** True for the rest of a row continued from the page before, which is not a head, whatever its tags. */
  readonly goesOn: boolean;
}

/** Maximum overlap of cells below each other, in points. */
const overlapPt = 1;

/** Maximum number of cells in a row divided by a page break. */
const maxCells = 200;

/**
 * Returns the rows in one tagged row. If a row continues on a page with a repeated head, browsers tag its cells as
 * further cells of that head.
 */
function rowsInRow(cells: readonly (readonly Fragment[])[]): readonly TaggedRow[] {
  if (cells.length > maxCells) return [{ cells, goesOn: false }];
  const rows: { readonly cells: (readonly Fragment[])[]; readonly goesOn: boolean }[] = [];
  for (const cell of cells) {
    const row = rows.at(-1);
    if (row === undefined || row.cells.some((other) => standsBelow(cell, other))) {
      rows.push({ cells: [cell], goesOn: row !== undefined });
    } else row.cells.push(cell);
  }
  return rows;
}

function standsBelow(cell: readonly Fragment[], other: readonly Fragment[]): boolean {
  const [box, above] = [boxOf(cell), boxOf(other)];
  return box !== undefined && above !== undefined && box.y0 >= above.y1 - overlapPt && sharedWidth(box, above) > 0.5;
}

function boxOf(cell: readonly Fragment[]): Fragment["box"] | undefined {
  return cell.length === 0 ? undefined : boxAround(cell);
}

/** Returns untagged column heads beside those of the first row: browsers tag only some cells of a repeated head. */
function untaggedHeads(rows: readonly TaggedRow[], all: readonly Fragment[]): readonly Fragment[] {
  const [first, ...below] = rows;
  if (first === undefined || first.cells.length > maxCells) return [];
  if (first.cells.length >= Math.max(0, ...below.map(({ cells }) => cells.length))) return [];
  const heads = first.cells.flat();
  const columns = below.flatMap(({ cells }) => cells.flat());
  const found = all.filter(
    (fragment) => !hasCell(fragment) && standsBeside(fragment, heads) && standsOver(fragment, columns),
  );
  const known = new Set(found);
  const others = new Set(all.filter((fragment) => !known.has(fragment)).map(({ line }) => line));
  return found.filter(({ line }) => !others.has(line));
}

/** True if the tags of a fragment have a row and a cell. */
function hasCell({ line }: Fragment): boolean {
  const cell = line.tag?.cell;
  return cell !== undefined && cell.row !== 0 && cell.cell !== 0;
}

function standsBeside(fragment: Fragment, heads: readonly Fragment[]): boolean {
  const isAlike = heads.every(
    ({ isBold, sizePt }) => isBold === fragment.isBold && Math.abs(sizePt - fragment.sizePt) < 0.1 * sizePt,
  );
  return (
    isAlike &&
    heads.some(({ box }) => sharedHeight(box, fragment.box) > 0.5) &&
    heads.every(({ box }) => sharedWidth(box, fragment.box) === 0)
  );
}

function standsOver(fragment: Fragment, columns: readonly Fragment[]): boolean {
  return columns.some(({ box }) => box.y0 >= fragment.box.y1 - overlapPt && sharedWidth(box, fragment.box) > 0.5);
}

/** Maximum distance of table rows, in ems. */
const nearEms = 1.2;

/** Maximum overhang to the left of a column, in points. */
const slackPt = 2;

/** Maximum number of lines in the rest of one row. */
const maxLines = 60;

/** Maximum number of columns of a table with a repeated head. */
const maxColumns = 200;

/** Untagged rows above the tagged rows of a table. */
interface RowsAbove {
  readonly texts: readonly (readonly string[])[];
  /** 1 if the first one is the head. */
  readonly headerRows: 0 | 1;
  readonly fragments: readonly Fragment[];
}

/** No rows above. */
const noRows: RowsAbove = { texts: [], headerRows: 0, fragments: [] };

/**
 * Returns the head that word processors repeat at the top of a page, and the rest of a row continued from the page
 * before: neither has tags, and both are right above the first tagged row.
 */
function rowsAbove(first: VisualRow, columns: readonly Column[], all: readonly Fragment[]): RowsAbove {
  if (columns.length > maxColumns) return noRows;
  const untagged = all.filter(({ line, box }) => line.tag === undefined && box.y1 <= first.box.y0 + slackPt);
  const rows = nearest(visualRows(untagged), first, columns);
  const [top] = rows;
  const isHead = top !== undefined && top.fragments.length === columns.length;
  const rest = (isHead ? rows.slice(1) : rows).flatMap((row) => row.fragments);
  // Without a head above it, a line over the first column may be any text.
  if (!isHead && rest.every((fragment) => placeOf(fragment, columns) === 0)) return noRows;
  const texts = [isHead ? top.fragments : [], rest]
    .filter((row) => row.length > 0)
    .map((row) => textsAbove(row, columns));
  return { texts, headerRows: isHead ? 1 : 0, fragments: rows.flatMap((row) => row.fragments) };
}

/** Returns consecutive rows above the first tagged one, with each fragment in one column. */
function nearest(rows: readonly VisualRow[], first: VisualRow, columns: readonly Column[]): readonly VisualRow[] {
  const found: VisualRow[] = [];
  let below = first;
  for (const row of rows.toReversed()) {
    if (row.fragments.length > columns.length || found.length >= maxLines) break;
    const sizePt = row.fragments[0]?.sizePt ?? 0;
    const places = new Set(row.fragments.map((fragment) => placeOf(fragment, columns)));
    const isNear = below.box.y0 - row.box.y1 < nearEms * sizePt;
    if (!isNear || places.has(-1) || places.size < row.fragments.length) break;
    found.unshift(row);
    below = row;
  }
  return found;
}

/** Returns the only column of a fragment, or -1 if there is none or several. */
function placeOf({ box }: Fragment, columns: readonly Column[]): number {
  const own = columns.flatMap((column, index) => {
    const isIn = sharedWidth({ ...box, x0: column.x0, x1: column.x1 }, box) > 0;
    return isIn && box.x0 >= column.x0 - slackPt ? [index] : [];
  });
  const [only = -1] = own;
  return own.length === 1 ? only : -1;
}

function textsAbove(fragments: readonly Fragment[], columns: readonly Column[]): readonly string[] {
  return columns.map((_, index) => cellText(fragments.filter((fragment) => placeOf(fragment, columns) === index)));
}
