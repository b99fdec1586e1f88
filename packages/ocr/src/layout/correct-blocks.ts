import type { RecognisedLine, RecognisedWord } from "@reader/core/handler";
import {
  type Block,
  boxAround,
  centreOf,
  confidenceOf,
  isSamePlace,
  isSameRow,
  keepWords,
  lineHeightOf,
  lineWith,
} from "../model/lines.ts";

/** The blocks of a page with each word once: the engine reads some ink twice, as a part of two lines, and keeps both. */
export function withoutDoubles(blocks: readonly Block[]): readonly Block[] {
  const surest = blocks
    .flat()
    .flatMap(({ words }) => words)
    .toSorted((one, other) => other.confidence - one.confidence);
  const isKept = new Set<RecognisedWord>();
  const keptBy = new Map<string, RecognisedWord[]>();
  for (const word of surest) {
    // Another word is kept: of small print the engine is not sure where each stands.
    const alike = keptBy.get(word.text) ?? [];
    if (alike.some(({ box }) => isSamePlace(box, word.box))) continue;
    alike.push(word);
    keptBy.set(word.text, alike);
    isKept.add(word);
  }
  if (isKept.size === surest.length) return blocks;
  return keepWords(blocks, (word) => isKept.has(word));
}

/** Heights of a line, and widths of its own, from which on a word stands upright on a page whose lines are level. */
const minLineHeights = 1.5;
const minWidths = 2;

/** The title of an axis is read more surely, and it stays. */
const maxConfidence = 80;

/** Heights of a line from which on one that is taller than broad runs downwards. */
const minStackHeights = 3;

/**
 * The blocks of an upright page without what are no words but single characters below each other, which the engine
 * reads as letters that lie on their side: the line numbers of code, a column of a table. Where they stood, they can be
 * found by their ink.
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

/** A line of short words that runs downwards. */
function isStackOfWords({ box, words, confidence }: RecognisedLine, height: number): boolean {
  const tallest = Math.max(height * minStackHeights, (box.x1 - box.x0) * minWidths);
  return words.length > 1 && confidence < maxConfidence && box.y1 - box.y0 > tallest;
}

/** The word I, alone or with what is left out: I'm, I've. */
const bar = /^\|(?=$|['’])/;

/** The word that follows it; a bar at the end of a line, or before a capital, is the edge of a frame. */
const continuation = /^[\p{Ll}'’]/u;

/** Words that end on the line on which letters stand. */
const standing = /^[\p{L}\p{N}]*[A-Za-fhik-or-xz0-9]$/u;
const hasTail = /[gjpqyQJ,;ß]/;

/** Heights of a word by which a bar reaches further down than letters: a fifth, and noise is less than half of that. */
const maxBelow = 0.1;

/** The blocks of a page with the letter I for bars that stand on the line as letters do: the engine takes it for one. */
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

/** Columns stand further apart than this many heights of a line; words do not. */
const narrowest = 0.5;

/** Letters of one word stand nearer to each other than this many heights of a line. */
const insideWord = 0.23;

/** How many heights of a line above or below a gap a line is that runs through it, and how far it reaches to both sides. */
const nearby = 4;
const reach = 3;

/**
 * Blocks without the columns that the engine sees where some words of prose happen to begin below each other, and that
 * cut words in two: a line that goes on in another block is one with it. A line above or below that runs through the gap
 * shows that there are no columns.
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
  // From the left, so that none is taken for the start of a line before it has become a part of one.
  const starts = lines.toSorted((one, other) => one.box.x0 - other.box.x0);
  const wholes = new Map(starts.flatMap((line) => (parts.has(line) ? [] : [[line, whole(line)] as const])));
  return blocks.map((block) => block.flatMap((line) => wholes.get(line) ?? [])).filter((block) => block.length > 0);
}

/** Whether two lines are so near to each other in a row that they are one. */
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
