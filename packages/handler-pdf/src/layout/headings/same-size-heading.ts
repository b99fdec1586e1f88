import { gapEm, startOf } from "../line-geometry.ts";
import type { FlowLine } from "../flow.ts";
import { beginsSmall } from "../../model/plain-signs.ts";
import type { Candidate, HeadingEvidence } from "./heading-evidence.ts";
import { isNumbered } from "./numbered.ts";
import { isInSmallCapitals } from "./small-capitals.ts";
import type { BodyType } from "./type-sizes.ts";

const longestHeading = 120;
const mostLines = 2;

/** How large headings are at least, of the size of the text; bold sections with numbers are set smaller in some papers. */
const leastShareOfSize = 0.95;
const leastShareOfNumbered = 0.85;

/** Whether a paragraph in type of the text's own size, that is bold, slanted or another, stands as a heading does. */
export function isSameSizeHeading(candidate: Candidate, first: FlowLine, evidence: HeadingEvidence): boolean {
  const { paragraph, text } = candidate;
  if (paragraph.lines.length > mostLines || text.length > longestHeading) return false;
  if (isSentence(text) || isCaption(text)) return false;
  const body = evidence.sizes.body();
  if (isInSmallCapitals(candidate, first, body)) return true;
  const isBold = !evidence.isBoldCommon && !body.isBold && paragraph.lines.every((line) => line.isBold);
  return isLarge(candidate, first, { body, isBold }) && (isBold || standsApart(candidate, first, body));
}

function isLarge({ text }: Candidate, { sizePt }: FlowLine, type: { body: BodyType; isBold: boolean }): boolean {
  const share = type.isBold && isNumbered(text) ? leastShareOfNumbered : leastShareOfSize;
  return sizePt >= type.body.sizePt * share;
}

function isSentence(text: string): boolean {
  // Most lines of a text begin so.
  if (beginsSmall(text)) return true;
  return /[.:,;]$/u.test(text.replace(/^\d+\./u, "")) || /^\W*\p{Ll}|^[-–—\u2212]/u.test(text);
}

function isCaption(text: string): boolean {
  return /^(?:fig(?:ure)?|table|tab)\b\.?\s*(?:\d|[IVX]+\b)/iu.test(text);
}

/** A single line in another type, slanted with white above it or numbered, right above text. */
function standsApart({ paragraph, text, before, after }: Candidate, first: FlowLine, body: BodyType): boolean {
  const next = after?.lines[0];
  if (paragraph.lines.length > 1 || next === undefined || !isAbove(first, next, body)) return false;
  if (first.isItalic && !body.isItalic)
    return /^\p{Lu}/u.test(text) && hasWhiteAbove(first, next, before?.lines.at(-1));
  return first.font !== body.font && isNumbered(text);
}

function isAbove(first: FlowLine, next: FlowLine, body: BodyType): boolean {
  const isText = next.font === body.font && next.text.length > 24;
  const isBelow = next.box.y0 > first.box.y0 && gapEm(first, next) < 1.5;
  return isText && isBelow && Math.abs(startOf(next) - startOf(first)) < 2.5 * first.sizePt;
}

function hasWhiteAbove(first: FlowLine, next: FlowLine, last: FlowLine | undefined): boolean {
  if (last === undefined || last.box.y0 > first.box.y0) return true;
  return gapEm(last, first) > Math.max(0.3, gapEm(first, next));
}
