import type { Box, TextBlock, TextLine } from "../../model/page-content.ts";
import { boxAround, sharedHeight, sharedWidth } from "../../model/boxes.ts";
import { trimmedLength } from "../../model/plain-text.ts";
import { textOf } from "../../model/page-content.ts";

/** Maximum number of blocks. Pages with more are charts or noise, for which splitting is slow and meaningless. */
const maxBlocks = 600;

/** Minimum gutter between columns, in points. */
const minGutterPt = 6;

/** Maximum nesting of columns and bands. No page has more. */
const maxDepth = 8;

/** Orders blocks by the gaps between them: bands from the top, and in each band columns from the left. */
export function orderByColumns(blocks: readonly TextBlock[]): readonly TextBlock[] {
  if (blocks.length > maxBlocks) return byHeight(blocks);
  return cut(blocks, 0);
}

function cut(blocks: readonly TextBlock[], depth: number): readonly TextBlock[] {
  if (blocks.length < 2) return blocks;
  if (depth > maxDepth) return byHeight(blocks);
  const gutter = widestGutter(blocks);
  if (gutter !== undefined) {
    const left = blocks.filter((block) => block.box.x1 <= gutter);
    const right = blocks.filter((block) => block.box.x1 > gutter);
    const sides = isFromRight(blocks) ? [right, left] : [left, right];
    return sides.flatMap((side) => cut(side, depth + 1));
  }
  const bands = bandsOf(blocks);
  if (bands.length < 2) return byHeight(blocks);
  return bands.flatMap((band) => cut(band, depth + 1));
}

/**
 * Splits a block in which the engine merged two columns, because they were painted line by line, into one block per
 * column.
 */
export function splitBlock(block: TextBlock): readonly TextBlock[] {
  const { lines } = block;
  if (lines.length < 2 * minProseLines || lines.length > maxBlocks || !mayHaveGutter(lines)) return [block];
  const gutter = widestGutter(lines.map(blockOf));
  if (gutter === undefined) return [block];
  const sides = [lines.filter((line) => line.box.x1 <= gutter), lines.filter((line) => line.box.x1 > gutter)];
  if (!sides.every(isProse)) return [block];
  return sides.map((side) => ({ lines: side, box: boxAround(side) }));
}

/** True if any line starts after the end of the leftmost one. Otherwise there is no gutter. */
function mayHaveGutter(lines: readonly TextLine[]): boolean {
  let first = lines[0]?.box;
  let lastStart = -Infinity;
  for (const { box } of lines) {
    if (first === undefined || box.x0 < first.x0) first = box;
    if (box.x0 > lastStart) lastStart = box.x0;
  }
  return first !== undefined && lastStart - first.x1 >= minGutterPt;
}

/** True if most lines are beside another across a wide gap: text boxes side by side, painted row by row. */
export function standBeside(blocks: readonly TextBlock[]): boolean {
  let lines = 0;
  let beside = 0;
  let before: TextLine | undefined;
  for (const block of blocks) {
    for (const line of block.lines) {
      if (before !== undefined && isFarBeside(before, line)) beside += 1;
      before = line;
      lines += 1;
    }
  }
  return beside >= 2 && beside * 4 >= lines && lines <= maxBlocks;
}

/** Returns each line of a block as a block. */
export function linesAsBlocks({ lines }: TextBlock): readonly TextBlock[] {
  return lines.map(blockOf);
}

const minBesideLetters = 16;
const minBesideGapEm = 6;

function isFarBeside(line: TextLine, next: TextLine): boolean {
  if (sharedHeight(line.box, next.box) < 0.8) return false;
  const heightPt = line.box.y1 - line.box.y0;
  if (next.box.x0 - line.box.x1 < minBesideGapEm * heightPt || lettersIn([line]) < minBesideLetters) return false;
  const words = textOf(line.runs);
  return lettersIn([next]) >= minBesideLetters && !/:\s*$/u.test(words);
}

function blockOf(line: TextLine): TextBlock {
  return { lines: [line], box: line.box };
}

const minProseLines = 3;
const minProseLetters = 20;

function isProse(lines: readonly TextLine[]): boolean {
  return lines.length >= minProseLines && lettersIn(lines) / lines.length >= minProseLetters;
}

function lettersIn(lines: readonly TextLine[]): number {
  return lines.reduce((sum, line) => sum + line.runs.reduce((all, run) => all + trimmedLength(run.text), 0), 0);
}

/** Returns the middle of the widest vertical gap with a column of text on both sides. */
function widestGutter(blocks: readonly TextBlock[]): number | undefined {
  const sorted = blocks.toSorted((one, other) => one.box.x0 - other.box.x0);
  let reach = sorted[0]?.box.x1 ?? 0;
  let best: { readonly widthPt: number; readonly x: number } | undefined;
  for (const { box } of sorted) {
    const widthPt = box.x0 - reach;
    if (widthPt >= minGutterPt && widthPt > (best?.widthPt ?? 0) && areColumns(blocks, reach))
      best = { widthPt, x: reach };
    reach = Math.max(reach, box.x1);
  }
  return best?.x;
}

/** True if both sides are text of some width. Rows of short cells are read across instead. */
function areColumns(blocks: readonly TextBlock[], x: number): boolean {
  const left = blocks.filter((block) => block.box.x1 <= x);
  const right = blocks.filter((block) => block.box.x1 > x);
  return isColumn(left) && isColumn(right);
}

function isColumn(blocks: readonly TextBlock[]): boolean {
  const lines = blocks.flatMap((block) => block.lines);
  return lines.length >= 2 && lettersIn(lines) / lines.length >= 12;
}

function isFromRight(blocks: readonly TextBlock[]): boolean {
  const lines = blocks.flatMap((block) => block.lines);
  return lines.filter((line) => line.direction === "rtl").length * 2 > lines.length;
}

/**
 * Splits at the top and bottom of the widest blocks: a title or wide figure separates what is above from what is below.
 */
function bandsOf(blocks: readonly TextBlock[]): readonly (readonly TextBlock[])[] {
  const sorted = byTop(blocks);
  const whole = boxAround(blocks);
  const bands: TextBlock[][] = [];
  let bottomPt = -Infinity;
  let wasWide = false;
  for (const block of sorted) {
    const isWide = sharedSpan(block.box, whole) > 0.6 && reachesAcross(block.box, blocks);
    const isFree = block.box.y0 >= bottomPt - 2;
    const last = bands.at(-1);
    if (last === undefined || (isFree && isWide !== wasWide)) bands.push([block]);
    else last.push(block);
    wasWide = isWide;
    bottomPt = Math.max(bottomPt, block.box.y1);
  }
  return bands;
}

/** Number of lines that form a column: a block that is not above or below them does not span it. */
const minColumnLines = 4;

/** True if hardly anything is entirely to the left or right of a box. */
export function reachesAcross(box: Box, blocks: readonly TextBlock[]): boolean {
  const aside = blocks.filter((block) => sharedWidth(box, block.box) === 0);
  return aside.reduce((sum, { lines }) => sum + lines.length, 0) < minColumnLines;
}

function sharedSpan(box: Box, whole: Box): number {
  return (box.x1 - box.x0) / Math.max(1, whole.x1 - whole.x0);
}

function byTop(blocks: readonly TextBlock[]): readonly TextBlock[] {
  return blocks.toSorted((one, other) => one.box.y0 - other.box.y0 || one.box.x0 - other.box.x0);
}

/** Orders from the top, and side by side from the left. */
function byHeight(blocks: readonly TextBlock[]): readonly TextBlock[] {
  const ordered: TextBlock[] = [];
  for (const block of byTop(blocks)) {
    let at = ordered.length;
    while (at > 0 && at > ordered.length - maxInRow && isLeftOf(block.box, ordered[at - 1]?.box)) at -= 1;
    ordered.splice(at, 0, block);
  }
  return ordered;
}

/** Maximum number of blocks in a row. */
const maxInRow = 100;

function isLeftOf(box: Box, other: Box | undefined): boolean {
  if (other === undefined || sharedWidth(box, other) > 0) return false;
  const common = Math.min(box.y1, other.y1) - Math.max(box.y0, other.y0);
  return common > 0.5 * Math.min(box.y1 - box.y0, other.y1 - other.y0) && box.x1 <= other.x0 + 1;
}
