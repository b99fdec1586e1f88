import { sharedHeight, sharedWidth } from "../model/boxes.ts";
import { listMarker } from "../model/list-markers.ts";
import { createTotals } from "../model/numbers.ts";
import { type Box, type PageContent, type TextLine, textOf, type TextRun } from "../model/page-content.ts";
import type { PageModel, Vector } from "../model/page-model.ts";
import { type FlowLine, startOf } from "./flow.ts";

const deepest = 6;

/** Tracks the depth of list items on a page. */
export interface ListDepths {
  /** Returns the depth, from 0: by the tags, or by the indent compared with the items before. */
  readonly of: (first: FlowLine) => number;
  /** Returns whether a new tagged item starts here, as opposed to one continued from the page before. */
  readonly begins: (first: FlowLine | undefined) => boolean;
  /** Returns whether there was an item since the last end. */
  readonly isInList: () => boolean;
  /** Ends the list. */
  readonly end: () => void;
}

/**
 * Starts outside any list. If items of the page have markers, a first one without a marker continues the page before,
 * as does one that starts in the middle of a sentence.
 */
export function createListDepths(areMarked: () => boolean): ListDepths {
  const starts: number[] = [];
  let lastItem = 0;
  let isFirst = true;
  let last: FlowLine | undefined;
  const place = (first: FlowLine): number => {
    // In the next column the list starts at another position.
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
      // Word processors write nested lists as siblings. Then the indent decides.
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

/** Maximum number of vectors checked per page. A page with more is a drawing. */
const maxVectors = 5000;

/** Maximum number of bullets kept per page. */
const maxMarks = 500;

/** Size of a bullet and its distance before the words, in ems. */
const smallestEm = 0.15;
const largestEm = 0.6;
const nearestEm = 0.15;
const furthestEm = 2.5;

/** Discs and squares are about as wide as high. */
const leastRatio = 0.75;

/** Larger shapes, in points, are not bullets. */
const largestPt = 20;

/**
 * Adds bullets to list items if the page draws them as discs, circles and squares, as browsers do, or as small images or
 * shadings, as slides do: nothing else marks such items. Skips items with tags. Only checks the drawings of pages that
 * draw something right before text.
 */
export function withDrawnBullets(content: PageContent, { trueVectors }: Pick<PageModel, "trueVectors">): PageContent {
  const drawn = content.mayDrawBullets === true ? marksIn(trueVectors()) : [];
  const marks = [...drawn, ...imagesAlike(content.images)];
  if (marks.length === 0) return content;
  const lines = content.blocks.flatMap((block) => block.lines);
  const marked = (line: TextLine): TextLine => {
    const mark = couldBeItem(line) ? marks.find((one) => isBefore(one, line, lines)) : undefined;
    return mark === undefined ? line : withMark(line, mark);
  };
  return { ...content, blocks: content.blocks.map((block) => ({ ...block, lines: block.lines.map(marked) })) };
}

function marksIn(vectors: readonly Pick<Vector, "box">[]): readonly Box[] {
  const marks: Box[] = [];
  for (const { box } of vectors.slice(0, maxVectors)) {
    if (marks.length >= maxMarks) return marks;
    const [width, height] = [box.x1 - box.x0, box.y1 - box.y0];
    const isMark = Math.min(width, height) >= leastRatio * Math.max(width, height) && height <= largestPt;
    if (isMark) marks.push(box);
  }
  return vectors.length > maxVectors ? [] : marks;
}

/** Minimum number of images that are bullets, and maximum difference of their sides, in points. */
const leastImages = 2;
const alikePt = 0.5;

/** Returns small images as wide as high of which several have one size. Others are icons or pieces of a drawing. */
function imagesAlike(images: readonly Box[]): readonly Box[] {
  if (images.length < leastImages || images.length > maxMarks) return [];
  const small = marksIn(images.map((box) => ({ box })));
  const sizes = createTotals<number>();
  const sizeOf = ({ x0, x1 }: Box): number => Math.round((x1 - x0) / alikePt);
  for (const box of small) sizes.add(sizeOf(box), 1);
  return small.filter((box) => (sizes.all().get(sizeOf(box)) ?? 0) >= leastImages);
}

function couldBeItem({ direction, tag, runs }: TextLine): boolean {
  if (direction === "vertical" || tag?.item !== undefined || tag?.cell !== undefined) return false;
  const text = textOf(runs);
  return /\p{L}{2}|\p{Script=Han}/u.test(text) && listMarker(text.trimStart()) === undefined;
}

/**
 * True if a bullet is at the height of the lowercase letters of a line, right before it, with no words on its other
 * side.
 */
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

/** True if words precede the bullet on its line, so that it is a character among them. */
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
