import type { RecognisedLine, RecognisedWord } from "@reader/core/internal";
import {
  areRows,
  type Block,
  boxAround,
  centreOf,
  characterWidthOf,
  confidenceOf,
  isSamePlace,
  isSameRow,
  keepWords,
  lineHeightOf,
  lineWith,
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

/** Removes duplicate words. The engine reads some ink twice, as part of two lines. */
export function withoutDoubles(blocks: readonly Block[]): readonly Block[] {
  const surest = blocks
    .flat()
    .flatMap(({ words }) => words)
    .toSorted((one, other) => other.confidence - one.confidence);
  const isKept = new Set<RecognisedWord>();
  const keptBy = new Map<string, RecognisedWord[]>();
  for (const word of surest) {
    // Different words in one place are kept, since positions in small print are unreliable.
    const alike = keptBy.get(word.text) ?? [];
    if (alike.some(({ box }) => isSamePlace(box, word.box))) continue;
    alike.push(word);
    keptBy.set(word.text, alike);
    isKept.add(word);
  }
  if (isKept.size === surest.length) return blocks;
  return keepWords(blocks, (word) => isKept.has(word));
}

/** Minimum height of a vertical word, in line heights and in its own widths. */
const minLineHeights = 1.5;
const minWidths = 2;

/** Maximum confidence of a removed word. Axis titles have more and are kept. */
const maxConfidence = 80;

/** Minimum height of a vertical line, in line heights. */
const minStackHeights = 3;

/**
 * Removes words that are in fact single characters below each other, such as line numbers or a table column, which the
 * engine reads as rotated text. They are later found by their ink.
 */
export function withoutStacks(blocks: readonly Block[]): readonly Block[] {
  const height = lineHeightOf(blocks.flat());
  const isStack = ({ box, text, confidence }: RecognisedWord): boolean => {
    const tallest = Math.max(height * minLineHeights, (box.x1 - box.x0) * minWidths);
    return text.length > 1 && confidence < maxConfidence && box.y1 - box.y0 > tallest;
  };
  const level = blocks.map((block) => block.filter((line) => !isStackOfWords(line, height)));
  return keepWords(level, (word) => !isStack(word));
}

/** True for a vertical line of short words. */
function isStackOfWords({ box, words, confidence }: RecognisedLine, height: number): boolean {
  const tallest = Math.max(height * minStackHeights, (box.x1 - box.x0) * minWidths);
  return words.length > 1 && confidence < maxConfidence && box.y1 - box.y0 > tallest;
}

/** A bar that may be the word I, alone or contracted: I'm, I've. */
const bar = /^\|(?=$|['’])/;

/** The word after it. A bar at the end of a line or before a capital is the edge of a frame. */
const continuation = /^[\p{Ll}'’]/u;

/** Words whose last letter ends on the baseline. */
const standing = /^[\p{L}\p{N}]*[A-Za-fhik-or-xz0-9]$/u;
const hasTail = /[gjpqyQJ,;ß]/;

/** Maximum extent below the baseline, in word heights, for a letter. A real bar has about a fifth. */
const maxBelow = 0.1;

/** Replaces bars that end on the baseline by the letter I, which the engine confuses. */
export function withLettersForBars(blocks: readonly Block[]): readonly Block[] {
  return blocks.map((block) => block.map(withLetters));
}

function withLetters(line: RecognisedLine): RecognisedLine {
  if (!line.words.some(({ text }) => bar.test(text))) return line;
  const footing = line.words.filter(({ text }) => standing.test(text) && !hasTail.test(text));
  if (footing.length === 0) return line;
  const standsOnLine = ({ box }: RecognisedWord): boolean => {
    const lowest = Math.max(...footing.map((word) => word.box.y1));
    return box.y1 <= lowest + (box.y1 - box.y0) * maxBelow;
  };
  const words = line.words.map((word, index) => {
    const isLetter = bar.test(word.text) && standsOnLine(word) && continuation.test(line.words[index + 1]?.text ?? "");
    return isLetter ? { ...word, text: word.text.replace(bar, "I") } : word;
  });
  return lineWith(line, words);
}

/** Minimum gap between columns, in line heights. Gaps between words are smaller. */
const narrowest = 0.5;

/** Maximum gap between letters of a word, in line heights. */
const insideWord = 0.23;

/**
 * Maximum vertical distance of a line that runs through a gap, and its minimum reach to both sides, in line heights.
 */
const nearby = 4;
const reach = 3;

/**
 * Removes false column gutters, which the engine sees where words of prose happen to align and which split words. Lines
 * that continue in another block are joined if a line above or below runs through the gap.
 */
export function withoutFalseGutters(blocks: readonly Block[]): readonly Block[] {
  const lines = blocks.flat();
  const parts = new Set<RecognisedLine>();
  const whole = (line: RecognisedLine): RecognisedLine => {
    const next = lines.find((other) => !parts.has(other) && goesOn(line, other, lines));
    if (next === undefined) return line;
    parts.add(next);
    return whole(joinedLine(line, next));
  };
  // From left to right, so that a continuation is joined before it could start a line.
  const starts = lines.toSorted((one, other) => one.box.x0 - other.box.x0);
  const wholes = new Map(starts.flatMap((line) => (parts.has(line) ? [] : [[line, whole(line)] as const])));
  return blocks.map((block) => block.flatMap((line) => wholes.get(line) ?? [])).filter((block) => block.length > 0);
}

/** True if two lines in a row are near enough to be one line. */
function goesOn(line: RecognisedLine, next: RecognisedLine, lines: readonly RecognisedLine[]): boolean {
  const height = lineHeightOf([line]);
  const gap = next.box.x0 - line.box.x1;
  const isNext = gap >= 0 && gap < narrowest * height && isSameRow(line.box, next.box, height);
  return isNext && lines.some((other) => runsThrough(other, { line, next, height }));
}

interface Gutter {
  readonly line: RecognisedLine;
  readonly next: RecognisedLine;
  readonly height: number;
}

function runsThrough({ box }: RecognisedLine, { line, next, height }: Gutter): boolean {
  const distance = Math.abs(centreOf(box) - centreOf(line.box));
  const isBeside = distance > height / 2 && distance < nearby * height;
  return isBeside && box.x0 < line.box.x1 - reach * height && box.x1 > next.box.x0 + reach * height;
}

function joinedLine(line: RecognisedLine, next: RecognisedLine): RecognisedLine {
  const words = joinedWords(line.words, next.words, lineHeightOf([line, next]));
  const text = words.map((word) => word.text).join(" ");
  return { ...line, text, words, box: boxAround([line, next]), confidence: confidenceOf([{ words }]) };
}

function joinedWords(
  before: readonly RecognisedWord[],
  after: readonly RecognisedWord[],
  height: number,
): readonly RecognisedWord[] {
  const [last, first] = [before.at(-1), after[0]];
  if (last === undefined || first === undefined || first.box.x0 - last.box.x1 >= insideWord * height)
    return [...before, ...after];
  const whole = {
    text: last.text + first.text,
    confidence: Math.min(last.confidence, first.confidence),
    box: boxAround([last, first]),
  };
  return [...before.slice(0, -1), whole, ...after.slice(1)];
}
