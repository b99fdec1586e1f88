import type { BitmapFont } from "./bitmap-font.ts";

/** How wide the letters of most type are in the middle, of its size. */
const middleWidth = 0.5;

/** About how high the type of a font is that is none of those known, by the widths of its glyphs. */
export function guessedSize({ widths }: BitmapFont): number {
  const sorted = Array.from(widths.values()).toSorted((one, other) => one - other);
  return (sorted[Math.floor(sorted.length / 2)] ?? 0) / middleWidth;
}
