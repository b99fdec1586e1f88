import type { Box } from "../../model/page-content.ts";
import { isNumeric } from "../cells/cell-kinds.ts";
import type { Piece, PlacedLine, PlacedSign } from "../cells/piece.ts";
import { type VisualRow, visualRows } from "../cells/visual-rows.ts";
import { isSeveral } from "./aligned-regions.ts";

/** Minimum gap after a number that is more than a space, in ems. */
const cellGapEms = 0.5;

/** Characters closer than this are of one word, in ems. */
const leastGapEms = 0.1;

/** Minimum number of consecutive rows with cells side by side that may be a table with narrow gaps. */
const leastRows = 3;

/** Pieces with more words are prose. */
const maxWords = 9;

/**
 * Splits pieces that are several cells: in a table with narrow gaps the engine merges adjacent cells into one line.
 * Splits at positions where cells of other rows start or end. Calls the slow `readLines` at most once, and only if
 * consecutive rows look like that.
 */
export function partNarrowGaps(pieces: readonly Piece[], readLines: () => readonly PlacedLine[]): readonly Piece[] {
  const stretches = stretchesOf(visualRows(pieces)).filter(mayHoldTwo);
  if (stretches.length === 0) return pieces;
  const lines = readLines();
  const parts = new Map<Piece, readonly Piece[]>();
  for (const rows of stretches) partRows(rows, lines, parts);
  return parts.size === 0 ? pieces : pieces.flatMap((piece) => parts.get(piece) ?? [piece]);
}

function stretchesOf(rows: readonly VisualRow[]): readonly (readonly VisualRow[])[] {
  const stretches: VisualRow[][] = [[]];
  for (const row of rows) {
    if (isSeveral(row)) stretches.at(-1)?.push(row);
    else if (stretches.at(-1)?.length !== 0) stretches.push([]);
  }
  return stretches.filter((stretch) => stretch.length >= leastRows);
}

function mayHoldTwo(rows: readonly VisualRow[]): boolean {
  if (numbersAndMore(rows).length >= leastRows) return true;
  const pieces = rows.flatMap((row) => row.pieces).filter(mayBeTwo);
  const edges = sharedEdges(rows);
  return pieces.some((piece) => edges.crosses(piece.box));
}

function mayBeTwo({ text, line, isMonospaced }: Piece): boolean {
  return !isMonospaced && line.direction === "ltr" && text.includes(" ") && text.split(" ").length <= maxWords;
}

/**
 * A row that starts with such a number is a section, a contents entry or a line of code. A small number counts
 * anywhere.
 */
const countNumber = /^\d{1,3}(?:\.\d{1,2})*[.:)]?$/u;
const smallNumber = /^\d{1,2}[.:)]?$/u;

/** Returns pieces that start with a number followed by something else. */
function numbersAndMore(rows: readonly VisualRow[]): readonly Piece[] {
  return rows.flatMap(({ pieces }) =>
    pieces.filter((piece, index) => {
      const at = mayBeTwo(piece) ? piece.text.indexOf(" ") : 0;
      const number = piece.text.slice(0, at);
      return /\d/u.test(number) && isNumeric(number) && !(index > 0 ? smallNumber : countNumber).test(number);
    }),
  );
}

type Parts = Map<Piece, readonly Piece[]>;

function partRows(rows: readonly VisualRow[], lines: readonly PlacedLine[], parts: Parts): void {
  const pieces = rows.flatMap((row) => row.pieces);
  const numbers = numbersAndMore(rows);
  for (const piece of numbers.length < leastRows ? [] : numbers) {
    const gapPt = cellGapEms * piece.sizePt;
    const found = partPiece(piece, lines, (left, right) => right.x0 - left.x1 >= gapPt);
    if (found.length > 1) parts.set(piece, found);
  }
  const edges = sharedEdges(
    rows.map((row) => ({ ...row, pieces: row.pieces.flatMap((one) => parts.get(one) ?? one) })),
  );
  for (const piece of pieces) {
    const now = parts.get(piece) ?? [piece];
    const found = now.flatMap((one) => partedAtEdges(one, lines, edges));
    if (found.length > now.length) parts.set(piece, found);
  }
}

/** Splits a piece where cells of other rows start or end, or at wide gaps, if each part is then in one column. */
function partedAtEdges(piece: Piece, lines: readonly PlacedLine[], edges: SharedEdges): readonly Piece[] {
  if (!mayBeTwo(piece) || !edges.crosses(piece.box)) return [piece];
  const [gapPt, spacePt] = [cellGapEms * piece.sizePt, leastGapEms * piece.sizePt];
  const found = partPiece(piece, lines, (left, right) => {
    const whitePt = right.x0 - left.x1;
    return whitePt >= gapPt || (whitePt >= spacePt && (edges.begins(right.x0) || edges.ends(left.x1)));
  });
  const areCells = found.every((part, index) => {
    if (edges.crosses(part.box)) return false;
    return isApart(found, index, gapPt) || edges.begins(part.box.x0) || edges.ends(part.box.x1);
  });
  return areCells ? found : [piece];
}

/** True if a part has wide gaps on both sides, unlike words across several columns. */
function isApart(parts: readonly Piece[], index: number, gapPt: number): boolean {
  const [before, part, after] = [parts[index - 1], parts[index], parts[index + 1]];
  if (part === undefined) return false;
  const leftPt = part.box.x0 - (before?.box.x1 ?? -Infinity);
  return leftPt >= gapPt && (after?.box.x0 ?? Infinity) - part.box.x1 >= gapPt;
}

/** Maximum overhang of characters over the rounded box of a piece, in points. */
const slackPt = 1;

/** Returns whether two adjacent characters belong to different cells. */
type IsBetween = (left: PlacedSign, right: PlacedSign) => boolean;

/**
 * Splits a piece between some of its characters. A piece without such a position, or with other characters than the
 * lines, stays whole.
 */
function partPiece(piece: Piece, lines: readonly PlacedLine[], isBetween: IsBetween): readonly Piece[] {
  const { box, text } = piece;
  const line = lines.find(({ y, signs }) => y > box.y0 && y < box.y1 && signs.some((sign) => isWithin(sign, piece)));
  const groups = groupsOf(line?.signs.filter((sign) => isWithin(sign, piece)) ?? [], isBetween);
  const texts = groups.length < 2 ? undefined : textsOf(text, groups);
  if (texts === undefined) return [piece];
  return groups.map((signs, index) => {
    const [x0, x1] = [signs[0]?.x0 ?? box.x0, signs.at(-1)?.x1 ?? box.x1];
    return { ...piece, text: texts[index] ?? "", box: { ...box, x0, x1 } };
  });
}

function isWithin({ x0, x1 }: PlacedSign, { box }: Piece): boolean {
  return x0 >= box.x0 - slackPt && x1 <= box.x1 + slackPt;
}

function groupsOf(signs: readonly PlacedSign[], isBetween: IsBetween): readonly (readonly PlacedSign[])[] {
  const groups: PlacedSign[][] = [];
  for (const sign of signs) {
    const last = groups.at(-1);
    const before = last?.at(-1);
    if (last !== undefined && before !== undefined && !isBetween(before, sign)) last.push(sign);
    else groups.push([sign]);
  }
  return groups;
}

/**
 * Returns the texts of a piece by groups of characters, separated by spaces, or `undefined` if its characters differ.
 */
function textsOf(text: string, groups: readonly (readonly PlacedSign[])[]): readonly string[] | undefined {
  const texts: string[] = [];
  let at = 0;
  for (const signs of groups) {
    const start = at;
    for (const { sign } of signs) {
      while (text[at] === " ") at += 1;
      if (!text.startsWith(sign, at)) return undefined;
      at += sign.length;
    }
    texts.push(text.slice(start, at).trim());
  }
  return at === text.length ? texts : undefined;
}

/** Positions where cells of several rows start and end. */
interface SharedEdges {
  readonly begins: (x: number) => boolean;
  readonly ends: (x: number) => boolean;
  /** Returns whether cells of other rows end inside a box and others start after them. */
  readonly crosses: (box: Box) => boolean;
}

/** Maximum difference of the edges of one column, in points. */
const samePt = 0.7;

/** Minimum number and share of rows with cells that start at an edge. */
const leastRowsOfEdge = 2;
const leastShare = 0.3;

/** An edge this near to the edge of a box is not inside it, in points. */
const insidePt = 3;

/** Finds the edges that cells of some rows share. */
function sharedEdges(rows: readonly VisualRow[]): SharedEdges {
  const least = Math.max(leastRowsOfEdge, leastShare * rows.length);
  const boxes = rows.flatMap(({ pieces }) => pieces.map(({ box }) => box));
  const starts = sharedOf(boxes.map(({ x0 }) => x0).toSorted(byNumber), least);
  const stops = sharedOf(boxes.map(({ x1 }) => x1).toSorted(byNumber), least);
  return {
    begins: (x) => starts.some((start) => Math.abs(start - x) <= samePt),
    ends: (x) => stops.some((stop) => Math.abs(stop - x) <= samePt),
    crosses: ({ x0, x1 }) => {
      const stop = stops.find((x) => x > x0 + insidePt) ?? Infinity;
      return starts.some((start) => start > stop && start < x1 - insidePt);
    },
  };
}

function byNumber(one: number, other: number): number {
  return one - other;
}

/** Returns the centres of groups of at least this many similar numbers. */
function sharedOf(sorted: readonly number[], least: number): readonly number[] {
  const shared: number[] = [];
  let from = 0;
  for (let at = 1; at <= sorted.length; at += 1) {
    const first = sorted[from] ?? 0;
    if ((sorted[at] ?? Infinity) - first <= samePt) continue;
    if (at - from >= least) shared.push(first + ((sorted[at - 1] ?? first) - first) / 2);
    from = at;
  }
  return shared;
}
