import type { RecognisedLine, RecognisedWord } from "@reader/core/handler";
import {
  areRows,
  type Block,
  boxAround,
  centreOf,
  characterWidthOf,
  confidenceOf,
  isSameRow,
  lineHeightOf,
  medianOf,
  standsApart,
  wideGap,
} from "../model/lines.ts";
import { findTables } from "./find-tables.ts";
import { findFixedPitch } from "./fixed-pitch.ts";

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

/** No more spaces in a row, however wide a picture is. */
const maxSpaces = 60;

/** Where columns of characters stand. */
interface Grid {
  /** The left edge of the first column. */
  readonly left: number;
  /** The width of a column. */
  readonly pitch: number;
  /** Columns between two words from which on they stand apart. */
  readonly wideGap: number;
  /** Columns that a space takes at the least, beside marks such as a colon; not given, it may be any. */
  readonly leastGap?: number;
}

/** Within names and paths the engine sees spaces beside narrow marks; prose has none before and after these either. */
const endsInMark = /[_/\\([{]$/;
const startsWithMark = /^[:_/\\)\]}]/;

/**
 * Words of one row as they stand in the picture: where they stand apart, spaces bring each to its column, so that rows
 * of tables stand below each other and code keeps its indentation.
 */
function setWords(words: readonly RecognisedWord[], grid: Grid): string {
  let text = "";
  let end: number | undefined;
  for (const { text: word, box } of words) {
    const missing = Math.round((box.x0 - grid.left) / grid.pitch) - text.length;
    const gap = end === undefined ? undefined : (box.x0 - end) / grid.pitch;
    const isJoined = isOneWord(gap, grid) && (endsInMark.test(text) || startsWithMark.test(word));
    text += (isJoined ? "" : " ".repeat(spacesFor(gap, missing, grid))) + word;
    end = box.x1;
  }
  return text;
}

function spacesFor(gap: number | undefined, missing: number, { wideGap }: Grid): number {
  if (gap === undefined) return Math.min(maxSpaces, Math.max(0, missing));
  return gap >= wideGap ? Math.min(maxSpaces, Math.max(2, missing)) : 1;
}

/** Words that overlap are no measure: the engine does not know where they stand. */
function isOneWord(gap: number | undefined, { leastGap }: Grid): boolean {
  return gap !== undefined && leastGap !== undefined && gap >= 0 && gap < leastGap;
}
