import type { Box, TextBlock, TextLine } from "../../model/page-content.ts";
import { sharedHeight, sharedWidth } from "../../model/boxes.ts";
import { trimmedLength } from "../../model/plain-signs.ts";
import { textOf } from "../../model/text-of.ts";

/** Longer lines are text of their own and no date, price or mark at the end of a row. */
const longestAside = 24;

/** More lines than this are a column. */
const mostLines = 12;

/** More blocks than this are no page of prose. */
const maxJudgedBlocks = 400;

/** What stands so near above or below is the column that a block is a part of, in heights of its lines. */
const nearEm = 2;

/**
 * Puts what floats at the right of a row behind the words of that row: browsers paint the dates of a career and the
 * marks of an exam before all text that stands still. Only blocks of short lines move whose every line stands beside
 * another block's, and which come in order neither after nor before their neighbours above and below.
 */
export function settleAsides(blocks: readonly TextBlock[]): readonly TextBlock[] {
  if (blocks.length > maxJudgedBlocks) return blocks;
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

/** A number or a word or two; more words are those of a box beside the text. */
function isShort(line: TextLine): boolean {
  const whole = textOf(line.runs);
  if (line.direction !== "ltr" || trimmedLength(whole) > longestAside) return false;
  const text = whole.trim();
  return /\d/u.test(text) || /^\S+(?:\s+\S+)?$/u.test(text);
}

function lengthOf({ runs }: TextLine): number {
  return runs.reduce((sum, { text }) => sum + trimmedLength(text), 0);
}

/** Whether the block before or after it in order stands right above or below it, or on its row. */
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

/** The line that ends nearest to the left on the same row, in another block. */
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
