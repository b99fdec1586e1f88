import type { Box, RecognisedLine, RecognisedWord } from "@reader/core/handler";

/** Lines that an engine takes for one piece of print: a column, a heading, the cells of a table below each other. */
export type Block = readonly RecognisedLine[];

/** Widths of characters beyond which two words do not follow each other: justified print stays below. */
export const wideGap = 3;

/** The rectangle around some; empty and at the corner where there are none. */
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

/** The number in the middle; 0 where there is none. */
export function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

/** The height of most lines. */
export function lineHeightOf(lines: readonly RecognisedLine[]): number {
  return Math.max(1, medianOf(lines.map(({ box }) => box.y1 - box.y0)));
}

/** How wide most characters are; of a word the last one ends where its ink does. */
export function characterWidthOf(lines: readonly RecognisedLine[]): number {
  const words = lines.flatMap((line) => line.words).filter(({ text }) => text.length > 1);
  return Math.max(1, medianOf(words.map(({ text, box }) => (box.x1 - box.x0) / text.length)));
}

/** Half of the height of a line apart, lines stand in one row. */
export function isSameRow(one: Box, other: Box, lineHeight: number): boolean {
  return Math.abs(centreOf(one) - centreOf(other)) <= lineHeight * 0.5;
}

/** Halfway down a box. */
export function centreOf({ y0, y1 }: Box): number {
  return (y0 + y1) / 2;
}

/** Whether words of a line stand apart as cells do; `pitch` is the width of its characters. */
export function standsApart({ words }: RecognisedLine, pitch: number): boolean {
  return words.some(({ box }, index) => index > 0 && box.x0 - (words[index - 1]?.box.x1 ?? box.x0) >= wideGap * pitch);
}

/** Whether most lines are rows of cells: a table without rules. */
export function areRows(block: Block): boolean {
  const pitch = characterWidthOf(block);
  const apart = block.filter((line) => standsApart(line, pitch));
  return apart.length > 1 && apart.length * 2 >= block.length;
}

/** How sure the engine is of lines, 0 to 100: by characters, since a short word says little. */
export function confidenceOf(lines: readonly Pick<RecognisedLine, "words">[]): number {
  const words = lines.flatMap((line) => line.words);
  const characters = words.reduce((sum, { text }) => sum + text.length, 0);
  const sum = words.reduce((so, { text, confidence }) => so + text.length * confidence, 0);
  return characters === 0 ? 0 : Math.round(sum / characters);
}

/** A line that holds other words, which must be some: its text, its place and how sure it is follow from them. */
export function lineWith(line: RecognisedLine, words: readonly RecognisedWord[]): RecognisedLine {
  const text = words.map((word) => word.text).join(" ");
  return { ...line, text, words, box: boxAround(words), confidence: confidenceOf([{ words }]) };
}

/** Blocks with those words alone that are kept; lines and blocks that had no others are gone. */
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

/** Two words that share so much of the smaller one's place are the same ink. */
const minSharedPart = 0.5;

/** Whether two words stand in one place: the one is in that of the other, or nearly. */
export function isSamePlace(one: Box, other: Box): boolean {
  return sharedArea(one, other) > Math.min(areaOf(one), areaOf(other)) * minSharedPart;
}

/** Whether two words take the same place, neither more than the other. */
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
