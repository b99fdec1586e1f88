import type { Budget } from "../../contract/budget.ts";
import type { Place } from "../../contract/place.ts";
import type { Clip, Stop } from "../../contract/result.ts";
import { clipOffset, countCharacters } from "./clip.ts";
import { largestPrefix } from "./fit-prefix.ts";
import type { LineBlock } from "./line.ts";
import type { Sections } from "./sections.ts";
import { splitBlock } from "./split-block.ts";
import type { TextCost, TextMeter } from "./text-meter.ts";

/** Where an answer ended before its range did, and which limit ended it. */
export interface Cut {
  readonly by: Stop["by"];
  /** The first line, and the first character in it, that the answer lacks. */
  readonly line: number;
  readonly column: number;
}

/** What taking lines needs: where they go, what they cost, and how their marks will look. */
export interface AnswerLines {
  readonly sections: Sections;
  readonly meter: TextMeter;
  readonly budget: Budget;
  /** The words that will stand where a section of another place starts, and behind a clipped line. */
  placeMark(at: Place): string;
  clipMark(clip: Clip): string;
  /** Throws where text must not be shown. */
  admit(text: string): void;
}

/** Below this, lines are taken one by one; above, a block that does not fit is halved. */
const fewLines = 4;

/** Takes as much of a block as the budget has room for. */
export function takeLines(answer: AnswerLines, block: LineBlock): Cut | undefined {
  if (block.lineCount === 0) return undefined;
  if (takeWhole(answer, block)) return undefined;
  if (block.lineCount === 1) return takeLine(answer, block);
  const [head, tail] = splitBlock(block, headLines(block.lineCount, answer.meter.linesLeft));
  return takeLines(answer, head) ?? takeLines(answer, tail);
}

/** Where to split a block that does not fit: where the lines end, or else in the middle. */
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
  const mark = meter.price(answer.placeMark(block.at), 0, 0);
  return { tokens: cost.tokens + mark.tokens, bytes: cost.bytes + mark.bytes };
}

/** Whether the caller goes on inside a line: then it is not clipped again. What a search shows of a long line is. */
function isContinued({ firstColumn, matches }: LineBlock): boolean {
  return firstColumn !== undefined && matches === undefined;
}

/** Jumps from line end to line end at most `limit` characters on, so that short lines are not looked at one by one. */
function hasLongLine(text: string, limit: number): boolean {
  for (let at = 0; text.length - at > limit;) {
    const end = text.lastIndexOf("\n", at + limit);
    if (end < at) return true;
    at = end + 1;
  }
  return false;
}

/** Takes a line that is too long, or that the budget may have no room for. */
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

/** The answer would be empty: part of the line is better than nothing, and the next answer goes on inside it or behind it. */
function takePrefix(answer: AnswerLines, line: LineBlock, obstacle: Cut["by"]): Cut | undefined {
  const fits = (end: number): boolean => {
    const cut = clipped(line, end);
    return answer.meter.obstacle(1, priceOf(answer, line, cut.text + markOf(answer, cut.clip))) === undefined;
  };
  const end = largestPrefix(line.text, Math.min(line.text.length, answer.meter.bytesLeft), fits);
  const shown = clipped(line, end);
  accept(answer, shown, priceOf(answer, line, shown.text + markOf(answer, shown.clip)));
  // A whole line that is above the budget all the same, because one character is the least: the next line, if any, is cut.
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

/** A line cut at a UTF-16 offset, with what is left of it as data. */
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
  const { bytes, bytesPerUnit, isEndKnown } = line.rest;
  const amount = bytes + Math.round(left.length * bytesPerUnit);
  return { amount, unit: "bytes", exact: isEndKnown && Number.isInteger(bytesPerUnit) };
}
