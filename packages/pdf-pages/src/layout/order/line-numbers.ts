import { boxAround, sharedHeight } from "../../model/boxes.ts";
import { type Box, type PageContent, type TextLine, textOf } from "../../model/page-content.ts";
import { trimmedLength } from "../../model/plain-text.ts";

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

/** Minimum average number of letters and of words per line of numbered prose. Rows of tables have fewer letters or fewer words. */
const leastLetters = 30;
const leastWords = 4;

const number = /^\s*\d{1,5}\s*$/u;

/**
 * Removes line numbers in the margins of manuscripts, which would separate every line from the next. Only for prose:
 * the numbers of code, tables and lists stay.
 */
export function withoutLineNumbers(content: PageContent): PageContent {
  const lines = content.blocks.reduce((count, block) => count + block.lines.length, 0);
  if (lines > maxLines) return content;
  const numbers = content.blocks.flatMap((block) => block.lines.flatMap((line) => marginNumber(line) ?? []));
  if (numbers.filter(({ rest }) => rest === undefined).length < leastNumbers) return content;
  const columns = columnsOf(numbers).filter(countsUp);
  if (columns.length === 0) return content;
  const numbering = new Map(columns.flat().map((one) => [one.from, one]));
  const texts = content.blocks.flatMap((block) => block.lines.flatMap((line) => withoutNumber(line, numbering)));
  const dropped = columns.filter((column) => isNumbering(column, texts)).flat();
  if (dropped.length === 0) return content;
  const without = new Map(dropped.map((one) => [one.from, one]));
  const blocks = content.blocks.map((block) => ({
    ...block,
    lines: block.lines.flatMap((line) => withoutNumber(line, without)),
  }));
  return { ...content, blocks: blocks.filter(({ lines: left }) => left.length > 0) };
}

/** A number that may be that of a line: a line of its own, or the beginning of one. */
interface MarginNumber extends Pick<TextLine, "runs" | "box"> {
  readonly from: TextLine;
  /** The words of the line after a gap, such as a heading in larger type. */
  readonly rest: TextLine | undefined;
}

/** Minimum gap between a number in the margin and the words of its line, in ems of the words. */
const leastMarginEm = 0.5;

function marginNumber(line: TextLine): MarginNumber | undefined {
  const [first, second, ...more] = line.runs;
  if (first === undefined || line.tag?.cell !== undefined || !number.test(first.text)) return undefined;
  if (second === undefined) return { from: line, runs: line.runs, box: line.box, rest: undefined };
  if (line.direction !== "ltr" || second.box.x0 - first.box.x1 < leastMarginEm * second.style.sizePt) return undefined;
  const rest = [{ ...second, text: second.text.trimStart() }, ...more];
  return { from: line, runs: [first], box: first.box, rest: { ...line, runs: rest, box: boxAround(rest) } };
}

function withoutNumber(line: TextLine, numbers: ReadonlyMap<TextLine, MarginNumber>): readonly TextLine[] {
  const found = numbers.get(line);
  if (found === undefined) return [line];
  return found.rest === undefined ? [] : [found.rest];
}

/** Groups numbers with the same right edge, from the top. */
function columnsOf(numbers: readonly MarginNumber[]): readonly (readonly MarginNumber[])[] {
  const columns: MarginNumber[][] = [];
  for (const line of numbers.toSorted((one, other) => one.box.y0 - other.box.y0)) {
    const column = columns.find(([first]) => Math.abs((first?.box.x1 ?? 0) - line.box.x1) <= sameEdgePt);
    if (column === undefined) columns.push([line]);
    else column.push(line);
  }
  return columns.filter(({ length }) => length >= leastNumbers);
}

/** True if numbers that count up are those of lines of prose. */
function isNumbering(column: readonly MarginNumber[], texts: readonly TextLine[]): boolean {
  const beside = texts.filter((line) => column.some((one) => sharedHeight(one.box, line.box) > 0.5));
  if (!isToOneSide(column, beside)) return false;
  const words = beside.map((line) => textOf(line.runs).trim());
  const goingOn = words.filter((text) => /^\p{Ll}/u.test(text)).length;
  const letters = beside.reduce(
    (sum, { runs }) => sum + runs.reduce((all, run) => all + trimmedLength(run.text), 0),
    0,
  );
  const count = words.reduce((all, text) => all + text.split(/\s+/u).length, 0);
  const isLong = letters >= leastLetters * beside.length && count >= leastWords * beside.length;
  const isProse = goingOn >= leastGoingOn * column.length && isLong;
  return isProse && !beside.some(({ runs }) => runs.every(({ style }) => style.isMonospaced));
}

function countsUp(column: readonly MarginNumber[]): boolean {
  let next: number | undefined;
  for (const { runs } of column) {
    const value = Number(textOf(runs));
    if (next !== undefined && value !== next) return false;
    next = value + 1;
  }
  return true;
}

/** True if the numbers are all to the left or all to the right of the numbered lines. */
function isToOneSide(column: readonly MarginNumber[], beside: readonly TextLine[]): boolean {
  const isLeft = (box: Box): boolean => column.every((one) => one.box.x1 <= box.x0);
  const isRight = (box: Box): boolean => column.every((one) => one.box.x0 >= box.x1);
  return beside.every(({ box }) => isLeft(box)) || beside.every(({ box }) => isRight(box));
}
