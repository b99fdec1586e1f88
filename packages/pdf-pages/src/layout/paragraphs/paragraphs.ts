import { sharedHeight } from "../../model/boxes.ts";
import { isBulletMarker, listMarker } from "../../model/list-markers.ts";
import { beginsSmall, endsWithCharacter, isBoxBorder, isBoxLine } from "../../model/plain-text.ts";
import {
  endOf,
  type FlowItem,
  type FlowLine,
  type FlowTable,
  gapEm,
  isElsewhere,
  openingStyle,
  startOf,
} from "../flow.ts";
import { hasLeader } from "../order/rows.ts";
import { createClauseNumbers } from "./clause-numbers.ts";
import { breakByIndent } from "./indents.ts";
import {
  type BreakContext,
  hangingEm,
  isLong,
  isUnfinished,
  type LineBreak,
  maxCompared,
  sameStartEm,
  widestOf,
} from "./line-break.ts";
import { isFullLine, measurePage, usualGap } from "./line-measures.ts";
import { isTypedRule, linesAlike } from "./lines-alike.ts";
import { isTitle, isWideTitle } from "./title-lines.ts";

/** Lines that form a paragraph, a list item, a heading or a separate line. */
export interface Paragraph {
  readonly kind: "paragraph";
  readonly lines: readonly FlowLine[];
  /** True if it only starts a new line, close to the text before. */
  readonly isClose: boolean;
}

/** A part of a page in reading order. */
export type PagePart = Paragraph | FlowTable;

/** Groups the lines of a page into paragraphs. */
export function paragraphsOf(items: readonly FlowItem[], usesTags: boolean): readonly PagePart[] {
  const parts: PagePart[] = [];
  const measures = measurePage(items);
  const usualGapEm = usualGap(items, measures);
  const hasEntries = haveBoldEntries(items);
  const alike = linesAlike(items);
  const clauses = createClauseNumbers();
  let lines: FlowLine[] = [];
  let isClose = false;
  const close = (next: LineBreak): void => {
    if (lines.length > 0) parts.push({ kind: "paragraph", lines, isClose });
    lines = [];
    isClose = next === "line";
  };
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index];
    if (item === undefined) continue;
    if (item.kind === "table") {
      close("paragraph");
      parts.push(item);
      continue;
    }
    const isFull = lines.length > 0 && isFullLine(items, index - 1, measures);
    const lineBreak = breakBefore(item, {
      paragraph: lines,
      isFull,
      usualGapEm,
      usualPt: measures.usualPt,
      usesTags,
      hasEntries,
      isAlike: alike[index] === true,
      isClause: clauses.goesOn(item),
      following: items[index + 1],
    });
    if (lineBreak !== "none") {
      close(lineBreak);
      clauses.note(item);
    }
    lines.push(item);
  }
  close("paragraph");
  return parts;
}

/** Minimum number and share of lines that begin with bold words, on a page of entries. */
const minEntries = 4;

const minEntryShare = 0.25;

/** True if many lines begin with bold words before others: the entries of a glossary, a directory or a word list. */
function haveBoldEntries(items: readonly FlowItem[]): boolean {
  let entries = 0;
  for (const item of items) if (item.kind === "line" && item.opensBold === true) entries += 1;
  return entries >= minEntries && entries >= minEntryShare * items.length;
}

/** Minimum additional gap between paragraphs, in ems. */
const extraGapEm = 0.35;

/** Decides what separates the last line of a paragraph from the next line. */
function breakBefore(next: FlowLine, context: BreakContext): LineBreak {
  const last = context.paragraph.at(-1);
  if (last === undefined) return "paragraph";
  return breakByNature(last, next, context) ?? breakByPlace(last, next, context) ?? breakByLength(last, next, context);
}

/**
 * Decides by the kinds of lines; the first rule with an answer counts. Direct calls are much faster than a list of
 * rules.
 */
function breakByNature(last: FlowLine, next: FlowLine, context: BreakContext): LineBreak | undefined {
  return (
    breakByKind(last, next, context) ??
    (areOfBox(last.text, next.text) ? "line" : undefined) ??
    breakAfterEntry(last, next, context) ??
    breakByTags(last, next, context) ??
    breakByType(last, next, context) ??
    breakBeforeItem(last, next, context) ??
    breakBeforeClause(last, next, context)
  );
}

/** Decides by position. */
function breakByPlace(last: FlowLine, next: FlowLine, context: BreakContext): LineBreak | undefined {
  return (
    breakBetweenColumns(last, next, context) ??
    (isWideTitle(last, next, context.usualPt) ? "none" : undefined) ??
    breakByGap(last, next, context) ??
    breakBetweenNumbers(last, next) ??
    breakByRow(last, next, context) ??
    (isTitle(context.paragraph, next, context.usualPt) ? "none" : undefined) ??
    breakByIndent(last, next, context)
  );
}

/** Decides by how far the last line extends, which shows whether the author ended it. */
function breakByLength(last: FlowLine, next: FlowLine, context: BreakContext): LineBreak {
  if (context.isFull || isMidWord(last, next)) return "none";
  if (context.paragraph.length === 1 || !isLong(last, context)) return "line";
  return isRagged(last, context) && isUnfinished(last, next) ? "none" : "paragraph";
}

/** True if the hyphen at the end of a line divides a word that continues below, however short the line is. */
function isMidWord(last: FlowLine, next: FlowLine): boolean {
  return (
    endsWithCharacter(last.text, "-\u2010\u00AD") && beginsSmall(next.text) && /\p{L}[-\u2010\u00AD]$/u.test(last.text)
  );
}

function breakByKind(last: FlowLine, next: FlowLine, context: BreakContext): LineBreak | undefined {
  if (!isOfKind(last, next, context) || last.isVertical !== next.isVertical) return "paragraph";
  return last.isVertical ? breakUpright(last, next, context) : undefined;
}

/** True for lines of a box drawn with characters, or if one of them is its border. */
function areOfBox(last: string, next: string): boolean {
  return isBoxBorder(last) || isBoxBorder(next) || (isBoxLine(last) && isBoxLine(next));
}

/** True for two lines of code, or of prose. Code, such as an address, may take most of a line of prose. */
function isOfKind(last: FlowLine, next: FlowLine, context: BreakContext): boolean {
  if (last.isMonospaced !== next.isMonospaced) return isCodeInProse(last, next, context);
  const [first = last] = context.paragraph;
  if (!next.isMonospaced || first.isMonospaced) return true;
  return context.isFull && areBelow(last, next) && !endsWithCharacter(last.text, ".!?:;");
}

/** True if a line of code begins with a word of the full line of prose before, within its sentence or its entry. */
function isCodeInProse(last: FlowLine, next: FlowLine, context: BreakContext): boolean {
  const opening = openingStyle(next);
  if (!context.isFull || last.isMonospaced || opening.isMonospaced || opening.font !== last.font) return false;
  if (!isLong(last, context) || prompt.test(next.text)) return false;
  if (!endsWithCharacter(last.text, ".!?:;")) return true;
  const [first = last] = context.paragraph;
  return areBelow(last, next) && startOf(next) - startOf(first) > hangingEm * next.sizePt;
}

/** The prompt of a shell before a command. */
const prompt = /^[$%>#]\s/;

/** True if two lines start at one position. */
function areBelow(last: FlowLine, next: FlowLine): boolean {
  return Math.abs(startOf(next) - startOf(last)) < sameStartEm * next.sizePt;
}

/** A leader with few dots before the number of a page, at the end of a line, and the length within which it is found. */
const longestShort = 24;
const shortLeader = /\s\.(?:\s?\.)+\s?\d{1,4}$/;

/** A table of contents entry ends with its page number. */
function breakAfterEntry(last: FlowLine, next: FlowLine, { usualGapEm }: BreakContext): LineBreak | undefined {
  if (last.isMonospaced || !(hasLeader(last.text) || shortLeader.test(last.text.slice(-longestShort))))
    return undefined;
  return gapEm(last, next) > usualGapEm + extraGapEm ? "paragraph" : "line";
}

/** Maximum gap between vertical lines, in ems. Paragraphs of one page are often no further apart. */
const maxUprightGapEm = 1.2;

/** Vertical lines continue if the last one is as long as the longest. */
function breakUpright(last: FlowLine, next: FlowLine, { paragraph }: BreakContext): LineBreak {
  const gapPt = Math.max(last.box.x0 - next.box.x1, next.box.x0 - last.box.x1);
  const isApart = last.block !== next.block && gapPt > maxUprightGapEm * next.sizePt;
  if (isApart || Math.abs(last.sizePt - next.sizePt) > 0.12 * next.sizePt) return "paragraph";
  if (sharedHeight(last.box, next.box) < 0.5) return "paragraph";
  const lengths = [...paragraph.slice(-maxCompared), next].map(({ box }) => box.y1 - box.y0);
  return last.box.y1 - last.box.y0 > 0.85 * Math.max(...lengths) ? "none" : "line";
}

function breakByType(last: FlowLine, next: FlowLine, { isFull }: BreakContext): LineBreak | undefined {
  const ratio = last.sizePt / Math.max(1, next.sizePt);
  if (ratio > 1.12 || ratio < 0.88) return "paragraph";
  if (last.isBold === next.isBold) return undefined;
  const isFurtherOut = startOf(last) - startOf(next) > hangingEm * next.sizePt;
  const isHeadingNext = next.isBold && (isFurtherOut || /[.!?:]$/u.test(last.text));
  return !isFull || isHeadingNext ? "paragraph" : undefined;
}

/** A number or dash inside a paragraph may only look like a list marker. */
function breakBeforeItem(last: FlowLine, next: FlowLine, context: BreakContext): LineBreak | undefined {
  const mark = listMarker(next.text);
  if (mark === undefined) return undefined;
  const isSign = isBulletMarker(mark) && !/^[-–—*·]/u.test(next.text);
  if (isSign || !context.isFull || isElsewhere(last, next) || last.text.endsWith(":")) return "line";
  const [first] = context.paragraph;
  if (first === undefined || listMarker(first.text) === undefined) return undefined;
  return startOf(next) < startOf(first) + next.sizePt ? "line" : undefined;
}

/** A full line may end like a clause, and the next one may have the number of the next clause. */
function breakBeforeClause(last: FlowLine, next: FlowLine, context: BreakContext): LineBreak | undefined {
  if (!context.isFull || !context.isClause || isElsewhere(last, next)) return undefined;
  return endsWithCharacter(last.text, ".!?:;,") || /\s(?:and|or)$/u.test(last.text) ? "line" : undefined;
}

function breakBetweenColumns(last: FlowLine, next: FlowLine, context: BreakContext): LineBreak | undefined {
  if (!isElsewhere(last, next)) return undefined;
  return flowsOn(last, next) && !isEntry(next, context) ? "none" : "paragraph";
}

/** True if a sentence continues in the next column. */
function flowsOn(last: FlowLine, next: FlowLine): boolean {
  return sharedHeight(last.box, next.box) <= 0.5 && isUnfinished(last, next);
}

function breakByGap(last: FlowLine, next: FlowLine, { usualGapEm }: BreakContext): LineBreak | undefined {
  return gapEm(last, next) > usualGapEm + extraGapEm ? "paragraph" : undefined;
}

/** Numbered lines, as in a deposition or a poem, keep their line breaks. */
function breakBetweenNumbers(last: FlowLine, next: FlowLine): LineBreak | undefined {
  const number = lineNumber(next);
  if (Number.isNaN(number)) return undefined;
  return number === lineNumber(last) + 1 && !isElsewhere(last, next) ? "line" : undefined;
}

/** Returns the number at the start of a line, or NaN. */
function lineNumber({ text }: FlowLine): number {
  const code = text.charCodeAt(0);
  if (code < 0x30 || code > 0x39) return Number.NaN;
  return Number(/^(\d{1,4})\s/u.exec(text)?.[1] ?? Number.NaN);
}

function breakByRow(last: FlowLine, next: FlowLine, context: BreakContext): LineBreak | undefined {
  if (goesOnInPart(last, next, context)) return "none";
  return breakBetweenAlike(last, next, context) ?? breakBetweenRows(last, next, context);
}

/** Lines that are alike, and rules that someone typed, keep their line breaks. */
function breakBetweenAlike(last: FlowLine, next: FlowLine, { isAlike }: BreakContext): LineBreak | undefined {
  return isAlike || isTypedRule(last) || isTypedRule(next) ? "line" : undefined;
}

function breakBetweenRows(last: FlowLine, next: FlowLine, context: BreakContext): LineBreak | undefined {
  return last.isSpread || next.isSpread || last.isEnded === true || isEntry(next, context) ? "line" : undefined;
}

/** True if a line begins with bold words on a page of such entries. */
function isEntry(line: FlowLine, { hasEntries }: BreakContext): boolean {
  return hasEntries && line.opensBold === true;
}

/** Minimum width of the last words of a row that go on below, in ems, and their minimum number. */
const narrowestPartEm = 12;
const leastPartWords = 3;

/** The beginning of a comment in code, and of a blank in a form. */
const beginsAnew = /^(?:\/\/|[#%;|]|__)/;

/** True if a line goes on in the column of the last words of a row: a definition beside its term. */
function goesOnInPart(last: FlowLine, next: FlowLine, context: BreakContext): boolean {
  const { lastPart } = last;
  if (lastPart === undefined || !context.isFull || next.isSpread || last.isEnded === true) return false;
  if (isEntry(next, context) || beginsAnew.test(next.text) || !isWordy(last, lastPart)) return false;
  return Math.abs(startOf(next) - lastPart.start) < sameStartEm * next.sizePt;
}

/** True if the last words of a row are prose, not a value. */
function isWordy(row: FlowLine, { start, at }: { readonly start: number; readonly at: number }): boolean {
  const words = row.text.slice(at).split(" ");
  return words.length >= leastPartWords && endOf(row) - start >= narrowestPartEm * row.sizePt;
}

/** Manual line breaks end lines slightly early. */
function isRagged({ box }: FlowLine, context: BreakContext): boolean {
  return box.x1 - box.x0 > 0.75 * widestOf(context);
}

/** Returns what the tags define between two lines, or `undefined`. */
function breakByTags(last: FlowLine, next: FlowLine, context: BreakContext): LineBreak | undefined {
  if (!context.usesTags) return undefined;
  if (last.tag === undefined || next.tag === undefined) return last.tag === next.tag ? undefined : "paragraph";
  if (last.tag.element !== next.tag.element || last.tag.item !== next.tag.item) return betweenElements(last, next);
  const mayBeItem = !context.isFull && !isElsewhere(last, next);
  return mayBeItem && listMarker(next.text) !== undefined ? "line" : undefined;
}

function betweenElements({ tag: last }: FlowLine, { tag: next }: FlowLine): LineBreak {
  if (last?.item === undefined || next?.item === undefined) return "paragraph";
  const isLabel = last.role === "Lbl" && last.item === next.item;
  return isLabel ? "none" : "line";
}
