import type { Budget } from "../../contract/budget.ts";
import type { Place } from "../../contract/place.ts";
import type { Clip, Stop } from "../../contract/result.ts";
import { clipOffset, countCharacters, largestPrefix } from "./clip.ts";
import { type LineBlock, splitBlock } from "./line.ts";
import type { Sections } from "./sections.ts";
import type { TextCost, TextMeter } from "./text-meter.ts";

/** Where an answer was cut short, and by which limit. */
export interface Cut {
  readonly by: Stop["by"];
  /** The first line, and the first character in it, that the answer does not include. */
  readonly line: number;
  readonly column: number;
}

/** Everything that `takeLines` needs: the sections to fill, the meter to charge, and the text of the marks. */
export interface AnswerLines {
  readonly sections: Sections;
  readonly meter: TextMeter;
  readonly budget: Budget;
  /** Returns the text of the mark that starts a section at another place, whose text is this. */
  placeMark(at: Place, text: string): string;
  clipMark(clip: Clip): string;
  /** Called with each text that is shown. */
  admit(text: string): void;
}

/** Blocks of at most this many lines are taken line by line; larger blocks that do not fit are halved. */
const fewLines = 4;

/** Takes as much of a block as the budget allows. */
export function takeLines(answer: AnswerLines, block: LineBlock): Cut | undefined {
  if (block.lineCount === 0) return undefined;
  if (takeWhole(answer, block)) return undefined;
  if (block.lineCount === 1) return takeLine(answer, block);
  const [head, tail] = splitBlock(block, headLines(block.lineCount, answer.meter.linesLeft));
  return takeLines(answer, head) ?? takeLines(answer, tail);
}

/**
 * Returns how many lines go into the first half of a block that does not fit: the lines still allowed, or half of them.
 */
function headLines(lineCount: number, linesLeft: number): number {
  if (linesLeft < lineCount) return Math.max(1, linesLeft);
  return lineCount > fewLines ? lineCount >> 1 : 1;
}

function takeWhole(answer: AnswerLines, block: LineBlock): boolean {
  const { meter, budget } = answer;
  if (block.rest !== undefined || block.text.length > meter.bytesLeft || block.lineCount > meter.linesLeft)
    return false;
  if (!isContinued(block) && hasLongLine(block.text, budget.maxLineCharacters)) return false;
  const cost = priceOf(answer, block, block.text);
  if (meter.obstacle(block.lineCount, cost) !== undefined) return false;
  answer.admit(block.text);
  meter.charge(block.lineCount, cost);
  answer.sections.addLines(block);
  return true;
}

function priceOf(answer: AnswerLines, block: LineBlock, text: string): TextCost {
  const { meter, sections } = answer;
  const cost = meter.price(text, block.firstLine, block.lineCount);
  if (block.at === undefined || !sections.startsSection(block)) return cost;
  const mark = meter.price(answer.placeMark(block.at, text), 0, 0);
  return { tokens: cost.tokens + mark.tokens, bytes: cost.bytes + mark.bytes };
}

/**
 * True if the caller continues inside a line, so that the line is not clipped again. Search results in long lines are.
 */
function isContinued({ firstColumn, matches }: LineBlock): boolean {
  return firstColumn !== undefined && matches === undefined;
}

/**
 * True if a line exceeds `limit`. Jumps from line end to line end, at most `limit` characters at a time, so that short
 * lines are not examined one by one.
 */
function hasLongLine(text: string, limit: number): boolean {
  for (let at = 0; text.length - at > limit;) {
    const end = text.lastIndexOf("\n", at + limit);
    if (end < at) return true;
    at = end + 1;
  }
  return false;
}

/** Takes a line that is too long, or that may not fit the budget. */
function takeLine(answer: AnswerLines, line: LineBlock): Cut | undefined {
  const { meter, budget } = answer;
  const column = line.firstColumn ?? 1;
  const end = isContinued(line) ? line.text.length : clipOffset(line.text, budget.maxLineCharacters);
  const shown = clipped(line, end);
  const cost = priceOf(answer, line, shown.text + markOf(answer, shown.clip));
  const obstacle = meter.obstacle(1, cost);
  if (obstacle === undefined) return accept(answer, shown, cost);
  if (obstacle === "lines" || meter.lines > 0) return { by: obstacle, line: line.firstLine, column };
  return takePrefix(answer, line, obstacle);
}

/**
 * Takes the part of a line that fits, so that the answer is not empty. The next answer continues inside or after it.
 */
function takePrefix(answer: AnswerLines, line: LineBlock, obstacle: Cut["by"]): Cut | undefined {
  const fits = (end: number): boolean => {
    const cut = clipped(line, end);
    return answer.meter.obstacle(1, priceOf(answer, line, cut.text + markOf(answer, cut.clip))) === undefined;
  };
  const end = largestPrefix(line.text, Math.min(line.text.length, answer.meter.bytesLeft), fits);
  const shown = clipped(line, end);
  accept(answer, shown, priceOf(answer, line, shown.text + markOf(answer, shown.clip)));
  // The whole line may exceed the budget, because at least one character is taken. Then the next line, if any, is cut.
  return shown.clip === undefined ? undefined : { by: obstacle, line: line.firstLine, column: shown.clip.column };
}

function accept(answer: AnswerLines, shown: ClippedLine, cost: TextCost): Cut | undefined {
  answer.admit(shown.text);
  answer.meter.charge(1, cost);
  answer.sections.addLines(shown.block, shown.clip);
  if (shown.block.rest === undefined || shown.block.rest.isEndKnown) return undefined;
  const { clip } = shown;
  return clip === undefined ? undefined : { by: "line-length", line: clip.line, column: clip.column };
}

function markOf(answer: AnswerLines, clip: Clip | undefined): string {
  return clip === undefined ? "" : answer.clipMark(clip);
}

interface ClippedLine {
  readonly block: LineBlock;
  readonly text: string;
  readonly clip: Clip | undefined;
}

/** Cuts a line at a UTF-16 offset and describes the remainder. */
function clipped(line: LineBlock, end: number): ClippedLine {
  const text = line.text.slice(0, end);
  const block = { ...line, text };
  const left = line.text.slice(end);
  if (left === "" && line.rest === undefined) return { block, text, clip: undefined };
  const column = (line.firstColumn ?? 1) + countCharacters(text);
  return { block, text, clip: { line: line.firstLine, column, remaining: remainingOf(left, line) } };
}

function remainingOf(left: string, line: LineBlock): Clip["remaining"] {
  if (line.rest === undefined) return { amount: countCharacters(left), unit: "characters", exact: true };
  const { bytes, bytesPerUnit, hasMarks, isEndKnown } = line.rest;
  const amount = bytes + Math.round(left.length * bytesPerUnit);
  return { amount, unit: "bytes", exact: isEndKnown && !hasMarks && Number.isInteger(bytesPerUnit) };
}
