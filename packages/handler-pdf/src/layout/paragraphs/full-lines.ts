import type { FlowItem, FlowLine } from "../flow.ts";
import { endsWithSign } from "../../model/last-sign.ts";
import { endOf, gapEm, startOf } from "../line-geometry.ts";
import { beginsSmall, isInk, space } from "../../model/plain-signs.ts";
import { sortNumbers } from "../../model/sort-numbers.ts";
import type { LineColumns } from "./line-columns.ts";
import type { PageMeasures } from "./page-measures.ts";

/** A line much shorter than most of the page ends where its author wished. */
const shortShare = 0.4;

/**
 * Whether a line reaches the edge of its column: the first word of the next one would not have fitted, or another line
 * nearby ends at the same place. Such a line ends because the paper does.
 */
export function isFullLine(items: readonly FlowItem[], index: number, measures: PageMeasures): boolean {
  const line = items[index];
  const next = items[index + 1];
  if (line?.kind !== "line" || next?.kind !== "line") return false;
  if (line.box.x1 - line.box.x0 < shortShare * measures.usualWidthPt || isBrief(line, next)) return false;
  const { columns } = measures;
  columns.look(index);
  if (isJustified(columns)) return true;
  const edge = isMidSentence(line, next) ? edgeOfQuotation(line, columns) : edgeOfColumn(line, columns, measures);
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

function isJustified({ alike, lines }: LineColumns): boolean {
  return alike > 1 || (alike === 1 && lines < fewLines);
}

function edgeOfQuotation(line: FlowLine, { edge, start }: LineColumns): number {
  return edge - Math.min(startOf(line) - start, maxInsetEm * line.sizePt);
}

function edgeOfColumn(line: FlowLine, { edge, lines }: LineColumns, { edgeNear }: PageMeasures): number {
  return lines < fewLines ? Math.max(edge, edgeNear(startOf(line))) : edge;
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
  return !endsWithSign(line.text, ".!?:;,") && beginsSmall(next.text);
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
export function usualGap(items: readonly FlowItem[], { columns }: PageMeasures): number {
  const gaps: number[] = [];
  for (let index = 1; index < items.length; index += 1) {
    const item = items[index - 1];
    const next = items[index];
    if (item?.kind !== "line" || next?.kind !== "line" || !columns.areAbove(index - 1, index)) continue;
    const gap = gapEm(item, next);
    if (gap > -0.8 && gap < 2) gaps.push(gap);
  }
  sortNumbers(gaps);
  return Math.min(1.2, gaps[Math.floor(gaps.length / 4)] ?? 0.2);
}
