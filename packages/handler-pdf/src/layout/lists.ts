import type { Painting } from "../extract/painting/painting.ts";
import { trueVectors } from "../extract/painting/true-vectors.ts";
import { sharedHeight, sharedWidth } from "../model/boxes.ts";
import { listMark } from "../model/list-marks.ts";
import { type Box, type PageContent, type TextLine, textOf, type TextRun } from "../model/page-content.ts";
import type { Vector } from "../model/vectors.ts";
import { type FlowLine, startOf } from "./flow.ts";

const deepest = 6;

/** Knows how deep the items of the lists of a page are. */
export interface ListDepths {
  /** From 0, by the tags, or else by where the item begins against those before. */
  readonly of: (first: FlowLine) => number;
  /** Whether a tagged item begins here that the page has not had; one that goes on from the page before does not. */
  readonly begins: (first: FlowLine | undefined) => boolean;
  /** Whether an item was met since the last end. */
  readonly isInList: () => boolean;
  /** The list is over. */
  readonly end: () => void;
}

/**
 * Starts outside of any list. Where items of the page have marks, a first one without goes on from the page before, as one
 * does that begins in the midst of a sentence.
 */
export function createListDepths(areMarked: () => boolean): ListDepths {
  const starts: number[] = [];
  let lastItem = 0;
  let isFirst = true;
  let last: FlowLine | undefined;
  const place = (first: FlowLine): number => {
    // In the next column the list begins at another place.
    if (last !== undefined && isAbove(first, last)) starts.length = 0;
    last = first;
    const start = startOf(first);
    const slackPt = 0.6 * first.sizePt;
    while (starts.length > 0 && start < (starts.at(-1) ?? 0) - slackPt) starts.pop();
    if (start > (starts.at(-1) ?? -Infinity) + slackPt && starts.length < deepest) starts.push(start);
    return Math.max(0, starts.length - 1);
  };
  return {
    of: (first) => {
      const byPlace = place(first);
      const byTag = first.tag?.listDepth ?? 0;
      // Word processors write the lists inside of lists side by side: then the place tells.
      return byTag > 1 ? Math.min(byTag, deepest) - 1 : byPlace;
    },
    begins: (first) => {
      const wasFirst = isFirst;
      isFirst = false;
      const item = first?.tag?.item ?? 0;
      if (item <= lastItem) return false;
      const goesOn = wasFirst && (/^\p{Ll}/u.test(first?.text ?? "") || areMarked());
      lastItem = item;
      return !goesOn;
    },
    isInList: () => starts.length > 0,
    end: () => {
      isFirst = false;
      starts.length = 0;
    },
  };
}

function isAbove(first: FlowLine, last: FlowLine): boolean {
  return first.box.y1 <= last.box.y0 && sharedWidth(first.box, last.box) === 0;
}

/** Vectors of one page that are looked at; a page with more is a drawing. */
const maxVectors = 5000;

/** Marks of one page that are kept. */
const maxMarks = 500;

/** How large a mark is, and how far before its words it stands, in heights of the type. */
const smallestEm = 0.15;
const largestEm = 0.6;
const nearestEm = 0.15;
const furthestEm = 2.5;

/** Discs and squares are as wide as they are high, but for rounding. */
const leastRatio = 0.75;

/** Marks of more than this many points belong to no text. */
const largestPt = 20;

/**
 * Gives items their marks where the page draws these as discs, circles and squares, as browsers do: nothing else tells
 * such items apart. Items that tags name are left alone. Only pages that draw something right before text are looked at.
 */
export function withDrawnBullets(content: PageContent, painting: Painting): PageContent {
  if (content.mayDrawBullets !== true) return content;
  const marks = marksIn(trueVectors(painting));
  if (marks.length === 0) return content;
  const lines = content.blocks.flatMap((block) => block.lines);
  const marked = (line: TextLine): TextLine => {
    const mark = couldBeItem(line) ? marks.find((one) => isBefore(one, line, lines)) : undefined;
    return mark === undefined ? line : withMark(line, mark);
  };
  return { ...content, blocks: content.blocks.map((block) => ({ ...block, lines: block.lines.map(marked) })) };
}

function marksIn(vectors: readonly Vector[]): readonly Box[] {
  const marks: Box[] = [];
  for (const { box } of vectors.slice(0, maxVectors)) {
    if (marks.length >= maxMarks) return marks;
    const [width, height] = [box.x1 - box.x0, box.y1 - box.y0];
    const isMark = Math.min(width, height) >= leastRatio * Math.max(width, height) && height <= largestPt;
    if (isMark) marks.push(box);
  }
  return vectors.length > maxVectors ? [] : marks;
}

function couldBeItem({ direction, tag, runs }: TextLine): boolean {
  if (direction === "vertical" || tag?.item !== undefined || tag?.cell !== undefined) return false;
  const text = textOf(runs);
  return /\p{L}{2}|\p{Script=Han}/u.test(text) && listMark(text.trimStart()) === undefined;
}

/** Whether a mark stands at the height of a line's small letters, right before it, and no words beside it on the other side. */
function isBefore(mark: Box, line: TextLine, lines: readonly TextLine[]): boolean {
  const sizePt = line.runs[0]?.style.sizePt ?? 0;
  const heightPt = mark.y1 - mark.y0;
  if (heightPt < smallestEm * sizePt || heightPt > largestEm * sizePt) return false;
  const gapPt = line.direction === "rtl" ? mark.x0 - line.box.x1 : line.box.x0 - mark.x1;
  if (gapPt < nearestEm * sizePt || gapPt > furthestEm * sizePt) return false;
  const share = ((mark.y0 + mark.y1) / 2 - line.box.y0) / (line.box.y1 - line.box.y0);
  if (share < 0.25 || share > 0.8) return false;
  return !lines.some((other) => other !== line && isNextTo(mark, other.box, line));
}

/** Whether words stand before a mark on its line: then it is a sign among them. */
function isNextTo(mark: Box, box: Box, { direction, runs }: TextLine): boolean {
  if (sharedHeight(mark, box) < 0.5) return false;
  const gapPt = direction === "rtl" ? box.x0 - mark.x1 : mark.x0 - box.x1;
  return gapPt > -1 && gapPt < furthestEm * (runs[0]?.style.sizePt ?? 0);
}

function withMark(line: TextLine, mark: Box): TextLine {
  const [first] = line.runs;
  if (first === undefined) return line;
  const { hidden: _hidden, link: _link, ...plain } = first;
  const run: TextRun = { ...plain, text: "• ", box: { ...mark, y0: first.box.y0, y1: first.box.y1 } };
  const box = { ...line.box, x0: Math.min(line.box.x0, mark.x0), x1: Math.max(line.box.x1, mark.x1) };
  return { ...line, runs: [run, ...line.runs], box };
}
