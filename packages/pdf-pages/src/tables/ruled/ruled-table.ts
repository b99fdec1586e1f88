import { textEms } from "../../model/plain-text.ts";
import { boxAround } from "../../model/boxes.ts";
import { loneMarker } from "../../model/list-markers.ts";
import type { Box, Table } from "../../model/page-content.ts";
import { isSeveral } from "../aligned/aligned-regions.ts";
import { type Wrapping, wrappingOf } from "../cells/band-rows.ts";
import { headerCount, isNumeric, isPeriod } from "../cells/cell-kinds.ts";
import { logicalRows, rowsBelowHead } from "../cells/logical-rows.ts";
import { around, type Fragment, gapBetween } from "../cells/fragment.ts";
import { cellText, isInside, tableOfTexts, type VisualRow, visualRows } from "../cells/visual-rows.ts";
import { cellCount, columnsBetween, type Grid, hasSpans, isRectangular, type SpannedCell, spanRows } from "./grid.ts";
import { rowsWithRows } from "./rows-in-cells.ts";

/** Maximum overhang of text over the rules around it, in points. */
const slackPt = 2;

/** Minimum share of filled cells in a table. Charts and drawings have more empty ones. */
const minFilledShare = 0.2;

/** The same without any words. Values above the bars of a chart are in few of the boxes that bars and scales enclose. */
const minNumbersShare = 0.4;

/** An enclosed cell with more lines of text is a layout frame. */
const maxCellLines = 30;

/** An enclosed cell with more lines of text side by side is divided into columns. */
const maxSeveral = 2;

/** Maximum distance of the middle of centred text from that of its cell, in ems. */
const centredEms = 0.5;

/** Makes a table of a grid and the text inside, or returns `undefined` for a frame, a chart or form boxes. */
export function ruledTable(drawn: Grid, fragments: readonly Fragment[]): Table | undefined {
  if (!isRectangular(drawn)) return undefined;
  const undivided = placeFragments(drawn, fragments);
  const grid = withDividedCells(drawn, undivided);
  const placed = grid === drawn ? undivided : placeFragments(grid, fragments);
  if (!holdsCells(grid, placed)) return undefined;
  const rows = spanRows(grid, placed);
  const first = firstRow(rows);
  const kept = first < 0 ? [] : rows.slice(first).filter((row) => !isContinuation(row));
  if (usedColumns(kept) < 2 || (grid.isOpen && !kept.some(isOfSeveral))) return undefined;
  const table = tableOfRows(grid, kept);
  return table !== undefined && table.rows.length > 1 ? table : undefined;
}

/** True if text fills the cells of a grid as in a table, and not as in a form, a drawing or a layout. */
function holdsCells(grid: Grid, placed: ReadonlyMap<number, readonly Fragment[]>): boolean {
  const cells = [...placed.values()];
  if (cells.length < 2 || cells.some(isFrame)) return false;
  const leastShare = cells.some((cell) => cell.some(hasLetters)) ? minFilledShare : minNumbersShare;
  if (cells.length < leastShare * cellCount(grid)) return false;
  return !isHighlight(grid, placed) && !isDiagram(grid, placed);
}

function hasLetters({ text }: Fragment): boolean {
  return /\p{L}/u.test(text);
}

/** Minimum number of boxes of a diagram. Fewer are one if the gaps between them are wider than a line of text. */
const leastBoxes = 4;

/** Maximum share of boxes of a diagram that touch another one with text. */
const touchingShare = 0.25;

/** True if boxes with text are apart, and only joined by lines between them. */
function isDiagram(grid: Grid, placed: ReadonlyMap<number, readonly Fragment[]>): boolean {
  if (placed.size < leastBoxes && !areFarApart(grid, placed)) return false;
  const most = touchingShare * placed.size;
  const touching = new Set<number>();
  for (const [cell, other] of neighbours(grid)) {
    if (placed.has(cell) && placed.has(other)) touching.add(cell).add(other);
    if (touching.size > most) return false;
  }
  return true;
}

/** Pairs of different cells side by side or one below the other. */
function* neighbours({ xs, cellOf }: Grid): Generator<readonly [number, number]> {
  const columns = xs.length - 1;
  for (const [index, cell] of cellOf.entries()) {
    const right = (index + 1) % columns === 0 ? undefined : cellOf[index + 1];
    for (const other of [right, cellOf[index + columns]]) {
      if (other !== undefined && other !== cell) yield [cell, other];
    }
  }
}

/** True if all cells with text have gaps between them that are wider than a line of it. */
function areFarApart({ xs, ys, cellOf }: Grid, placed: ReadonlyMap<number, readonly Fragment[]>): boolean {
  const columns = xs.length - 1;
  const boxes = [...placed.keys()].map((cell) =>
    cellOf
      .flatMap((one, at) => {
        const [column, row] = [at % columns, Math.floor(at / columns)];
        if (one !== cell) return [];
        return [{ x0: xs[column] ?? 0, x1: xs[column + 1] ?? 0, y0: ys[row] ?? 0, y1: ys[row + 1] ?? 0 }];
      })
      .reduce(around),
  );
  const linePt = Math.max(...[...placed.values()].flat().map(({ box }) => box.y1 - box.y0));
  return boxes.every((one, index) =>
    boxes.slice(index + 1).every((other) => {
      const downPt = Math.max(one.y0, other.y0) - Math.min(one.y1, other.y1);
      return Math.max(gapBetween(one, other), downPt) > linePt;
    }),
  );
}

/** Share of the width that text fills in boxes shaded word by word. */
const huggingShare = 0.88;

/** Anything higher is more than one line, in ems. */
const severalLinesEms = 1.8;

/** Minimum number of columns of a regular grid whose cells have several lines. With fewer, they may be cards. */
const leastRegularColumns = 3;

/** True for boxes shaded word by word. They are no regular grid of cells with several lines. */
function isHighlight(grid: Grid, placed: ReadonlyMap<number, readonly Fragment[]>): boolean {
  const columns = grid.xs.length - 1;
  const isRegular = columns >= leastRegularColumns && !hasSpans(grid);
  if (isRegular && [...placed.values()].some(hasSeveralLines)) return false;
  let text = 0;
  let room = 0;
  for (const [cell, fragments] of placed) {
    const column = cell % columns;
    const box = boxAround(fragments);
    text += box.x1 - box.x0;
    room += (grid.xs[column + 1] ?? 0) - (grid.xs[column] ?? 0);
  }
  return text >= huggingShare * room;
}

function hasSeveralLines(fragments: readonly Fragment[]): boolean {
  const { y0, y1 } = boxAround(fragments);
  return y1 - y0 > severalLinesEms * (fragments[0]?.sizePt ?? 10);
}

/** True if a cell contains a part of the page, with paragraphs or columns. */
function isFrame(fragments: readonly Fragment[]): boolean {
  if (fragments.length <= maxSeveral) return false;
  const rows = visualRows(fragments);
  return (
    rows.length > maxCellLines ||
    rows.filter((row) => isSeveral(row) && !isItem(row)).length > maxSeveral ||
    rows.filter(holdsSeveralNumbers).length > 1
  );
}

/** Signs before the attributes in boxes of a diagram. */
const attributeSign = /^[-–+]$/u;

/** True for a list marker and its words. */
function isItem({ fragments: [marker, ...words] }: VisualRow): boolean {
  if (marker === undefined || words.length !== 1 || attributeSign.test(marker.text)) return false;
  return loneMarker(marker.text) !== undefined;
}

/** Minimum count of numbers side by side that are in columns. */
const leastNumbers = 3;

function holdsSeveralNumbers({ fragments }: VisualRow): boolean {
  return fragments.length >= leastNumbers && fragments.every(({ text }) => isNumeric(text));
}

/** Assigns the fragments to cells. */
function placeFragments(grid: Grid, fragments: readonly Fragment[]): ReadonlyMap<number, readonly Fragment[]> {
  const box = outline(grid);
  const borders = grid.ys.map((_, row) => bordersOf(grid, row));
  const result = new Map<number, Fragment[]>();
  for (const fragment of fragments) {
    if (!isInside(fragment.box, box)) continue;
    const row = slot(grid.ys, (fragment.box.y0 + fragment.box.y1) / 2);
    for (const part of splitFragment(fragment, borders[row] ?? [])) {
      const column = slot(grid.xs, (part.box.x0 + part.box.x1) / 2);
      const cell = grid.cellOf[row * (grid.xs.length - 1) + column] ?? 0;
      const others = result.get(cell);
      if (others === undefined) result.set(cell, [part]);
      else others.push(part);
    }
  }
  return result;
}

/** Minimum share of the parts of a cell that have text if it is divided without a value, and their minimum number. */
const dividedShare = 0.5;
const leastTexts = 3;

/**
 * Divides cells that span several columns if each text is in one of the columns: those of one row that hold a value,
 * because only every other row is shaded or no rule separates a total from its label, and those with text in most parts,
 * also over several rows if only the labels beside them have rows. A period is the head of the columns that it spans.
 */
function withDividedCells(grid: Grid, placed: ReadonlyMap<number, readonly Fragment[]>): Grid {
  if (!hasSpans(grid)) return grid;
  const columns = grid.xs.length - 1;
  const last = new Map(grid.cellOf.map((cell, index) => [cell, index]));
  const divided = new Set<number>();
  for (const [cell, fragments] of placed) {
    const end = last.get(cell) ?? cell;
    const edges = grid.xs.slice(cell % columns, (end % columns) + 2);
    const rows = grid.ys.slice(Math.floor(cell / columns), Math.floor(end / columns) + 2);
    if (end === cell || edges.length < 3) continue;
    const isOfOneRow = rows.length === 2 && isEachInOne(fragments, edges);
    if (isOfOneRow || areInMost(fragments, edges, rows)) divided.add(cell);
  }
  return divided.size === 0 ? grid : { ...grid, cellOf: grid.cellOf.map((one, at) => (divided.has(one) ? at : one)) };
}

/** True if texts of which one is a value are each in a column, between these edges, and beside each other in several. */
function isEachInOne(fragments: readonly Fragment[], edges: readonly number[]): boolean {
  return areInColumns(fragments, edges) && fragments.some(isValue) && !isOneCentred(fragments, edges);
}

/** True if texts are in most parts of a cell, each in one. */
function areInMost(fragments: readonly Fragment[], edges: readonly number[], rows: readonly number[]): boolean {
  const parts = new Set(fragments.map(({ box }) => `${slot(edges, box.x0)} ${slot(rows, (box.y0 + box.y1) / 2)}`));
  const leastParts = dividedShare * (edges.length - 1) * (rows.length - 1);
  return parts.size >= Math.max(leastParts, leastTexts) && areInColumns(fragments, edges);
}

/** True if each text of a line is in a column of its own. */
function areInColumns(fragments: readonly Fragment[], edges: readonly number[]): boolean {
  const inside = edges.slice(1, -1);
  if (fragments.some(({ box }) => crosses(box, inside))) return false;
  return visualRows(fragments).every(({ fragments: line }) => {
    return new Set(line.map(({ box }) => slot(edges, box.x0))).size === line.length;
  });
}

/** True if the only text of a cell is in its middle, as the value of all columns that it spans. */
function isOneCentred([one, ...others]: readonly Fragment[], edges: readonly number[]): boolean {
  const [left, right] = [edges[0], edges.at(-1)];
  if (one === undefined || others.length > 0 || left === undefined || right === undefined) return false;
  return Math.abs(one.box.x0 + one.box.x1 - left - right) / 2 <= centredEms * one.sizePt;
}

function isValue({ text }: Fragment): boolean {
  return isNumeric(text) && !isPeriod(text);
}

function crosses({ x0, x1 }: Box, edges: readonly number[]): boolean {
  return edges.some((edge) => edge > x0 && edge < x1);
}

function outline({ xs, ys }: Grid): Box {
  return {
    x0: (xs[0] ?? 0) - slackPt,
    y0: (ys[0] ?? 0) - slackPt,
    x1: (xs.at(-1) ?? 0) + slackPt,
    y1: (ys.at(-1) ?? 0) + slackPt,
  };
}

/** Returns the index of the part between two ascending edges that a position is in, or else of the nearest one. */
function slot(edges: readonly number[], position: number): number {
  const last = edges.length - 2;
  let at = 0;
  while (at < last && !((edges[at + 1] ?? Infinity) > position)) at += 1;
  return at;
}

/** Returns where rules divide the cells of one row. */
function bordersOf(grid: Grid, row: number): readonly number[] {
  const columns = grid.xs.length - 1;
  const at = row * columns;
  return grid.xs.filter(
    (_, index) => index > 0 && index < columns && grid.cellOf[at + index] !== grid.cellOf[at + index - 1],
  );
}

/** A title in a separate row above the columns precedes the table and is not part of it. */
function isTitle(row: readonly SpannedCell[]): boolean {
  return row.every((cell) => cell.cell === row[0]?.cell);
}

/** True for a row without any text but that of cells which began above it: a line that underlines words cuts it off. */
function isContinuation(row: readonly SpannedCell[]): boolean {
  return row.every(({ own }) => own.length === 0) && row.some(({ fragments }) => fragments.length > 0);
}

/** True for a row with text in several cells. Where no row has and a side is open, lines are no grid. */
function isOfSeveral(row: readonly SpannedCell[]): boolean {
  return row.filter(({ own }) => own.length > 0).length > 1;
}

/** Returns the index of the first row after the titles. A column without any text may be beside the cell of a title. */
function firstRow(rows: readonly (readonly SpannedCell[])[]): number {
  const used = (rows[0] ?? []).map((_, column) => rows.some((row) => (row[column]?.own.length ?? 0) > 0));
  return rows.findIndex((row) => !isTitle(row.filter((_, column) => used[column] === true)));
}

function usedColumns(rows: readonly (readonly SpannedCell[])[]): number {
  return (rows[0] ?? []).filter((_, column) => rows.some((row) => (row[column]?.own.length ?? 0) > 0)).length;
}

/** More heads above each other are a body whose rows have wide cells. */
const maxHeaderRows = 4;

/** Returns the number of header rows: more than one if a spanning head has heads below it. */
function headerDepth(rows: readonly (readonly SpannedCell[])[]): number {
  let depth = 1;
  // A cell that reaches below the last possible header row is the label of a group.
  const below = new Set(rows[maxHeaderRows]?.map(({ cell }) => cell));
  const mayBeHead = (row: readonly SpannedCell[] = []): boolean => !row.some(({ cell }) => below.has(cell));
  while (
    depth < maxHeaderRows &&
    rows[depth - 1]?.some((cell) => cell.isWide && cell.fragments.length > 0) === true &&
    mayBeHead(rows[depth])
  )
    depth += 1;
  return depth < Math.min(rows.length, maxHeaderRows) ? depth : 1;
}

function tableOfRows(grid: Grid, rows: readonly (readonly SpannedCell[])[]): Table | undefined {
  let wrapping: Wrapping | undefined;
  // Few tables need it.
  const wrappingOfRows = (): Wrapping => (wrapping ??= wrappingOf(rows.map((row) => row.map((cell) => cell.own))));
  const depth = headerDepth(rows);
  const columns = columnsBetween(grid.xs);
  const divided = rowsWithRows(rows, { from: depth - 1, columns, wrapping: wrappingOfRows });
  const texts = rows.flatMap((row, index) => {
    if (divided.has(row)) {
      const lines = visualRows(row.flatMap((cell) => cell.own));
      // A rule is below the heads in the first row.
      const rowsOfLines = index === 0 ? logicalRows : rowsBelowHead;
      return rowsOfLines(lines, { columns }).map((cells) => cells.map(cellText));
    }
    return [row.map((cell) => textOf(cell, index < depth))];
  });
  const fragments = rows.flatMap((row) => row.flatMap((cell) => cell.own));
  return tableOfTexts(fragments, texts, depth > 1 ? depth : headerCount(texts));
}

/** Longer text of a cell that spans rows is only in its first row. */
const maxRepeatedCharacters = 60;

/**
 * Repeats a head in each of its columns and short text in each of its rows, so that a row is readable alone. Text that
 * spans body columns is written once.
 */
function textOf(cell: SpannedCell, isHeader: boolean): string {
  const text = cellText(cell.fragments);
  if (cell.own.length > 0 || isHeader) return text;
  return cell.isFirstColumn && text.length <= maxRepeatedCharacters ? text : "";
}

/** Splits a fragment into words, each with an estimated position. */
function wordsOf(fragment: Fragment): readonly Fragment[] {
  const words = fragment.text.split(" ").filter((word) => word !== "");
  if (words.length < 2) return [fragment];
  const isFromRight = fragment.line.direction === "rtl";
  const scale = (fragment.box.x1 - fragment.box.x0) / Math.max(textEms(words.join(" ")), 0.01);
  const result: Fragment[] = [];
  let done = 0;
  for (const word of words) {
    const width = textEms(word) * scale;
    const x0 = isFromRight ? fragment.box.x1 - done - width : fragment.box.x0 + done;
    result.push({ ...fragment, text: word, box: { ...fragment.box, x0, x1: x0 + width } });
    done += width + textEms(" ") * scale;
  }
  return result;
}

/** Maximum overhang of a fragment over an edge, in points. */
const overlapPt = 2;

/** Splits a fragment between words at the edges that cross it. */
export function splitFragment(fragment: Fragment, edges: readonly number[]): readonly Fragment[] {
  const cutting = edges.filter((edge) => edge > fragment.box.x0 + overlapPt && edge < fragment.box.x1 - overlapPt);
  if (cutting.length === 0) return [fragment];
  const sides = new Map<number, Fragment[]>();
  for (const word of wordsOf(fragment)) {
    const middle = (word.box.x0 + word.box.x1) / 2;
    const side = cutting.filter((edge) => edge < middle).length;
    const words = sides.get(side);
    if (words === undefined) sides.set(side, [word]);
    else words.push(word);
  }
  return [...sides.values()].map((words) => joinWords(fragment, words));
}

function joinWords(fragment: Fragment, words: readonly Fragment[]): Fragment {
  const x0 = words.reduce((least, word) => Math.min(least, word.box.x0), Infinity);
  const x1 = words.reduce((most, word) => Math.max(most, word.box.x1), -Infinity);
  return { ...fragment, text: words.map((word) => word.text).join(" "), box: { ...fragment.box, x0, x1 } };
}
