import type { Box, PageContent, Table, TextBlock, TextLine } from "../../model/page-content.ts";
import { boxAround, sharedWidth } from "../../model/boxes.ts";
import { hasInk } from "../../model/plain-signs.ts";
import { linesAsBlocks, orderByColumns, reachesAcross, splitBlock, standBeside } from "./column-order.ts";
import { settleAsides } from "./settle-asides.ts";
import { settleMarks } from "./settle-marks.ts";
import { splitLeaps } from "./split-leaps.ts";

/** A line with the number of its block. */
export interface PlacedLine {
  readonly line: TextLine;
  readonly block: number;
}

/**
 * The lines of a page in the order in which they are read. The document's own order, or that of its tags, is kept where it
 * runs down the page column by column; where it jumps about, the white space between the columns decides. A table is one
 * thing in that order.
 */
export function readingOrder(content: PageContent, tables: readonly Table[]): readonly PlacedLine[] {
  const whole = settleAsides(withTables(settleMarks(content.blocks.filter(isSeen).flatMap(splitLeaps)), tables));
  const isTable = ({ lines: [first] }: TextBlock): boolean =>
    first !== undefined && tables.some(({ lines }) => lines.has(first));
  const split = standBeside(whole.filter((block) => !isTable(block))) ? linesAsBlocks : splitBlock;
  const blocks = whole.flatMap((block) => (isTable(block) ? [block] : split(block)));
  const settled = settleBands(settleEdges(blocks, content.heightPt));
  const isSane = split === splitBlock && blocks.length === whole.length && isOrdered(settled);
  const ordered = isSane ? settled : orderByColumns(blocks);
  return ordered.flatMap((block, index) => block.lines.map((line) => ({ line, block: index })));
}

/** Every table as one block in the place of its first line, and out of the other blocks what is in it. */
function withTables(blocks: readonly TextBlock[], tables: readonly Table[]): readonly TextBlock[] {
  if (tables.length === 0) return blocks;
  const told = new Set<Table>();
  return blocks.flatMap((block) => {
    const inside = tables.filter((table) => block.lines.some((line) => table.lines.has(line)));
    if (inside.length === 0) return [block];
    const rest = block.lines.filter((line) => !inside.some((table) => table.lines.has(line)));
    const first = inside.filter((table) => !told.has(table));
    for (const table of first) told.add(table);
    const made = first.map((table) => ({ lines: [...table.lines], box: table.box }));
    const topPt = Math.min(...inside.map((table) => table.box.y0));
    const above = rest.filter((line) => line.box.y0 < topPt);
    return [...blocksOf(above), ...made, ...blocksOf(rest.filter((line) => !above.includes(line)))];
  });
}

function blocksOf(lines: readonly TextLine[]): readonly TextBlock[] {
  return lines.length === 0 ? [] : [{ lines, box: boxAround(lines) }];
}

function isSeen({ lines }: TextBlock): boolean {
  for (const { runs } of lines) for (const { text } of runs) if (hasInk(text)) return true;
  return false;
}

/** One block in sixteen out of order is a footnote or a box in the margin; more is no order. */
const maxMisplacedShare = 1 / 16;

/** More blocks than this are no page of prose. */
const maxJudgedBlocks = 400;

/** Whether the blocks run downwards, except where a new column begins. */
function isOrdered(blocks: readonly TextBlock[]): boolean {
  if (blocks.length > maxJudgedBlocks) return true;
  const turns = blocks.filter((block, index) =>
    swings(block.box, blocks[index + 1]?.box, blocks[index + 2]?.box),
  ).length;
  return misplaced(blocks) <= 1 + blocks.length * maxMisplacedShare && turns <= 2 + blocks.length / 8;
}

/** How many blocks come after one that is below them in the same column, or before one that is above, whichever are fewer. */
function misplaced(blocks: readonly TextBlock[]): number {
  const late = new Set<TextBlock>();
  const early = new Set<TextBlock>();
  for (const [index, block] of blocks.entries()) {
    for (let earlier = 0; earlier < index; earlier += 1) {
      const before = blocks[earlier];
      if (before === undefined || block.box.y1 > before.box.y0 + 1) continue;
      if (sharedWidth(before.box, block.box) <= 0.3) continue;
      late.add(block);
      early.add(before);
    }
  }
  return Math.min(late.size, early.size);
}

/** From one side to the other and back, downwards: two columns of prose are mixed line by line. */
function swings(one: Box, two: Box | undefined, three: Box | undefined): boolean {
  if (two === undefined || three === undefined) return false;
  const isBeside = sharedWidth(one, two) === 0 && sharedWidth(one, three) > 0.5;
  return isBeside && three.y0 >= one.y1 - 1 && three.y0 < two.y1 + 20 && isProse(one) && isProse(two);
}

function isProse(box: Box): boolean {
  return box.x1 - box.x0 > 140;
}

/** Wider than this share of the text, a block reaches across the columns. */
const wideShare = 0.6;

/** The boxes of lines that follow each other reach over each other by up to so much. */
const overlapPt = 2;

/** What stands above a block that reaches across all columns comes before it, and what stands below after it. */
function settleBands(blocks: readonly TextBlock[]): readonly TextBlock[] {
  if (blocks.length > maxJudgedBlocks) return blocks;
  const whole = boxAround(blocks);
  const isWide = ({ box }: TextBlock): boolean =>
    box.x1 - box.x0 > wideShare * (whole.x1 - whole.x0) && isAlone(box, blocks) && reachesAcross(box, blocks);
  const wide = blocks.filter(isWide);
  if (wide.length === 0) return blocks;
  const bandOf = (block: TextBlock): number =>
    2 * wide.filter(({ box }) => box.y1 <= block.box.y0 + overlapPt).length + (wide.includes(block) ? 1 : 0);
  return blocks.toSorted((one, other) => bandOf(one) - bandOf(other));
}

function isAlone(box: Box, blocks: readonly TextBlock[]): boolean {
  return blocks.every(
    (other) => other.box === box || other.box.y1 <= box.y0 + overlapPt || other.box.y0 >= box.y1 - overlapPt,
  );
}

/** Programs write page headers last and footers first: what stands above or below all other goes to its end. */
function settleEdges(blocks: readonly TextBlock[], heightPt: number): readonly TextBlock[] {
  const isFoot: Judge = ({ box }, rest) => box.y0 > heightPt * 0.8 && rest.every((other) => other.box.y1 <= box.y0 + 2);
  const isTop: Judge = ({ box }, rest) => box.y1 < heightPt * 0.2 && rest.every((other) => other.box.y0 >= box.y1 - 2);
  // Browsers write the footer last, and the header right before it.
  const foots = trailing(blocks, isFoot);
  const above = foots.length === 0 ? blocks : blocks.slice(0, -foots.length);
  const tops = trailing(above, isTop);
  const kept = tops.length === 0 ? above : above.slice(0, -tops.length);
  const bottoms = leading(kept, isFoot);
  return [...tops, ...kept.slice(bottoms.length), ...bottoms, ...foots];
}

type Judge = (block: TextBlock, rest: readonly TextBlock[]) => boolean;

/** How many blocks at either end may be moved, and how many lines they may have. */
const maxMoved = 6;
const maxEdgeLines = 2;

function trailing(blocks: readonly TextBlock[], judge: Judge): readonly TextBlock[] {
  for (let count = Math.min(maxMoved, blocks.length - 1); count > 0; count -= 1) {
    const last = blocks.slice(-count);
    const rest = blocks.slice(0, -count);
    if (last.every((block) => block.lines.length <= maxEdgeLines && judge(block, rest))) return last;
  }
  return [];
}

function leading(blocks: readonly TextBlock[], judge: Judge): readonly TextBlock[] {
  return trailing(blocks.toReversed(), judge).toReversed();
}
