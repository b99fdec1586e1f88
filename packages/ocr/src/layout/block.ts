import type { Box, RecognisedLine } from "@reader/core/handler";

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
