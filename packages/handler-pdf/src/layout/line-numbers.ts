import type { Box, PageContent, TextLine } from "../model/page-content.ts";
import { sharedHeight } from "../model/boxes.ts";
import { trimmedLength } from "../model/plain-text.ts";
import { textOf } from "../model/page-content.ts";

/** Minimum number of line numbers. Fewer are a numbered list. */
const leastNumbers = 8;

/** Maximum number of lines on a page of prose. */
const maxLines = 400;

/** Maximum difference of the edges of one number column, in points. */
const sameEdgePt = 1.5;

/**
 * Minimum share of numbered lines that continue a sentence: list items, table rows and verses start with a capital or a
 * digit.
 */
const leastGoingOn = 0.3;

/** Minimum average number of letters per line of numbered prose. */
const leastLetters = 30;

const number = /^\s*\d{1,5}\s*$/u;

/**
 * Removes line numbers in the margins of manuscripts, which would separate every line from the next. Only for prose:
 * the numbers of code, tables and lists stay.
 */
export function withoutLineNumbers(content: PageContent): PageContent {
  const lines = content.blocks.flatMap((block) => block.lines);
  if (lines.length > maxLines) return content;
  const numbers = lines.filter(isNumber);
  if (numbers.length < leastNumbers) return content;
  const texts = lines.filter((line) => !isNumber(line));
  const dropped = new Set(
    columnsOf(numbers)
      .filter((column) => isNumbering(column, texts))
      .flat(),
  );
  if (dropped.size === 0) return content;
  const blocks = content.blocks.map((block) => ({ ...block, lines: block.lines.filter((line) => !dropped.has(line)) }));
  return { ...content, blocks: blocks.filter(({ lines: left }) => left.length > 0) };
}

function isNumber({ runs, tag }: TextLine): boolean {
  return tag?.cell === undefined && runs.length === 1 && number.test(runs[0]?.text ?? "");
}

/** Groups numbers with the same right edge, from the top. */
function columnsOf(numbers: readonly TextLine[]): readonly (readonly TextLine[])[] {
  const columns: TextLine[][] = [];
  for (const line of numbers.toSorted((one, other) => one.box.y0 - other.box.y0)) {
    const column = columns.find(([first]) => Math.abs((first?.box.x1 ?? 0) - line.box.x1) <= sameEdgePt);
    if (column === undefined) columns.push([line]);
    else column.push(line);
  }
  return columns.filter(({ length }) => length >= leastNumbers);
}

function isNumbering(column: readonly TextLine[], texts: readonly TextLine[]): boolean {
  if (!countsUp(column)) return false;
  const beside = texts.filter((line) => column.some((one) => sharedHeight(one.box, line.box) > 0.5));
  if (!isToOneSide(column, beside)) return false;
  const words = beside.map((line) => textOf(line.runs).trim());
  const goingOn = words.filter((text) => /^\p{Ll}/u.test(text)).length;
  const letters = beside.reduce(
    (sum, { runs }) => sum + runs.reduce((all, run) => all + trimmedLength(run.text), 0),
    0,
  );
  const isProse = goingOn >= leastGoingOn * column.length && letters >= leastLetters * beside.length;
  return isProse && !beside.some(({ runs }) => runs.every(({ style }) => style.isMonospaced));
}

function countsUp(column: readonly TextLine[]): boolean {
  const values = column.map(({ runs }) => Number(textOf(runs)));
  return values.every((value, index) => index === 0 || value === (values[index - 1] ?? 0) + 1);
}

/** True if the numbers are all to the left or all to the right of the numbered lines. */
function isToOneSide(column: readonly TextLine[], beside: readonly TextLine[]): boolean {
  const isLeft = (box: Box): boolean => column.every((one) => one.box.x1 <= box.x0);
  const isRight = (box: Box): boolean => column.every((one) => one.box.x0 >= box.x1);
  return beside.every(({ box }) => isLeft(box)) || beside.every(({ box }) => isRight(box));
}
