import type { Box, PageContent, TextLine } from "../model/page-content.ts";
import { sharedHeight } from "../model/boxes.ts";
import { trimmedLength } from "../model/plain-text.ts";
import { textOf } from "../model/page-content.ts";

/** Fewer numbers below each other are those of a list. */
const leastNumbers = 8;

/** More lines than this are no page of prose. */
const maxLines = 400;

/** Edges of one column of numbers differ by no more, in points. */
const sameEdgePt = 1.5;

/** Of the numbered lines, so many go on with a sentence: items, rows and lines of verse begin with a capital or a figure. */
const leastGoingOn = 0.3;

/** Numbered prose has so many letters a line, on average. */
const leastLetters = 30;

const number = /^\s*\d{1,5}\s*$/u;

/**
 * Takes the numbers of lines away that stand in the margins of manuscripts, where they would part every line from the next.
 * What they number must be prose: the numbers of code, tables and lists stay.
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

/** Numbers that end at one place, from the top. */
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

/** Whether the numbers stand to the left or to the right of all that they number. */
function isToOneSide(column: readonly TextLine[], beside: readonly TextLine[]): boolean {
  const isLeft = (box: Box): boolean => column.every((one) => one.box.x1 <= box.x0);
  const isRight = (box: Box): boolean => column.every((one) => one.box.x0 >= box.x1);
  return beside.every(({ box }) => isLeft(box)) || beside.every(({ box }) => isRight(box));
}
