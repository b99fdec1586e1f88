import type { Box, RecognisableImage, RecognisedLine, RecognisedWord } from "@reader/core/handler";
import type { IsInk } from "./ink-pieces.ts";
import type { Mark } from "./mark.ts";

/** The sides of a box that is to be ticked, in heights of its line. */
const minSide = 0.7;
const maxSide = 1.6;
const minSidePx = 10;

/** The share of each side that is ink, besides all corners: letters are rounder, or open. */
const minSideShare = 0.95;

/** How much of a box is its side, from each edge; and how much of what is inside is ink where it is ticked. */
const sideShare = 0.22;
const minTickShare = 0.04;

/** How much broader than tall a box may be. */
const maxAspect = 1.25;

/** The engine takes a box for words of so many characters, [] or O, and for such as LJ of which it is not so sure. */
const maxCharacters = 3;
const maxWordConfidence = 80;

/** The share of a box that a word in its place takes at least. */
const minWordShare = 0.25;

/** How far from its label a box stands at most, in heights of a line. */
const maxLabelGap = 2;

/** A picture, and what of it is ink. */
export interface Ink {
  readonly image: RecognisableImage;
  readonly isInk: IsInk;
}

/** A box, and how far it is from the words of its line. */
export interface TickBox extends Mark {
  readonly gapPx: number;
}

/** The mark that a piece of ink in a line is, where it is a box, and no word stands there but what it was taken for. */
export function tickBoxOf(line: RecognisedLine, box: Box, ink: Ink): TickBox | undefined {
  if (!isBox(box, line) || !isFramed(box, ink)) return undefined;
  // A letter that is as good as a box is a part of a longer word.
  const inPlace = line.words.filter((word) => sharedWidth(word, box) > (box.x1 - box.x0) * minWordShare);
  const isAlone = inPlace.length === 0;
  const gapPx = Math.max(0, line.box.x0 - box.x1, box.x0 - line.box.x1);
  const isNear = gapPx <= (line.box.y1 - line.box.y0) * maxLabelGap;
  if (isAlone ? !isNear : inPlace.some(isWord)) return undefined;
  const at = line.words.findIndex((word) => inPlace.includes(word) || (isAlone && word.box.x0 >= box.x1));
  const text = inkShareOf(innerOf(box), ink) < minTickShare ? "☐" : "☒";
  return { text, box, at: at === -1 ? line.words.length : at, words: inPlace.length, gapPx };
}

function isWord({ text, confidence }: RecognisedWord): boolean {
  return text.length > maxCharacters || (confidence > maxWordConfidence && /^\p{L}{2,}$/u.test(text));
}

function isBox({ x0, x1, y0, y1 }: Box, line: RecognisedLine): boolean {
  const lineHeight = line.box.y1 - line.box.y0;
  const [shorter, longer] = [Math.min(x1 - x0, y1 - y0), Math.max(x1 - x0, y1 - y0)];
  const isOfSize = shorter >= Math.max(minSidePx, lineHeight * minSide) && longer <= lineHeight * maxSide;
  const middle = (y0 + y1) / 2;
  return isOfSize && longer <= shorter * maxAspect && middle > line.box.y0 && middle < line.box.y1;
}

function sharedWidth({ box }: RecognisedWord, frame: Box): number {
  return Math.min(box.x1, frame.x1) - Math.max(box.x0, frame.x0);
}

function isFramed({ x0, y0, x1, y1 }: Box, ink: Ink): boolean {
  const depth = Math.max(2, Math.round((x1 - x0) / 8));
  const [left, right] = [range(x0, x0 + depth), range(x1 - depth, x1)];
  const [top, bottom] = [range(y0, y0 + depth), range(y1 - depth, y1)];
  const [across, down] = [range(x0, x1), range(y0, y1)];
  const isInked = (columns: readonly number[], rows: readonly number[]): boolean =>
    columns.some((x) => rows.some((y) => isInkAt(ink, x, y)));
  const areCorners = [left, right].every((columns) => isInked(columns, top) && isInked(columns, bottom));
  if (!areCorners) return false;
  const upright = [left, right].map((columns) => down.filter((y) => isInked(columns, [y])).length / down.length);
  const level = [top, bottom].map((rows) => across.filter((x) => isInked([x], rows)).length / across.length);
  return [...upright, ...level].every((share) => share >= minSideShare);
}

function innerOf({ x0, y0, x1, y1 }: Box): Box {
  const margin = Math.ceil((x1 - x0) * sideShare);
  return { x0: x0 + margin, y0: y0 + margin, x1: x1 - margin, y1: y1 - margin };
}

function inkShareOf({ x0, y0, x1, y1 }: Box, ink: Ink): number {
  const held = range(y0, y1).flatMap((y) => range(x0, x1).filter((x) => isInkAt(ink, x, y)));
  return held.length / Math.max(1, (x1 - x0) * (y1 - y0));
}

function isInkAt({ image, isInk }: Ink, x: number, y: number): boolean {
  return isInk(image.data[y * image.widthPx + x] ?? 0);
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}
