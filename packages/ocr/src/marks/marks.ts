import type { Box, RecognisableImage, RecognisedLine, RecognisedWord } from "@reader/core/internal";
import { type PageView, seenImage } from "../model/geometry.ts";
import { boxAround, confidenceOf } from "../model/lines.ts";

/** Horizontal and vertical reach of marks around a line, in line heights. */
const beside = 3;
const above = 0.4;

/** Adds bullets and checkboxes to upright lines by their ink. The engine reads them as letters or drops them. */
export function withMarks(lines: readonly RecognisedLine[], view: PageView): readonly RecognisedLine[] {
  const image = seenImage(view);
  const found = lines.map((line) => marksOf(line, image));
  const boxes = found.flatMap((each) => each.boxes);
  return lines.map((line, index) => {
    const { boxes: candidates = [], bullet } = found[index] ?? {};
    const own = candidates.filter((mark) => boxes.every((other) => areApart(mark, other) || !isLikelier(other, mark)));
    return marked(line, own.length > 0 || bullet === undefined ? own : [bullet]);
  });
}

interface FoundMarks {
  /** Candidates of one line. Some may belong to another line. */
  readonly boxes: readonly TickBox[];
  readonly bullet?: Mark;
}

function marksOf(line: RecognisedLine, image: RecognisableImage): FoundMarks {
  const strip = stripOf(line, image);
  const isInk = inkOf(image, strip);
  const pieces = inkPiecesIn(image, strip, isInk);
  const boxes = pieces.flatMap(({ box }) => tickBoxOf(line, box, { image, isInk }) ?? []);
  const bullet = bulletOf(line, pieces);
  return bullet === undefined ? { boxes } : { boxes, bullet };
}

/** Returns the region in which marks of a line may be, in whole pixels. */
function stripOf({ box }: RecognisedLine, { widthPx, heightPx }: RecognisableImage): Box {
  const height = box.y1 - box.y0;
  return {
    x0: Math.max(0, Math.floor(box.x0 - height * beside)),
    y0: Math.max(0, Math.floor(box.y0 - height * above)),
    x1: Math.min(widthPx, Math.ceil(box.x1 + height * beside)),
    y1: Math.min(heightPx, Math.ceil(box.y1 + height * above)),
  };
}

function areApart({ box: one }: Mark, { box: other }: Mark): boolean {
  return one.x0 >= other.x1 || other.x0 >= one.x1 || one.y0 >= other.y1 || other.y0 >= one.y1;
}

/** True if `one` is the likelier of two candidates in one place: it replaces a word, or is nearer to its label. */
function isLikelier(one: TickBox, other: TickBox): boolean {
  if (one === other || (one.words > 0 && other.words > 0)) return false;
  return one.words > 0 || (other.words === 0 && one.gapPx < other.gapPx);
}

/** Size of a bullet in line heights. Smaller marks are full stops, even smaller ones are specks. */
const minBulletSize = 0.15;
const maxBulletSize = 0.65;
const maxSpeck = 0.1;

const minBulletPx = 4;

/** Minimum fill of the bounding square. A disc fills 79 %; letters such as e or o fill less than this. */
const minDiscFill = 0.68;

/** Vertical position of the centre of a bullet in its line. A full stop is lower. */
const minMiddle = 0.25;
const maxMiddle = 0.68;

/** Gap from a bullet to its text, in line heights. Letters of a word are nearer, other columns are farther. */
const minTextGap = 0.15;
const maxTextGap = 2;

/** Maximum length of a word that the engine reads for a bullet, such as «, + or e. */
const maxBulletCharacters = 2;

/** Finds the bullet before a line or in place of its first word. */
function bulletOf(line: RecognisedLine, pieces: readonly InkPiece[]): Mark | undefined {
  const [first, second] = line.words;
  if (first === undefined) return undefined;
  const before = bulletBefore(first, line, pieces);
  if (before !== undefined) return { text: "•", box: before, at: 0, words: 0 };
  if (second === undefined || first.text.length > maxBulletCharacters) return undefined;
  const instead = bulletBefore(second, line, pieces);
  return instead === undefined ? undefined : { text: "•", box: instead, at: 0, words: 1 };
}

function bulletBefore(word: RecognisedWord, line: RecognisedLine, pieces: readonly InkPiece[]): Box | undefined {
  const height = line.box.y1 - line.box.y0;
  const [nearest] = pieces
    .filter(({ box }) => box.x1 <= word.box.x0 && box.y1 > line.box.y0 && box.y0 < line.box.y1)
    .filter(({ box }) => Math.max(box.x1 - box.x0, box.y1 - box.y0) > height * maxSpeck)
    .toSorted((one, other) => other.box.x1 - one.box.x1);
  if (nearest === undefined || !isBullet(nearest, line.box)) return undefined;
  const gap = (word.box.x0 - nearest.box.x1) / height;
  return gap >= minTextGap && gap <= maxTextGap ? nearest.box : undefined;
}

function isBullet(piece: InkPiece, line: Box): boolean {
  const { x0, x1, y0, y1 } = piece.box;
  const lineHeight = line.y1 - line.y0;
  const size = Math.max(x1 - x0, y1 - y0);
  if (size < Math.max(minBulletPx, lineHeight * minBulletSize) || size > lineHeight * maxBulletSize) return false;
  const middle = ((y0 + y1) / 2 - line.y0) / lineHeight;
  return isDisc(piece, size) && middle >= minMiddle && middle <= maxMiddle;
}

function isDisc({ box: { x0, x1, y0, y1 }, pixels }: InkPiece, size: number): boolean {
  const [width, height] = [x1 - x0, y1 - y0];
  return Math.abs(width - height) <= Math.max(2, size / 4) && pixels >= width * height * minDiscFill;
}

/** Side length of a checkbox, in line heights. */
const minSide = 0.7;
const maxSide = 1.6;
const minSidePx = 10;

/** Minimum ink share of each side. All corners must be ink too. Letters are rounder or open. */
const minSideShare = 0.95;

/** Width of the border as a share of the box, and the minimum ink share inside a checked box. */
const sideShare = 0.22;
const minTickShare = 0.04;

/** Maximum aspect ratio of a box. */
const maxAspect = 1.25;

/**
 * Maximum length of a word that the engine reads for a box, such as [] or O, and its maximum confidence if it consists
 * of letters, such as LJ.
 */
const maxBoxCharacters = 3;
const maxWordConfidence = 80;

/** Minimum share of the box width that a word in its place covers. */
const minWordShare = 0.25;

/** Maximum distance of a box from its label, in line heights. */
const maxLabelGap = 2;

/** An image and its ink test. */
interface Ink {
  readonly image: RecognisableImage;
  readonly isInk: IsInk;
}

/** A checkbox, and its distance from the words of its line. */
interface TickBox extends Mark {
  readonly gapPx: number;
}

/** Returns the mark of a checkbox if a component of ink is one and only a misread word is in its place. */
function tickBoxOf(line: RecognisedLine, box: Box, ink: Ink): TickBox | undefined {
  if (!isBox(box, line) || !isFramed(box, ink)) return undefined;
  // A letter shaped like a box is part of a longer word.
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
  return text.length > maxBoxCharacters || (confidence > maxWordConfidence && /^\p{L}{2,}$/u.test(text));
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

/** A mark that replaces words of a line or is inserted between two. */
interface Mark {
  readonly text: "•" | "☐" | "☒";
  readonly box: Box;
  /** Index of the first word that it replaces or precedes, and the number of words it replaces. */
  readonly at: number;
  readonly words: number;
}

/** Adds marks to the text and words of a line. */
function marked(line: RecognisedLine, marks: readonly Mark[]): RecognisedLine {
  // From last to first, so that offsets in the text stay valid.
  const fromLast = marks.toSorted((one, other) => other.at - one.at || other.box.x0 - one.box.x0);
  return fromLast.reduce(withMark, line);
}

function withMark(line: RecognisedLine, mark: Mark): RecognisedLine {
  const { at, words: count, box } = mark;
  const starts = startsOf(line);
  const from = starts[at] ?? line.text.length;
  const last = line.words[at + count - 1];
  const to = count === 0 || last === undefined ? from : (starts[at + count - 1] ?? from) + last.text.length;
  const words = line.words.toSpliced(at, count, { text: mark.text, confidence: line.confidence, box });
  const text = [line.text.slice(0, from), mark.text, line.text.slice(to)].reduce(joined);
  return { ...line, text, words, box: boxAround(words), confidence: confidenceOf([{ words }]) };
}

function joined(left: string, right: string): string {
  const isApart = left === "" || right === "" || left.endsWith(" ") || right.startsWith(" ");
  return isApart ? left + right : `${left} ${right}`;
}

/** Returns the offset of each word in the text of its line, which may contain several spaces in a row. */
function startsOf({ text, words }: RecognisedLine): readonly number[] {
  let end = 0;
  return words.map((word) => {
    const start = Math.max(end, text.indexOf(word.text, end));
    end = start + word.text.length;
    return start;
  });
}

/** A connected component of ink. */
interface InkPiece {
  readonly box: Box;
  /** Number of ink pixels. */
  readonly pixels: number;
}

/** Returns true if a grey is ink. */
type IsInk = (grey: number) => boolean;

/** Quantile of the distance to the background that is taken as ink contrast. */
const inkShare = 0.03;

/** Minimum contrast between ink and background. */
const minContrast = 40;

/**
 * Creates the ink test for a region, for dark or light print: ink is more than half the contrast away from the
 * background.
 */
function inkOf(image: RecognisableImage, part: Box): IsInk {
  const counts = countsOf(image, part);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const ground = greyAt(counts, total / 2);
  const distances = counts.reduce((all, count, grey) => {
    const distance = Math.abs(grey - ground);
    all[distance] = (all[distance] ?? 0) + count;
    return all;
  }, new Uint32Array(256));
  const contrast = greyAt(distances, total * (1 - inkShare));
  return contrast < minContrast ? () => false : (grey) => Math.abs(grey - ground) * 2 > contrast;
}

/** Returns the connected components of ink in a region, clipped to it. */
function inkPiecesIn(image: RecognisableImage, part: Box, isInk: IsInk): readonly InkPiece[] {
  const [left, top] = [part.x0, part.y0];
  const [across, down] = [part.x1 - left, part.y1 - top];
  const cells = new Uint8Array(across * down);
  for (let cell = 0; cell < cells.length; cell++) {
    const at = (top + Math.floor(cell / across)) * image.widthPx + left + (cell % across);
    if (isInk(image.data[at] ?? 0)) cells[cell] = 1;
  }
  const pieces: InkPiece[] = [];
  for (let cell = cells.indexOf(1); cell !== -1; cell = cells.indexOf(1, cell + 1)) {
    const { box, pixels } = takePiece(cells, across, cell);
    const placed = { x0: left + box.x0, y0: top + box.y0, x1: left + box.x1, y1: top + box.y1 };
    pieces.push({ box: placed, pixels });
  }
  return pieces;
}

/** Takes the component with a cell out of the grid. */
function takePiece(cells: Uint8Array, across: number, start: number): InkPiece {
  const open = [start];
  cells[start] = 0;
  let pixels = 0;
  let [x0, y0, x1, y1] = [across, cells.length, 0, 0];
  for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
    pixels += 1;
    const [x, y] = [cell % across, Math.floor(cell / across)];
    [x0, y0, x1, y1] = [Math.min(x0, x), Math.min(y0, y), Math.max(x1, x + 1), Math.max(y1, y + 1)];
    const [first, last] = [Math.max(0, x - 1), Math.min(across - 1, x + 1)];
    for (let row = y - 1; row <= y + 1; row++) {
      for (let next = row * across + first; next <= row * across + last; next++) {
        if (cells[next] !== 1) continue;
        cells[next] = 0;
        open.push(next);
      }
    }
  }
  return { box: { x0, y0, x1, y1 }, pixels };
}

function countsOf({ data, widthPx }: RecognisableImage, { x0, y0, x1, y1 }: Box): Uint32Array {
  const counts = new Uint32Array(256);
  for (let y = y0; y < y1; y++) {
    for (let at = y * widthPx + x0; at < y * widthPx + x1; at++) {
      const grey = data[at] ?? 0;
      counts[grey] = (counts[grey] ?? 0) + 1;
    }
  }
  return counts;
}

/** Returns the value at a number of counts, from the lowest. */
function greyAt(counts: Uint32Array, wanted: number): number {
  let seen = 0;
  return Math.max(
    0,
    counts.findIndex((count) => (seen += count) >= wanted),
  );
}
