import type { RecognisedLine, RecognisedWord } from "@reader/core/handler";
import { confidenceOf } from "../confidence-of.ts";
import { boxAround, centreOf, isSameRow, lineHeightOf, type Block } from "./block.ts";

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
