import type { RecognisedLine } from "@reader/core/handler";
import { confidenceOf } from "../confidence-of.ts";
import {
  areRows,
  boxAround,
  centreOf,
  characterWidthOf,
  isSameRow,
  lineHeightOf,
  medianOf,
  standsApart,
  wideGap,
  type Block,
} from "./block.ts";
import { findTables } from "./find-tables.ts";
import { findFixedPitch } from "./fixed-pitch.ts";
import { setWords, type Grid } from "./set-words.ts";

/** Columns between words of a fixed pitch from which on they stand apart: more than one space; and less than one. */
const fixedGaps = { wideGap: 1.6, leastGap: 0.95 };

/** Rows further apart than this many of the usual distances have an empty line between them. */
const emptyLine = 1.6;

/**
 * Lines in the order and with the spaces in which people read them: tables row by row, where the engine takes each
 * column for a text of its own, and code with its indentation. Lines must be upright.
 */
export function arrange(blocks: readonly Block[]): readonly RecognisedLine[] {
  const fixed = findFixedPitch(blocks);
  const tables = findTables(blocks, fixed);
  const groups = [
    ...fixed.map((run) => ({ members: run.blocks, pitch: run.pitch, gaps: fixedGaps })),
    ...tables.map((members) => ({ members, pitch: undefined, gaps: { wideGap } })),
  ];
  return blocks.flatMap((block, index) => {
    const group = groups.find(({ members }) => members.includes(index));
    if (group === undefined) return spaced(block);
    if (group.members[0] !== index) return [];
    const all = group.members.flatMap((member) => blocks[member] ?? []);
    const lines = group.pitch === undefined ? all.flatMap(withoutRules) : all;
    return rowsOf(lines, { ...group.gaps, pitch: group.pitch ?? characterWidthOf(lines), left: boxAround(lines).x0 });
  });
}

/** A block as it is; where most of its lines have wide gaps, it is a table without rules. */
function spaced(block: Block): readonly RecognisedLine[] {
  const pitch = characterWidthOf(block);
  if (areRows(block)) {
    return rowsOf(block.flatMap(withoutRules), { left: boxAround(block).x0, pitch, wideGap });
  }
  return block.map((line) =>
    standsApart(line, pitch) ? { ...line, text: setWords(line.words, { left: line.box.x0, pitch, wideGap }) } : line,
  );
}

/** A line of a table without what is left of its rules, which would also make a row seem taller than it is. */
function withoutRules(line: RecognisedLine): readonly RecognisedLine[] {
  const words = line.words.filter(({ text }) => !/^[|_]+$/.test(text));
  return words.length === 0 ? [] : [{ ...line, words, box: boxAround(words) }];
}

function rowsOf(lines: readonly RecognisedLine[], grid: Grid): readonly RecognisedLine[] {
  const height = lineHeightOf(lines);
  const rows: RecognisedLine[][] = [];
  for (const line of lines.toSorted((one, other) => centreOf(one.box) - centreOf(other.box))) {
    const row = rows.at(-1);
    if (row !== undefined && isSameRow(boxAround(row), line.box, height)) row.push(line);
    else rows.push([line]);
  }
  const merged = rows.map((row) => rowOf(row, grid));
  const steps = merged.slice(1).map(({ box }, index) => centreOf(box) - centreOf(merged[index]?.box ?? box));
  const usual = Math.min(medianOf(steps), height * 2.5);
  return merged.map((row, index) =>
    index === 0 || (steps[index - 1] ?? 0) > usual * emptyLine ? { ...row, startsParagraph: true } : row,
  );
}

function rowOf(row: readonly RecognisedLine[], grid: Grid): RecognisedLine {
  const words = row.flatMap((line) => line.words).toSorted((one, other) => one.box.x0 - other.box.x0);
  const merged = { text: setWords(words, grid), confidence: 0, box: boxAround(row), words };
  return { ...merged, confidence: confidenceOf([merged]) };
}
