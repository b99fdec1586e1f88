import { hasInk } from "../model/plain-text.ts";
import type { FlatSpan, StextLine } from "./spans.ts";

/** Side of the cells in which the starts of spans are compared, in tenths of a point, and cells of a page in one row. */
const cellTenths = 20;
const cellsAcross = 512;

/**
 * Maximum distance of text painted again, in ems: bold type is imitated by a slight shift. No more than a cell, so that
 * such spans start in neighbouring cells.
 */
const sameEms = 0.1;

/** Minimum number of spans painted again on a page of which all text is, although some glyphs may be missing once. */
const leastOfPage = 5;

/** Maximum number of spans of one line that are compared with each other. */
const mostInLine = 200;

/** Maximum number of other spans at one place that may have the missing glyphs of a span. */
const mostAtPlace = 8;

/** Maximum length of a text, as a multiple of the same text without some of its characters. */
const mostTimes = 2;

/**
 * Removes text that is painted again at the same place: for the sake of boldness, or because a program printed the page
 * twice. The last one is kept, which nothing before it covers.
 */
export function withoutOverprints(spans: readonly FlatSpan[]): readonly FlatSpan[] {
  if (!startAlike(spans)) return spans;
  const lines = byLine(spans);
  const again = new Set<FlatSpan>();
  addRepeated(lines, again);
  if (again.size >= leastOfPage) addIncomplete(lines, again);
  return again.size === 0 ? spans : spans.filter((one) => !again.has(one));
}

/**
 * True if two spans may start at the same place. Looks at few cells for each span, because hardly any page has such
 * spans.
 */
function startAlike(spans: readonly FlatSpan[]): boolean {
  const starts = new Uint32Array((cellsAcross * cellsAcross) / 32);
  for (const { span } of spans) {
    const { x, y, w } = span.bbox;
    if (w <= 0) continue;
    if (hasStartNear(starts, span)) return true;
    const cell = cellAt(Math.floor(x / cellTenths), Math.floor(y / cellTenths));
    starts[cell >> 5] = (starts[cell >> 5] ?? 0) | (1 << (cell & 31));
  }
  return false;
}

/** True if a span starts in one of the cells that are close enough to the start of another one. */
function hasStartNear(starts: Uint32Array, { bbox: { x, y }, font }: StextLine): boolean {
  const slack = slackOf(font.size);
  const [left, top] = [Math.floor((x - slack) / cellTenths), Math.floor((y - slack) / cellTenths)];
  const [columns, rows] = [Math.floor((x + slack) / cellTenths) - left, Math.floor((y + slack) / cellTenths) - top];
  for (let row = 0; row <= rows; row += 1) {
    for (let column = 0; column <= columns; column += 1) {
      const cell = cellAt(left + column, top + row);
      if ((((starts[cell >> 5] ?? 0) >> (cell & 31)) & 1) !== 0) return true;
    }
  }
  return false;
}

function cellAt(column: number, row: number): number {
  return (row & (cellsAcross - 1)) * cellsAcross + (column & (cellsAcross - 1));
}

function slackOf(fontSize: number): number {
  return Math.min(sameEms * fontSize, cellTenths);
}

/** Groups the spans by the line of the page, in the order of painting. A line has those of the next one, too. */
function byLine(spans: readonly FlatSpan[]): readonly (readonly FlatSpan[])[] {
  const lines = new Map<number, FlatSpan[]>();
  for (const one of spans) {
    if (one.span.bbox.w <= 0 || !hasInk(one.span.text)) continue;
    const row = Math.floor(one.span.y / cellTenths);
    for (const key of [row, row + 1]) {
      const line = lines.get(key);
      if (line === undefined) lines.set(key, [one]);
      else if (line.length < mostInLine) line.push(one);
    }
  }
  return [...lines.values()].filter(({ length }) => length > 1);
}

/** Adds the spans of which a later one has the same text. */
function addRepeated(lines: readonly (readonly FlatSpan[])[], again: Set<FlatSpan>): void {
  for (const line of lines) {
    for (const [index, one] of line.entries()) {
      const isAgain = line.some(
        (other, at) => at > index && isAtSamePlace(one.span, other.span) && one.span.text === other.span.text,
      );
      if (isAgain) again.add(one);
    }
  }
}

/** Adds the spans that lack some characters of another one at the same place. */
function addIncomplete(lines: readonly (readonly FlatSpan[])[], again: Set<FlatSpan>): void {
  for (const line of lines) {
    for (const one of line) {
      if (again.has(one)) continue;
      const others = line.filter((other) => other !== one && !again.has(other) && isAtSamePlace(one.span, other.span));
      if (others.length > mostAtPlace) continue;
      if (others.some(({ span }) => isPartOf(one.span.text, span.text))) again.add(one);
    }
  }
}

/**
 * True if two spans begin and end at the same places of a baseline, in type of the same size. A text that only stands
 * within another may be a word that was filled in.
 */
function isAtSamePlace(one: StextLine, other: StextLine): boolean {
  const slack = slackOf(other.font.size);
  return (
    Math.abs(one.bbox.x - other.bbox.x) <= slack &&
    Math.abs(one.y - other.y) <= slack &&
    Math.abs(one.bbox.w - other.bbox.w) <= slack &&
    Math.abs(one.font.size - other.font.size) <= slack
  );
}

/** True if a text is another one, or the same without some of its characters. */
function isPartOf(text: string, whole: string): boolean {
  if (whole.length > mostTimes * text.length) return false;
  let at = 0;
  for (const character of text) {
    if (character === " ") continue;
    at = whole.indexOf(character, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
