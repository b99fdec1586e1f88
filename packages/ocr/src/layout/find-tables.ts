import type { RecognisedLine } from "@reader/core/internal";
import { areRows, boxAround, isSameRow, lineHeightOf, medianOf, type Block } from "../model/lines.ts";
import type { FixedPitch } from "./fixed-pitch.ts";

/** Maximum median number of words per line of a column of cells, and of one with ragged lines. */
const maxCellWords = 3;
const maxRaggedWords = 6;

/** Minimum median share of the column width that lines of prose fill. */
const minProseFill = 0.75;

/** Minimum share of lines in a column of cells with lines beside them. */
const minShareBeside = 0.6;

/**
 * Returns groups of block indices that are columns of one table, to be read row by row. Blocks with a fixed pitch are
 * excluded.
 */
export function findTables(blocks: readonly Block[], fixed: readonly FixedPitch[]): readonly (readonly number[])[] {
  const taken = new Set(fixed.flatMap((run) => run.blocks));
  const cells = blocks.flatMap((block, index) => (!taken.has(index) && isCells(block) ? [index] : []));
  const groups: number[][] = [];
  for (const index of cells) {
    const touching = groups.filter((group) =>
      group.some((other) => areBeside(blocks[index] ?? [], blocks[other] ?? [])),
    );
    const rest = groups.filter((group) => !touching.includes(group));
    groups.splice(0, groups.length, ...rest, [...touching.flat(), index]);
  }
  const tables = groups.filter((group) => group.length > 1);
  const others = blocks.flatMap((_, index) => (taken.has(index) || tables.flat().includes(index) ? [] : [index]));
  return tables.map((group) => withHeads(blocks, group, others));
}

/** True if a block may be a column of cells: short lines, ragged lines, or rows of cells. */
function isCells(block: Block): boolean {
  if (areRows(block)) return true;
  const words = medianOf(block.map((line) => line.words.length));
  if (words <= maxCellWords) return true;
  const { x0, x1 } = boxAround(block);
  const fill = medianOf(block.map(({ box }) => box.x1 - box.x0)) / Math.max(1, x1 - x0);
  return words <= maxRaggedWords && fill < minProseFill;
}

function areBeside(one: Block, other: Block): boolean {
  const [a, b] = [boxAround(one), boxAround(other)];
  if (a.x0 < b.x1 && b.x0 < a.x1) return false;
  const [few, many] = one.length <= other.length ? [one, other] : [other, one];
  const height = lineHeightOf([...one, ...other]);
  const paired = few.filter((line) => many.some(({ box }) => isSameRow(line.box, box, height)));
  return paired.length >= few.length * minShareBeside;
}

/** Adds blocks in a row of the table that are too long for a cell, such as a heading or note. */
function withHeads(blocks: readonly Block[], group: readonly number[], others: readonly number[]): readonly number[] {
  const lines = group.flatMap((index) => blocks[index] ?? []);
  const height = lineHeightOf(lines);
  const inRow = ({ box }: RecognisedLine): boolean =>
    lines.some((line) => isSameRow(line.box, box, height) && (line.box.x1 <= box.x0 || box.x1 <= line.box.x0));
  const heads = others.filter((index) => {
    const block = blocks[index] ?? [];
    return block.length <= 2 && block.every(inRow);
  });
  return [...group, ...heads].toSorted((one, other) => one - other);
}
