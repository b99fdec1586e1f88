import type { RecognisedLine, RecognisedWord } from "@reader/core/internal";
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

/** Gaps between words at a fixed pitch, in columns: from `wideGap` on several spaces, below `leastGap` no space. */
const fixedGaps = { wideGap: 1.6, leastGap: 0.95 };

/** Row distance, relative to the usual one, from which an empty line is inserted. */
const emptyLine = 1.6;

/**
 * Arranges upright lines in reading order with spacing: tables row by row, although the engine reads them by column,
 * and code with its indentation.
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

/** Returns the lines of a block, or table rows if most lines have wide gaps. */
function spaced(block: Block): readonly RecognisedLine[] {
  const pitch = characterWidthOf(block);
  if (areRows(block)) {
    return rowsOf(block.flatMap(withoutRules), { left: boxAround(block).x0, pitch, wideGap });
  }
  return block.map((line) =>
    standsApart(line, pitch) ? { ...line, text: setWords(line.words, { left: line.box.x0, pitch, wideGap }) } : line,
  );
}

/** Removes remains of rules from a line of a table, which would also make the row too tall. */
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

/** Maximum number of consecutive spaces. */
const maxSpaces = 60;

/** A grid of character columns. */
interface Grid {
  /** The left edge of the first column. */
  readonly left: number;
  /** The width of a column. */
  readonly pitch: number;
  /** Columns between two words from which they are aligned separately. */
  readonly wideGap: number;
  /** Minimum width of a space, in columns, next to punctuation such as a colon. Any width if not given. */
  readonly leastGap?: number;
}

/** Punctuation next to which the engine sees false spaces in names and paths. Prose has no spaces there either. */
const endsInMark = /[_/\\([{]$/;
const startsWithMark = /^[:_/\\)\]}]/;

/**
 * Sets the words of a row with the spacing of the image: after wide gaps, spaces align a word with its column, so that
 * table columns align and code keeps its indentation.
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

/** True if two words belong together. Overlapping words do not count, since their positions are unreliable. */
function isOneWord(gap: number | undefined, { leastGap }: Grid): boolean {
  return gap !== undefined && leastGap !== undefined && gap >= 0 && gap < leastGap;
}
