import type { BitmapFont } from "./bitmap-font.ts";

/** Signs that are often the only ones of their font on a page, and their widths in type of ten, seven and five points. */
const signs: ReadonlyMap<number, readonly [text: string, ...widths: number[]]> = new Map([
  [0, ["−", 0.778, 0.893, 1.083]],
  [1, ["·", 0.278, 0.339, 0.458]],
  [2, ["×", 0.778, 0.893, 1.083]],
  [15, ["•", 0.5, 0.585, 0.736]],
  [136, ["•", 0.5]],
]);

/** How far the width of a sign is from what it should be, at most: type of other sizes is a little wider or narrower. */
const otherSize = 0.025;

/** What a code means in a font whose size is known and which has too few glyphs to be known as a whole. */
export function loneSign({ widths, em }: BitmapFont, code: number): string | undefined {
  const [text, ...should] = signs.get(code) ?? [""];
  const width = widths.get(code);
  if (em === undefined || width === undefined || widths.size > 2) return undefined;
  return should.some((one) => Math.abs(width / em - one) < otherSize * one) ? text : undefined;
}
