import { sharedWidth } from "../../model/boxes.ts";
import { isBulletMarker, listMarker } from "../../model/list-markers.ts";
import { beginsSmall, endsWithCharacter } from "../../model/plain-text.ts";
import { closingStyle, endOf, type FlowLine, isElsewhere, openingStyle, startOf } from "../flow.ts";
import {
  type BreakContext,
  hangingEm,
  isLong,
  isUnfinished,
  type LineBreak,
  maxCompared,
  sameStartEm,
} from "./line-break.ts";

/** The first line of a paragraph is indented against the previous lines of its column. */
export function breakByIndent(last: FlowLine, next: FlowLine, context: BreakContext): LineBreak | undefined {
  const { paragraph } = context;
  if (isCentredSentence(last, next, context)) return "none";
  if (endsHanging(last, next, context) || beginsIndented(last, next, context)) return "paragraph";
  if (!isSetIn(next, paragraph) || isFlushAtEnd(last, next) || areFlushAtEnd(paragraph, next)) return undefined;
  const [first] = paragraph;
  if (first === undefined) return undefined;
  if (paragraph.length === 1) return breakAfterFirst(first, next, context);
  return startOf(next) - startOf(last) <= hangingEm * next.sizePt ? undefined : "paragraph";
}

/** True if a sentence goes on in a shorter line in the middle below. */
function isCentredSentence(last: FlowLine, next: FlowLine, context: BreakContext): boolean {
  if (!isLong(last, context) || !isUnfinished(last, next) || last.font !== next.font) return false;
  if (!endsWithWord.test(last.text)) return false;
  const insetPt = startOf(next) - startOf(last);
  return insetPt > next.sizePt && Math.abs(endOf(last) - endOf(next) - insetPt) < centredEm * next.sizePt;
}

/** Maximum difference of the white on both sides of a centred line, in ems. */
const centredEm = 0.4;

/** A line of prose that goes on does not end with a number or a sign. */
const endsWithWord = /\p{L}["'’”)]?,?$/u;

/** True if a line starts further in than one of the last lines of the paragraph above it. */
function isSetIn(next: FlowLine, paragraph: readonly FlowLine[]): boolean {
  const start = startOf(next);
  for (let index = Math.max(0, paragraph.length - maxCompared); index < paragraph.length; index += 1) {
    const line = paragraph[index];
    if (line === undefined || start - startOf(line) < hangingEm * next.sizePt) continue;
    if (sharedWidth(line.box, next.box) > 0) return true;
  }
  return false;
}

/** After a paragraph with a hanging indent, such as a dictionary entry, the next one starts where it started. */
function endsHanging(last: FlowLine, next: FlowLine, { paragraph, usesTags }: BreakContext): boolean {
  const [first] = paragraph;
  if (first === undefined || paragraph.length < 2 || !endsEntry(last.text)) return false;
  if (usesTags && last.tag?.element === next.tag?.element) return false;
  const isOut = Math.abs(startOf(next) - startOf(first)) < sameStartEm * next.sizePt;
  const hanging = paragraph.slice(Math.max(1, paragraph.length - maxCompared));
  return isOut && hanging.every((line) => startOf(line) - startOf(next) > hangingEm * next.sizePt);
}

/**
 * True for the indented first line of a paragraph after a paragraph of one line, which is indented like it. The line
 * below shows where the lines of a paragraph go on.
 */
function beginsIndented(last: FlowLine, next: FlowLine, { paragraph, following }: BreakContext): boolean {
  if (paragraph.length > 1 || following?.kind !== "line" || isElsewhere(next, following)) return false;
  if (!endsWithCharacter(last.text, ".!?:;") || beginsSmall(next.text) || !isInType(following, next)) return false;
  const indentPt = startOf(next) - startOf(following);
  return Math.abs(startOf(last) - startOf(next)) < sameStartEm * next.sizePt && indentPt > hangingEm * next.sizePt;
}

function isInType({ font, sizePt }: FlowLine, other: FlowLine): boolean {
  return font === other.font && sizePt === other.sizePt;
}

function endsEntry(text: string): boolean {
  return text !== "" && ".!?)]".includes(text.charAt(text.length - 1));
}

/** Right-aligned lines, as in addresses, start anywhere and end at one position. */
function isFlushAtEnd(last: FlowLine, next: FlowLine): boolean {
  const isFlush = Math.abs(endOf(last) - endOf(next)) < sameStartEm * next.sizePt;
  return isFlush && Math.abs(startOf(last) - startOf(next)) > next.sizePt && last.text.length < longestFlush;
}

/** Maximum difference of the ends of aligned lines, and minimum difference of their starts, in ems. */
const flushEm = 0.35;

const raggedEm = 0.25;

/** Lines from right to left that start at several positions and end at one are aligned at the left, as some programs do. */
function areFlushAtEnd([, ...lines]: readonly FlowLine[], next: FlowLine): boolean {
  if (!next.isRightToLeft || lines.length < 2) return false;
  const starts = lines.slice(-maxCompared).map(startOf);
  const isRagged = Math.max(...starts) - Math.min(...starts) > raggedEm * next.sizePt;
  return isRagged && lines.every((line) => Math.abs(endOf(line) - endOf(next)) < flushEm * next.sizePt);
}

/** Maximum length of right-aligned lines. Longer ones are justified. */
const longestFlush = 40;

/**
 * A hanging paragraph is indented after its first line. A line in another type is a heading, but most words of an item
 * may be of another type in its first line than below.
 */
function breakAfterFirst(first: FlowLine, next: FlowLine, { isFull }: BreakContext): LineBreak | undefined {
  const mark = listMarker(first.text);
  const isInOneType = first.font === next.font || (isFull && goesOnInType(first, next));
  if (!isInOneType && !(isFull && mark !== undefined && isBulletMarker(mark)))
    return first.sizePt >= next.sizePt ? "paragraph" : undefined;
  return isFull || mark !== undefined ? undefined : "paragraph";
}

/**
 * True if the words after a line break are in the type before it, or go on a sentence that is no heading. Most of either
 * line may be in another type. An item, and a line of a program after a brace, begin anew.
 */
function goesOnInType(last: FlowLine, next: FlowLine): boolean {
  if (listMarker(next.text) !== undefined || /[{}]$/.test(last.text)) return false;
  const { font } = openingStyle(next);
  if (font === last.font || font === closingStyle(last).font) return true;
  const isProse = !last.isBold && !last.isItalic && listMarker(last.text) === undefined;
  return isProse && endsWithWord.test(last.text) && isUnfinished(last, next);
}
