import { boxAround, sharedHeight, sharedWidth } from "../../model/boxes.ts";
import { loneMarker } from "../../model/list-markers.ts";
import {
  type Box,
  type CardGrid,
  type PageContent,
  type Table,
  type TextBlock,
  type TextLine,
  textOf,
} from "../../model/page-content.ts";
import { hasInk, trimmedLength } from "../../model/plain-text.ts";
import { linesAsBlocks, orderByColumns, reachesAcross, splitBlock, standBeside } from "./column-order.ts";

/** A line with the number of its block. */
export interface PlacedLine {
  readonly line: TextLine;
  readonly block: number;
}

/**
 * Returns the lines of a page in reading order. Keeps the order of the document, or of its tags, if it runs down the
 * page column by column. Otherwise the gaps between the columns decide. A table is one unit, and so is a grid of cards,
 * which are read one after the other.
 */
export function readingOrder(
  content: PageContent,
  tables: readonly Table[],
  cards: readonly CardGrid[] = [],
): readonly PlacedLine[] {
  const units = [...tables, ...cards];
  const whole = settleAsides(withUnits(settleMarks(content.blocks.filter(isVisible).flatMap(splitLeaps)), units));
  const isTable = ({ lines: [first] }: TextBlock): boolean =>
    first !== undefined && units.some(({ lines }) => lines.has(first));
  const split = standBeside(whole.filter((block) => !isTable(block))) ? linesAsBlocks : splitBlock;
  const blocks = whole.flatMap((block) => (isTable(block) ? [block] : split(block)));
  const settled = settleBands(settleEdges(blocks, content.heightPt));
  const isSane = split === splitBlock && blocks.length === whole.length && isOrdered(settled);
  const ordered = isSane ? settled : orderByColumns(blocks);
  const parts = ordered.flatMap(({ lines }) => cardsAmong(lines, cards) ?? [lines]);
  return parts.flatMap((lines, index) => lines.map((line) => ({ line, block: index })));
}

/** Returns the lines of each card if the lines are those of a grid of cards. */
function cardsAmong(
  [first]: readonly TextLine[],
  grids: readonly CardGrid[],
): readonly (readonly TextLine[])[] | undefined {
  return first === undefined ? undefined : grids.find(({ lines }) => lines.has(first))?.cards;
}

/** Lines that are placed together: a table, or a grid of cards. */
type Unit = Pick<Table, "box" | "lines">;

/** Replaces the lines of each table or grid of cards by one block in the position of its first line. */
function withUnits(blocks: readonly TextBlock[], tables: readonly Unit[]): readonly TextBlock[] {
  if (tables.length === 0) return blocks;
  const placedTables = new Set<Unit>();
  return blocks.flatMap((block) => {
    const inside = tables.filter((table) => block.lines.some((line) => table.lines.has(line)));
    if (inside.length === 0) return [block];
    const rest = block.lines.filter((line) => !inside.some((table) => table.lines.has(line)));
    const first = inside.filter((table) => !placedTables.has(table));
    for (const table of first) placedTables.add(table);
    const made = first.map((table) => ({ lines: [...table.lines], box: table.box }));
    const topPt = Math.min(...inside.map((table) => table.box.y0));
    const above = rest.filter((line) => line.box.y0 < topPt);
    return [...blocksOf(above), ...made, ...blocksOf(rest.filter((line) => !above.includes(line)))];
  });
}

function blocksOf(lines: readonly TextLine[]): readonly TextBlock[] {
  return lines.length === 0 ? [] : [{ lines, box: boxAround(lines) }];
}

function isVisible({ lines }: TextBlock): boolean {
  for (const { runs } of lines) for (const { text } of runs) if (hasInk(text)) return true;
  return false;
}

/** Maximum share of misplaced blocks, such as footnotes or margin boxes. With more, the order is not used. */
const maxMisplacedShare = 1 / 16;

/** Maximum number of blocks on a page of prose. */
const maxOrderedBlocks = 400;

/** True if the blocks run downwards except at the start of a new column. */
function isOrdered(blocks: readonly TextBlock[]): boolean {
  if (blocks.length > maxOrderedBlocks) return true;
  const turns = blocks.filter((block, index) =>
    swings(block.box, blocks[index + 1]?.box, blocks[index + 2]?.box),
  ).length;
  const returns = blocks.filter((block, index) => goesBack(block, blocks[index + 1])).length;
  const most = 2 + blocks.length / 8;
  return misplaced(blocks) <= 1 + blocks.length * maxMisplacedShare && turns <= most && returns <= most;
}

/** True if a block is in the row of the one before, to the left: drawings, maps and sheet music are painted anyhow. */
function goesBack({ box, lines }: TextBlock, next: TextBlock | undefined): boolean {
  if (next === undefined || lines.some(({ direction }) => direction !== "ltr")) return false;
  return next.box.x1 <= box.x0 && sharedHeight(box, next.box) > 0.5;
}

/** Returns how many blocks follow a lower one in the same column, or precede a higher one, whichever are fewer. */
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

/** True if blocks alternate between two sides downwards: two columns of prose are mixed line by line. */
function swings(one: Box, two: Box | undefined, three: Box | undefined): boolean {
  if (two === undefined || three === undefined) return false;
  const isBeside = sharedWidth(one, two) === 0 && sharedWidth(one, three) > 0.5;
  return isBeside && three.y0 >= one.y1 - 1 && three.y0 < two.y1 + 20 && isProse(one) && isProse(two);
}

function isProse(box: Box): boolean {
  return box.x1 - box.x0 > 140;
}

/** Minimum share of the text width of a block that spans columns. */
const wideShare = 0.6;

/** Maximum overlap of the boxes of consecutive lines, in points. */
const overlapPt = 2;

/** Puts blocks above a block that spans all columns before it, and those below after it. */
function settleBands(blocks: readonly TextBlock[]): readonly TextBlock[] {
  if (blocks.length > maxOrderedBlocks) return blocks;
  const whole = boxAround(blocks);
  const isWide = ({ box }: TextBlock): boolean =>
    box.x1 - box.x0 > wideShare * (whole.x1 - whole.x0) && isAlone(box, blocks) && reachesAcross(box, blocks);
  const wide = blocks.filter(isWide);
  if (wide.length === 0) return blocks;
  const bandOf = (block: TextBlock): number =>
    2 * wide.filter(({ box }) => box.y1 <= block.box.y0 + overlapPt).length + (wide.includes(block) ? 1 : 0);
  const bands = blocks.map((block) => ({ block, band: bandOf(block) }));
  return bands.toSorted((one, other) => one.band - other.band).map(({ block }) => block);
}

function isAlone(box: Box, blocks: readonly TextBlock[]): boolean {
  return blocks.every(
    (other) => other.box === box || other.box.y1 <= box.y0 + overlapPt || other.box.y0 >= box.y1 - overlapPt,
  );
}

/** Moves page headers to the start and footers to the end: programs write headers last and footers first. */
function settleEdges(blocks: readonly TextBlock[], heightPt: number): readonly TextBlock[] {
  const isFoot: BlockTest = ({ box }, rest) =>
    box.y0 > heightPt * 0.8 && rest.every((other) => other.box.y1 <= box.y0 + 2);
  const isTop: BlockTest = ({ box }, rest) =>
    box.y1 < heightPt * 0.2 && rest.every((other) => other.box.y0 >= box.y1 - 2);
  // Browsers write the footer last, and the header right before it.
  const foots = trailing(blocks, isFoot);
  const above = foots.length === 0 ? blocks : blocks.slice(0, -foots.length);
  const tops = trailing(above, isTop);
  const kept = tops.length === 0 ? above : above.slice(0, -tops.length);
  const bottoms = leading(kept, isFoot);
  return [...tops, ...kept.slice(bottoms.length), ...bottoms, ...foots];
}

type BlockTest = (block: TextBlock, rest: readonly TextBlock[]) => boolean;

/** Maximum number of blocks moved at either end, and of their lines. */
const maxMoved = 6;
const maxEdgeLines = 2;

function trailing(blocks: readonly TextBlock[], judge: BlockTest): readonly TextBlock[] {
  for (let count = Math.min(maxMoved, blocks.length - 1); count > 0; count -= 1) {
    const last = blocks.slice(-count);
    const rest = blocks.slice(0, -count);
    if (last.every((block) => block.lines.length <= maxEdgeLines && judge(block, rest))) return last;
  }
  return [];
}

function leading(blocks: readonly TextBlock[], judge: BlockTest): readonly TextBlock[] {
  return trailing(blocks.toReversed(), judge).toReversed();
}

/**
 * Splits a tagged paragraph that continues at the top of the next column: the engine gives all lines of a tag as one
 * block, whose box would span both columns. Untagged blocks keep their lines.
 */
function splitLeaps(block: TextBlock): readonly TextBlock[] {
  const { lines } = block;
  const starts: number[] = [];
  for (let index = 1; index < lines.length; index += 1) if (leaps(lines[index - 1], lines[index])) starts.push(index);
  if (starts.length === 0) return [block];
  return [0, ...starts].map((start, index) => {
    const part = lines.slice(start, starts[index]);
    return { lines: part, box: boxAround(part) };
  });
}

/** True if a line is above and beside the one before, with no horizontal overlap. */
function leaps(before: TextLine | undefined, line: TextLine | undefined): boolean {
  if (before?.tag === undefined || line?.tag === undefined || line.tag.cell !== undefined) return false;
  const isBeside = line.box.x0 >= before.box.x1 || line.box.x1 <= before.box.x0;
  return isBeside && line.box.y1 <= before.box.y0;
}

/** Maximum length of dates, prices and marks at the end of a row. Longer lines are separate text. */
const longestAside = 24;

/** Maximum number of lines. More are a column. */
const mostLines = 12;

/** Maximum distance to a block above or below in the same column, in ems. */
const nearEm = 2;

/**
 * Moves right-floated text after the words of its row: browsers paint the dates of a CV and the points of an exam
 * before other text. Only moves blocks of short lines that are all beside lines of another block and are not in order
 * with their neighbours above and below.
 */
function settleAsides(blocks: readonly TextBlock[]): readonly TextBlock[] {
  if (blocks.length > maxOrderedBlocks) return blocks;
  const owners = new Map<TextLine, TextLine>();
  const asides = new Set<TextBlock>();
  for (const [index, block] of blocks.entries()) {
    if (!couldBeAside(block) || isInPlace(block, [blocks[index - 1], blocks[index + 1]])) continue;
    const found = block.lines.map((line) =>
      ownerOf(
        line,
        blocks.filter((other) => !asides.has(other)),
      ),
    );
    if (found.includes(undefined)) continue;
    asides.add(block);
    for (const [at, line] of block.lines.entries()) owners.set(line, found[at] ?? line);
  }
  return asides.size === 0
    ? blocks
    : blocks.filter((block) => !asides.has(block)).map((block) => withAsides(block, owners));
}

function couldBeAside({ lines }: TextBlock): boolean {
  return lines.length <= mostLines && lines.every(isShort);
}

/** True for a number or a few words. More words are a box beside the text. */
function isShort(line: TextLine): boolean {
  const whole = textOf(line.runs);
  if (line.direction !== "ltr" || trimmedLength(whole) > longestAside) return false;
  const text = whole.trim();
  return /\d/u.test(text) || /^\S+(?:\s+\S+)?$/u.test(text);
}

function lengthOf({ runs }: TextLine): number {
  return runs.reduce((sum, { text }) => sum + trimmedLength(text), 0);
}

/** True if the block before or after it in order is right above or below it, or in its row. */
function isInPlace({ box, lines }: TextBlock, neighbours: readonly (TextBlock | undefined)[]): boolean {
  const heightPt = lines.reduce((most, line) => Math.max(most, line.box.y1 - line.box.y0), 0);
  return neighbours.some((other) => {
    if (other === undefined) return false;
    if (other.lines.some((line) => isOnRow(line.box, lines[0]?.box ?? box))) return true;
    if (sharedWidth(box, other.box) === 0) return false;
    return Math.max(other.box.y0 - box.y1, box.y0 - other.box.y1) < nearEm * heightPt;
  });
}

function isOnRow(one: Box, other: Box): boolean {
  return sharedHeight(one, other) > 0.5;
}

/** Returns the nearest line that ends to the left in the same row, in another block. */
function ownerOf(line: TextLine, blocks: readonly TextBlock[]): TextLine | undefined {
  const others = blocks.flatMap(({ lines }) => (lines.includes(line) ? [] : lines));
  const before = others.filter((other) => other.box.x1 <= line.box.x0 && isOnRow(other.box, line.box));
  const [nearest] = before.toSorted((one, other) => other.box.x1 - one.box.x1);
  return nearest !== undefined && lengthOf(nearest) >= 2 ? nearest : undefined;
}

function withAsides(block: TextBlock, owners: ReadonlyMap<TextLine, TextLine>): TextBlock {
  const lines = block.lines.flatMap((line) => [
    line,
    ...[...owners].flatMap(([own, of]) => (of === line ? [own] : [])),
  ]);
  return lines.length === block.lines.length ? block : { ...block, lines };
}

/** Maximum distance of a marker before the words of its item, in ems. */
const furthestEm = 2.5;

/** Maximum length of a marker. */
const longestMark = 8;

/** Maximum number of markers checked per page. A page with more is a drawing. */
const maxMarks = 500;

/**
 * Moves list markers before their words if a program paints all markers of a list after all words, as WeasyPrint does.
 * Markers directly before their words stay.
 */
function settleMarks(blocks: readonly TextBlock[]): readonly TextBlock[] {
  const marks = strayMarks(blocks);
  if (marks.length === 0 || marks.length > maxMarks) return blocks;
  const markOf = new Map<TextLine, TextLine>();
  for (const mark of marks) {
    const words = wordsOf(mark, blocks);
    if (words !== undefined && !markOf.has(words)) markOf.set(words, mark);
  }
  if (markOf.size === 0) return blocks;
  const moved = new Set(markOf.values());
  return blocks.map((block) => settled(block, markOf, moved)).filter(({ lines }) => lines.length > 0);
}

function strayMarks(blocks: readonly TextBlock[]): readonly TextLine[] {
  return blocks.flatMap(({ lines }, index) =>
    lines.filter((line, at) => {
      if (!isMark(line)) return false;
      const next = lines[at + 1] ?? blocks[index + 1]?.lines[0];
      return next === undefined || !areWordsOf(line, next);
    }),
  );
}

function isMark({ runs, direction }: TextLine): boolean {
  const [first] = runs;
  if (first === undefined || first.text.length > longestMark || runs.length > 2 || direction === "vertical")
    return false;
  return loneMarker(textOf(runs).trim()) !== undefined;
}

function wordsOf(mark: TextLine, blocks: readonly TextBlock[]): TextLine | undefined {
  for (const { lines, box } of blocks) {
    if (box.y1 < mark.box.y0 || box.y0 > mark.box.y1) continue;
    const words = lines.find((line) => areWordsOf(mark, line) && !isMark(line));
    if (words !== undefined) return words;
  }
  return undefined;
}

/** True if a line is right beside a marker in its row. */
function areWordsOf({ box }: TextLine, line: TextLine): boolean {
  if (line.direction === "vertical" || sharedHeight(line.box, box) < 0.6) return false;
  const gapPt = line.direction === "rtl" ? box.x0 - line.box.x1 : line.box.x0 - box.x1;
  return gapPt > -1 && gapPt < furthestEm * (box.y1 - box.y0);
}

function settled(block: TextBlock, markOf: ReadonlyMap<TextLine, TextLine>, moved: ReadonlySet<TextLine>): TextBlock {
  if (!block.lines.some((line) => moved.has(line) || markOf.has(line))) return block;
  const lines = block.lines.flatMap((line) => {
    if (moved.has(line)) return [];
    const mark = markOf.get(line);
    return mark === undefined ? [line] : [mark, line];
  });
  return { lines, box: boxAround(lines) };
}
