import { sharedWidth } from "../boxes.ts";
import type { FlowItem, FlowLine } from "../flow.ts";
import { endsWithSign } from "../last-sign.ts";
import { endOf, gapEm, startOf } from "../line-geometry.ts";
import { isInk, space } from "../plain-signs.ts";
import { edgeNear, type PageMeasures } from "./page-measures.ts";

/** How many lines before and after are looked at. */
const neighbours = 8;

/** A line much shorter than most of the page ends where its author wished. */
const shortShare = 0.4;

/**
 * Whether a line reaches the edge of its column: the first word of the next one would not have fitted, or another line
 * nearby ends at the same place. Such a line ends because the paper does.
 */
export function isFullLine(items: readonly FlowItem[], index: number, { usualWidthPt, edges }: PageMeasures): boolean {
  const line = items[index];
  const next = items[index + 1];
  if (line?.kind !== "line" || next?.kind !== "line") return false;
  if (line.box.x1 - line.box.x0 < shortShare * usualWidthPt || isBrief(line, next)) return false;
  const column: Column = { lines: 0, alike: 0, edge: Math.max(endOf(line), endOf(next)), start: startOf(line) };
  lookAround(items, { line, index, step: -1, usualWidthPt }, column);
  lookAround(items, { line, index, step: 1, usualWidthPt }, column);
  if (isJustified(column)) return true;
  const edge = isMidSentence(line, next) ? edgeOfQuotation(line, column) : edgeOfColumn(line, column, edges);
  return endOf(line) + firstWordPt(next) > edge - 0.1 * line.sizePt;
}

/** Lines of an address are no longer, and those of a column of prose seldom as short. */
const briefLength = 28;

/** A title in larger type goes on below, however few its words are. */
const largestBriefPt = 14;

/** Whether two lines of few words follow each other, each with a beginning of its own. */
function isBrief(line: FlowLine, next: FlowLine): boolean {
  if (line.sizePt >= largestBriefPt || (line.isBold && next.isBold)) return false;
  if (Math.max(line.text.length, next.text.length) > briefLength) return false;
  return /^(?:[\p{Lu}\p{N}]|[(+]\d)/u.test(next.text) && /[\p{Ll}\p{N}]/u.test(next.text) && !/[,-]$/u.test(line.text);
}

function isJustified({ alike, lines }: Column): boolean {
  return alike > 1 || (alike === 1 && lines < fewLines);
}

function edgeOfQuotation(line: FlowLine, { edge, start }: Column): number {
  return edge - Math.min(startOf(line) - start, maxInsetEm * line.sizePt);
}

function edgeOfColumn(line: FlowLine, { edge, lines }: Column, edges: PageMeasures["edges"]): number {
  return lines < fewLines ? Math.max(edge, edgeNear(edges, startOf(line))) : edge;
}

/** With fewer lines nearby, those of the whole page that begin at the same place say how wide the column is. */
const fewLines = 3;

/** A quotation is set in from both sides of its column, by no more than this in heights of its type. */
const maxInsetEm = 6;

/** The shortest line of a sentence that goes on below. */
const shortestMidway = 24;

/** Whether a sentence seems to go on from one line to the next, which begins at the same place. */
function isMidSentence(line: FlowLine, next: FlowLine): boolean {
  if (line.text.length < shortestMidway || Math.abs(startOf(line) - startOf(next)) > 1) return false;
  return !endsWithSign(line.text, ".!?:;,") && /^\p{Ll}/u.test(next.text);
}

/** What the lines above and below a line say of its column; counted and not listed, as each line is asked for it. */
interface Column {
  lines: number;
  /** Those that end where the line does. */
  alike: number;
  edge: number;
  /** Where the first of them begins. */
  start: number;
}

interface Search {
  readonly line: FlowLine;
  readonly index: number;
  readonly step: number;
  readonly usualWidthPt: number;
}

function lookAround(items: readonly FlowItem[], { line, index, step, usualWidthPt }: Search, column: Column): void {
  for (let distance = 1; distance <= neighbours; distance += 1) {
    const other = items[index + step * distance];
    if (other?.kind !== "line" || !isInColumn(line, other, usualWidthPt)) return;
    column.lines += 1;
    if (isJustifiedWith(line, other)) column.alike += 1;
    // So many say enough, and in justified text the next ones do.
    if (column.alike > 1) return;
    column.edge = Math.max(column.edge, endOf(other));
    column.start = Math.min(column.start, startOf(other));
  }
}

/** A line that spans several columns says nothing of the width of one. */
function isInColumn(line: FlowLine, other: FlowLine, usualWidthPt: number): boolean {
  const ratio = other.sizePt / Math.max(1, line.sizePt);
  if (ratio > 1.15 || ratio < 0.85 || sharedWidth(line.box, other.box) < 0.5) return false;
  const widthPt = line.box.x1 - line.box.x0;
  return other.block === line.block || widthPt < 0.8 * usualWidthPt || other.box.x1 - other.box.x0 < 1.6 * widthPt;
}

function isJustifiedWith(line: FlowLine, other: FlowLine): boolean {
  const isSameEnd = Math.abs(endOf(line) - endOf(other)) < 0.12 * line.sizePt;
  return (
    isSameEnd && line.text.length >= 16 && other.text.length >= 16 && startOf(line) < endOf(line) - 8 * line.sizePt
  );
}

function firstWordPt(line: FlowLine): number {
  const characterPt = (line.box.x1 - line.box.x0) / Math.max(1, line.text.length);
  return (firstWordLength(line.text) + 1) * characterPt;
}

/** How many characters the first word has; in Chinese and Japanese each is a word. */
function firstWordLength(text: string): number {
  let length = 0;
  while (isInk(text.charCodeAt(length))) length += 1;
  if (length > 0 && (length === text.length || text.charCodeAt(length) === space)) return length;
  return /^(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|\S+)/u.exec(text)?.[0]?.length ?? 0;
}

/** The white space between the lines of paragraphs on this page: that of the closer quarter. */
export function usualGap(items: readonly FlowItem[]): number {
  const gaps: number[] = [];
  for (const [index, item] of items.entries()) {
    const next = items[index + 1];
    if (item.kind !== "line" || next?.kind !== "line" || !isInColumn(item, next, Infinity)) continue;
    const gap = gapEm(item, next);
    if (gap > -0.8 && gap < 2) gaps.push(gap);
  }
  const sorted = new Float64Array(gaps).sort();
  return Math.min(1.2, sorted[Math.floor(sorted.length / 4)] ?? 0.2);
}
