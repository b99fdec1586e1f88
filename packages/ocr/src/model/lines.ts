import type { Box, RecognisedLine, RecognisedWord } from "@reader/core/internal";

/** Lines that the engine groups: a column, a heading or a table column. */
export type Block = readonly RecognisedLine[];

/** Gap, in character widths, from which two words are separate. Justified print stays below. */
export const wideGap = 3;

/** Returns the bounding box. It is empty and at the origin if there are no items. */
export function boxAround(things: readonly { readonly box: Box }[]): Box {
  const [first] = things;
  if (first === undefined) return { x0: 0, y0: 0, x1: 0, y1: 0 };
  return things.reduce<Box>(
    (around, { box }) => ({
      x0: Math.min(around.x0, box.x0),
      y0: Math.min(around.y0, box.y0),
      x1: Math.max(around.x1, box.x1),
      y1: Math.max(around.y1, box.y1),
    }),
    first.box,
  );
}

/** Returns the median, or 0 if there are no values. */
export function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

/** Returns the median line height. */
export function lineHeightOf(lines: readonly RecognisedLine[]): number {
  return Math.max(1, medianOf(lines.map(({ box }) => box.y1 - box.y0)));
}

/** Returns the median character width. */
export function characterWidthOf(lines: readonly RecognisedLine[]): number {
  const words = lines.flatMap((line) => line.words).filter(({ text }) => text.length > 1);
  return Math.max(1, medianOf(words.map(({ text, box }) => (box.x1 - box.x0) / text.length)));
}

/** True if the vertical centres are at most half a line height apart. */
export function isSameRow(one: Box, other: Box, lineHeight: number): boolean {
  return Math.abs(centreOf(one) - centreOf(other)) <= lineHeight * 0.5;
}

/** Returns the vertical centre of a box. */
export function centreOf({ y0, y1 }: Box): number {
  return (y0 + y1) / 2;
}

/** True if words of a line are separated like cells. `pitch` is the character width. */
export function standsApart({ words }: RecognisedLine, pitch: number): boolean {
  return words.some(({ box }, index) => index > 0 && box.x0 - (words[index - 1]?.box.x1 ?? box.x0) >= wideGap * pitch);
}

/** True if most lines are rows of cells, as in a table without rules. */
export function areRows(block: Block): boolean {
  const pitch = characterWidthOf(block);
  const apart = block.filter((line) => standsApart(line, pitch));
  return apart.length > 1 && apart.length * 2 >= block.length;
}

/** Returns the confidence of lines, 0 to 100, weighted by characters because short words say little. */
export function confidenceOf(lines: readonly Pick<RecognisedLine, "words">[]): number {
  const words = lines.flatMap((line) => line.words);
  const characters = words.reduce((sum, { text }) => sum + text.length, 0);
  const sum = words.reduce((so, { text, confidence }) => so + text.length * confidence, 0);
  return characters === 0 ? 0 : Math.round(sum / characters);
}

/** Replaces the words of a line, at least one, and updates its text, box and confidence. */
export function lineWith(line: RecognisedLine, words: readonly RecognisedWord[]): RecognisedLine {
  const text = words.map((word) => word.text).join(" ");
  return { ...line, text, words, box: boxAround(words), confidence: confidenceOf([{ words }]) };
}

/** Keeps only some words. Lines and blocks without words are removed. */
export function keepWords(blocks: readonly Block[], isKept: (word: RecognisedWord) => boolean): readonly Block[] {
  const rest = blocks.map((block) =>
    block.flatMap((line) => {
      const words = line.words.filter((word) => isKept(word));
      if (words.length === line.words.length) return [line];
      return words.length === 0 ? [] : [lineWith(line, words)];
    }),
  );
  return rest.filter((block) => block.length > 0);
}

/** Minimum share of the smaller box for two words to be the same ink. */
const minSharedPart = 0.5;

/** True if one word is mostly inside the box of the other. */
export function isSamePlace(one: Box, other: Box): boolean {
  return sharedArea(one, other) > Math.min(areaOf(one), areaOf(other)) * minSharedPart;
}

/** True if two words cover nearly the same box. */
export function isAllOfPlace(one: Box, other: Box): boolean {
  return sharedArea(one, other) > Math.max(areaOf(one), areaOf(other)) * minEqualPart;
}

const minEqualPart = 0.8;

function sharedArea(one: Box, other: Box): number {
  const width = Math.min(one.x1, other.x1) - Math.max(one.x0, other.x0);
  const height = Math.min(one.y1, other.y1) - Math.max(one.y0, other.y0);
  return width > 0 && height > 0 ? width * height : 0;
}

function areaOf({ x0, y0, x1, y1 }: Box): number {
  return (x1 - x0) * (y1 - y0);
}
