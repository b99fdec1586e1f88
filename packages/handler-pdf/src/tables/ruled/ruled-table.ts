import type { Box, Table } from "../../model/page-content.ts";
import { isSeveral } from "../aligned/aligned-regions.ts";
import { headerCount, isNumeric, wordCount } from "../cells/cell-kinds.ts";
import type { Column } from "../cells/columns.ts";
import { edgesOf, isOneRow, logicalRows } from "../cells/logical-rows.ts";
import { around, type Piece } from "../cells/piece.ts";
import { cellText, isInside, tableOfTexts, visualRows } from "../cells/visual-rows.ts";
import { type Grid, isRectangular, type SpannedCell, spanRows } from "./grid.ts";

/** Text may stand this far outside the lines around it. */
const slackPt = 2;

/** In a table, fewer cells than this share are empty ones; charts and drawings have more. */
const minFilledShare = 0.2;

/** One enclosed cell with more lines of text than this is a frame of the page's layout. */
const maxCellLines = 30;

/** Cells that together have text on this share of a row's lines, each of them, are rows that no line divides. */
const alignedShare = 0.6;

/** White between the labels of rows, where they are set apart. */
const whiteEms = 0.8;

/** One enclosed cell with more lines than this that have text side by side holds columns of its own. */
const maxSeveral = 2;

/** Cells with more words on a line are paragraphs. */
const maxWordsPerLine = 5;

/** The table that a grid of lines makes with the text inside; `undefined` where it is a frame, a chart, a form's boxes. */
export function ruledTable(grid: Grid, pieces: readonly Piece[]): Table | undefined {
  if (!isRectangular(grid)) return undefined;
  const placed = placePieces(grid, pieces);
  const cells = [...placed.values()];
  if (cells.length < 2 || cells.some(isFrame)) return undefined;
  if (cells.length < minFilledShare * new Set(grid.cellOf).size || isHighlight(grid, placed)) return undefined;
  const rows = spanRows(grid, placed);
  const first = rows.findIndex((row) => !isTitle(row));
  const kept = first < 0 ? [] : rows.slice(first);
  if (usedColumns(kept) < 2) return undefined;
  const table = tableOfRows(grid, kept);
  return table !== undefined && table.rows.length > 1 ? table : undefined;
}

/** Text takes this share of the width of boxes that are coloured behind it, word by word. */
const huggingShare = 0.88;

function isHighlight(grid: Grid, placed: ReadonlyMap<number, readonly Piece[]>): boolean {
  const columns = grid.xs.length - 1;
  let text = 0;
  let room = 0;
  for (const [cell, pieces] of placed) {
    const column = cell % columns;
    const box = pieces.map((piece) => piece.box).reduce(around);
    text += box.x1 - box.x0;
    room += (grid.xs[column + 1] ?? 0) - (grid.xs[column] ?? 0);
  }
  return text >= huggingShare * room;
}

/** Whether a cell holds a part of the page, with paragraphs or columns of its own. */
function isFrame(pieces: readonly Piece[]): boolean {
  const rows = visualRows(pieces);
  return rows.length > maxCellLines || rows.filter(isSeveral).length > maxSeveral;
}

/** The pieces of each cell. */
function placePieces(grid: Grid, pieces: readonly Piece[]): ReadonlyMap<number, readonly Piece[]> {
  const box = outline(grid);
  const result = new Map<number, Piece[]>();
  for (const piece of pieces) {
    if (!isInside(piece.box, box)) continue;
    const row = slot(grid.ys, (piece.box.y0 + piece.box.y1) / 2);
    for (const part of splitPiece(piece, bordersOf(grid, row))) {
      const column = slot(grid.xs, (part.box.x0 + part.box.x1) / 2);
      const cell = grid.cellOf[row * (grid.xs.length - 1) + column] ?? 0;
      result.set(cell, [...(result.get(cell) ?? []), part]);
    }
  }
  return result;
}

function outline({ xs, ys }: Grid): Box {
  return {
    x0: (xs[0] ?? 0) - slackPt,
    y0: (ys[0] ?? 0) - slackPt,
    x1: (xs.at(-1) ?? 0) + slackPt,
    y1: (ys.at(-1) ?? 0) + slackPt,
  };
}

function slot(edges: readonly number[], position: number): number {
  const after = edges.findIndex((edge) => edge > position);
  const last = edges.length - 2;
  return after < 0 ? last : Math.min(Math.max(after - 1, 0), last);
}

/** Where lines divide the cells of one row. */
function bordersOf(grid: Grid, row: number): readonly number[] {
  const columns = grid.xs.length - 1;
  const at = row * columns;
  return grid.xs.filter(
    (_, index) => index > 0 && index < columns && grid.cellOf[at + index] !== grid.cellOf[at + index - 1],
  );
}

/** A title in a row of its own above the columns belongs before the table, not into it. */
function isTitle(row: readonly SpannedCell[]): boolean {
  return row.every((cell) => cell.cell === row[0]?.cell);
}

function usedColumns(rows: readonly (readonly SpannedCell[])[]): number {
  return (rows[0] ?? []).filter((_, column) => rows.some((row) => (row[column]?.own.length ?? 0) > 0)).length;
}

/** More heads above each other than these are a body whose rows have wide cells. */
const maxHeaderRows = 4;

/** How many of the first rows a header takes: more than one where a head over several columns has heads below. */
function headerDepth(rows: readonly (readonly SpannedCell[])[]): number {
  let depth = 1;
  while (depth < maxHeaderRows && rows[depth - 1]?.some((cell) => cell.isWide && cell.pieces.length > 0) === true)
    depth += 1;
  return depth < Math.min(rows.length, maxHeaderRows) ? depth : 1;
}

function tableOfRows(grid: Grid, rows: readonly (readonly SpannedCell[])[]): Table | undefined {
  const columns: readonly Column[] = grid.xs.slice(1).map((x1, index) => ({ x0: grid.xs[index] ?? 0, x1 }));
  const edges = edgesOf(rows.map((row) => row.map((cell) => cell.own)));
  const depth = headerDepth(rows);
  const texts = rows.flatMap((row, index) => {
    if (index >= depth - 1 && holdsRows(row, edges)) {
      const lines = visualRows(row.flatMap((cell) => cell.own));
      return logicalRows(lines, columns).map((cells) => cells.map(cellText));
    }
    return [row.map((cell) => textOf(cell, index < depth))];
  });
  const pieces = rows.flatMap((row) => row.flatMap((cell) => cell.own));
  return tableOfTexts(pieces, texts, depth > 1 ? depth : headerCount(texts));
}

/** Longer texts of a cell that spans rows stand in its first row only. */
const maxRepeatedCharacters = 60;

/**
 * A head stands over each of its columns, and what is short beside each of its rows, so that a row can be read by
 * itself. What spans columns of the body stands once.
 */
function textOf(cell: SpannedCell, isHeader: boolean): string {
  const text = cellText(cell.pieces);
  if (cell.own.length > 0 || isHeader) return text;
  return cell.isFirstColumn && text.length <= maxRepeatedCharacters ? text : "";
}

/**
 * Whether one row of a grid holds several rows that no line divides: labels with white between, numbers below each
 * other, or lines of text that each go over its cells.
 */
function holdsRows(row: readonly SpannedCell[], edges: readonly number[]): boolean {
  const all = row.map((cell) => cell.own);
  const cells = all.filter((pieces) => pieces.length > 0);
  const [label = []] = cells;
  if (cells.length < 2 || visualRows(cells.flat()).length < 3 || row.some((cell) => cell.isWide)) return false;
  if (gapsIn(label) > 1) return true;
  return !isOneRow(all, edges) && (holdsNumbers(cells) || holdsLines(cells));
}

function holdsNumbers(cells: readonly (readonly Piece[])[]): boolean {
  const labels = visualRows(cells[0] ?? []).length;
  return labels > 2 && cells.some((pieces) => pieces.filter((piece) => isNumeric(piece.text)).length > 2);
}

function holdsLines(cells: readonly (readonly Piece[])[]): boolean {
  const lines = visualRows(cells.flat()).length;
  const full = cells.filter((pieces) => visualRows(pieces).length >= alignedShare * lines);
  const isLabelled = full.includes(cells[0] ?? []);
  return isLabelled && full.length >= alignedShare * cells.length && !cells.some(isProse);
}

/** How often lines of a cell have white as high as a line between them. */
function gapsIn(pieces: readonly Piece[]): number {
  const lines = visualRows(pieces);
  return lines.filter((line, index) => {
    const above = lines[index - 1];
    return above !== undefined && line.box.y0 - above.box.y1 > whiteEms * (line.pieces[0]?.sizePt ?? 10);
  }).length;
}

function isProse(pieces: readonly Piece[]): boolean {
  const words = pieces.reduce((sum, piece) => sum + wordCount(piece.text), 0);
  return words > maxWordsPerLine * pieces.length;
}

/**
 * Widths of characters in ems, about as in most text faces. Only their ratio counts: they are scaled to the width that
 * the words really have, and decide on which side of a column's edge a word stands.
 */
const narrow = /[\s.,:;'’‘|!()[\]{}/\\ijlfrtI-]/u;
const wide = /[mwMWQ@%—…]/u;
const full = /[\u1100-\u11FF\u2E80-\uD7FF\uF900-\uFAFF\uFF01-\uFF60]/u;

function widthEms(character: string): number {
  if (narrow.test(character)) return 0.3;
  if (wide.test(character)) return 0.85;
  if (full.test(character)) return 1;
  return /\p{Lu}/u.test(character) ? 0.67 : 0.52;
}

function textEms(text: string): number {
  let ems = 0;
  for (const character of text) ems += widthEms(character);
  return ems;
}

/** One piece as its words, each where it should stand by the widths of its characters. */
function wordsOf(piece: Piece): readonly Piece[] {
  const words = piece.text.split(" ").filter((word) => word !== "");
  if (words.length < 2) return [piece];
  const isFromRight = piece.line.direction === "rtl";
  const scale = (piece.box.x1 - piece.box.x0) / Math.max(textEms(words.join(" ")), 0.01);
  const result: Piece[] = [];
  let done = 0;
  for (const word of words) {
    const width = textEms(word) * scale;
    const x0 = isFromRight ? piece.box.x1 - done - width : piece.box.x0 + done;
    result.push({ ...piece, text: word, box: { ...piece.box, x0, x1: x0 + width } });
    done += width + widthEms(" ") * scale;
  }
  return result;
}

/** How far a piece may reach over an edge and still be on one side of it. */
const overlapPt = 2;

/** Divides a piece at those edges that go through it, between words; one that no edge cuts stays as it is. */
export function splitPiece(piece: Piece, edges: readonly number[]): readonly Piece[] {
  const cutting = edges.filter((edge) => edge > piece.box.x0 + overlapPt && edge < piece.box.x1 - overlapPt);
  if (cutting.length === 0) return [piece];
  const sides = new Map<number, Piece[]>();
  for (const word of wordsOf(piece)) {
    const middle = (word.box.x0 + word.box.x1) / 2;
    const side = cutting.filter((edge) => edge < middle).length;
    const words = sides.get(side);
    if (words === undefined) sides.set(side, [word]);
    else words.push(word);
  }
  return [...sides.values()].map((words) => joinWords(piece, words));
}

function joinWords(piece: Piece, words: readonly Piece[]): Piece {
  const x0 = words.reduce((least, word) => Math.min(least, word.box.x0), Infinity);
  const x1 = words.reduce((most, word) => Math.max(most, word.box.x1), -Infinity);
  return { ...piece, text: words.map((word) => word.text).join(" "), box: { ...piece.box, x0, x1 } };
}
