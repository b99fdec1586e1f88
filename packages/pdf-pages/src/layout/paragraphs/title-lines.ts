import { listMarker } from "../../model/list-markers.ts";
import { beginsSmall } from "../../model/plain-text.ts";
import { type FlowLine, gapEm, startOf } from "../flow.ts";

/** Minimum font size of centred titles, in points, and of others as a ratio to that of most text on the page. */
const minTitlePt = 14;
const minWideTitlePt = 18;
const titleRatio = 1.3;
const muchLarger = 1.6;
const boldTitleRatio = 1.12;

/** Maximum gap between lines of a title, and of a bold one in the middle, in ems. */
const solidEm = 0.45;
const widestTitleEm = 1.3;

/**
 * True if a line goes on the title in a paragraph. Its lines are centred, or much larger than the text and in one place.
 * The text of slides may be as large. `usualPt` is the font size of most text on the page.
 */
export function isTitle(paragraph: readonly FlowLine[], next: FlowLine, usualPt: number): boolean {
  const last = paragraph.at(-1);
  if (last === undefined || last.isMonospaced || beginsWithNumber.test(next.text)) return false;
  const isAlike = last.font === next.font || isMixedTitle(last, next, usualPt);
  const isWhole = isAlike && (isCentredTitle(last, next, usualPt) || isSolidTitle(last, next, usualPt));
  return isWhole || isNumberedTitle(last, next, paragraph);
}

/** Words of a large title may be in another font. */
function isMixedTitle(last: FlowLine, next: FlowLine, usualPt: number): boolean {
  const isAlike = last.isBold === next.isBold && Math.abs(last.sizePt - next.sizePt) < 0.1;
  return isAlike && next.sizePt > titleRatio * usualPt && gapEm(last, next) < solidEm;
}

/** True for lines in the middle. Those of a small title are bold, and the first one goes on below. */
function isCentredTitle(last: FlowLine, next: FlowLine, usualPt: number): boolean {
  if (!isCentredOn(last, next)) return false;
  const isLarge = next.sizePt >= minTitlePt;
  if (!isShifted(last, next)) return isLarge && next.sizePt > titleRatio * usualPt && gapEm(last, next) < solidEm;
  return isLarge || (next.isBold && next.sizePt > boldTitleRatio * usualPt && goesOn(last, next));
}

function goesOn(last: FlowLine, next: FlowLine): boolean {
  return last.text.endsWith(":") || beginsSmall(next.text);
}

/** True for much larger lines in one place with little white between them. A heading above another one has more. */
function isSolidTitle(last: FlowLine, next: FlowLine, usualPt: number): boolean {
  if (next.sizePt <= muchLarger * usualPt || gapEm(last, next) >= solidEm) return false;
  return Math.abs(startOf(last) - startOf(next)) < 0.1 * next.sizePt;
}

/** True for lines of a large bold title in the middle, which may be further apart than those of text. */
export function isWideTitle(last: FlowLine, next: FlowLine, usualPt: number): boolean {
  if (!next.isBold || last.font !== next.font || gapEm(last, next) > widestTitleEm) return false;
  if (next.sizePt < Math.max(minWideTitlePt, boldTitleRatio * usualPt) || beginsWithNumber.test(next.text))
    return false;
  return !isRow(last) && !isRow(next) && isCentredOn(last, next) && isShifted(last, next);
}

function isRow({ isSpread, isEnded }: FlowLine): boolean {
  return isSpread || isEnded === true;
}

/** True for the lines of a bold numbered heading in the middle that is as large as the text. */
function isNumberedTitle(last: FlowLine, next: FlowLine, [first]: readonly FlowLine[]): boolean {
  if (last.font !== next.font || !next.isBold || !isCentredOn(last, next) || !isShifted(last, next)) return false;
  // A letter may be an initial.
  return /^(?:[IVX]{1,6}|\d{1,2}|[A-Z](?=.{20}))\.\s/u.test(first?.text ?? "") && listMarker(next.text) === undefined;
}

function isCentredOn({ box: last }: FlowLine, { box, sizePt }: FlowLine): boolean {
  return Math.abs(last.x0 + last.x1 - box.x0 - box.x1) / 2 < 0.3 * sizePt;
}

/** The number of another heading, or of a house. */
const beginsWithNumber = /^(?:\d|[A-Z]\.\d)/u;

function isShifted({ box: last }: FlowLine, { box, sizePt }: FlowLine): boolean {
  return Math.abs(last.x0 - box.x0) > sizePt;
}
