import type { Box, RecognisedLine, RecognisedWord } from "@reader/core/handler";
import type { InkPiece } from "./ink-pieces.ts";
import type { Mark } from "./mark.ts";

/** The size of a bullet in heights of its line; what is smaller is a full stop, and what is smaller still a speck. */
const minSize = 0.15;
const maxSize = 0.65;
const maxSpeck = 0.1;

const minSizePx = 4;

/** A disc fills 79 % of the square around it, and a letter such as e or o less than this. */
const minFill = 0.68;

/** How far down its line the middle of a bullet is: that of a full stop is further down. */
const minMiddle = 0.25;
const maxMiddle = 0.68;

/** From a bullet to its text, in heights of a line: letters of a word are nearer, and print of another column further. */
const minGap = 0.15;
const maxGap = 2;

/** The engine takes a bullet for a word of so many characters, if for any: «, + or e. */
const maxCharacters = 2;

/** The bullet right before a line, or in the place of its first word. */
export function bulletOf(line: RecognisedLine, pieces: readonly InkPiece[]): Mark | undefined {
  const [first, second] = line.words;
  if (first === undefined) return undefined;
  const before = bulletBefore(first, line, pieces);
  if (before !== undefined) return { text: "•", box: before, at: 0, words: 0 };
  if (second === undefined || first.text.length > maxCharacters) return undefined;
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
  return gap >= minGap && gap <= maxGap ? nearest.box : undefined;
}

function isBullet(piece: InkPiece, line: Box): boolean {
  const { x0, x1, y0, y1 } = piece.box;
  const lineHeight = line.y1 - line.y0;
  const size = Math.max(x1 - x0, y1 - y0);
  if (size < Math.max(minSizePx, lineHeight * minSize) || size > lineHeight * maxSize) return false;
  const middle = ((y0 + y1) / 2 - line.y0) / lineHeight;
  return isDisc(piece, size) && middle >= minMiddle && middle <= maxMiddle;
}

function isDisc({ box: { x0, x1, y0, y1 }, pixels }: InkPiece, size: number): boolean {
  const [width, height] = [x1 - x0, y1 - y0];
  return Math.abs(width - height) <= Math.max(2, size / 4) && pixels >= width * height * minFill;
}
