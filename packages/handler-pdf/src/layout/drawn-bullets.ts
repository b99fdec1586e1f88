import type { Box, PageContent, TextLine, TextRun } from "../model/page-content.ts";
import type { Vector } from "../model/page-vectors.ts";
import type { Painting } from "../extract/painting/painting.ts";
import { trueVectors } from "../extract/painting/true-vectors.ts";
import { sharedHeight } from "../model/boxes.ts";
import { textOf } from "../model/text-of.ts";
import { listMark } from "../model/list-marks.ts";

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
