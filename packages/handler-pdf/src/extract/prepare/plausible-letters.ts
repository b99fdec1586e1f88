import type { BitmapFont } from "./bitmap-font.ts";

const narrow = ["i", "j", "l", "t", "I"];
const wide = ["m", "w", "M", "W"];

/** In the widths of the letter in the middle. */
const slack = 1.05;

/**
 * Whether the codes of letters can be what they seem: an `i` is not wider than most letters, and an `m` is not narrower.
 * Some programs number the glyphs of a page at random.
 */
export function hasPlausibleLetters({ widths }: BitmapFont): boolean {
  const sorted = Array.from(widths.values()).toSorted((one, other) => one - other);
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const widthsOf = (letters: readonly string[]): readonly number[] =>
    letters.flatMap((letter) => widths.get(letter.charCodeAt(0)) ?? []);
  return (
    widthsOf(narrow).every((width) => width <= middle * slack) &&
    widthsOf(wide).every((width) => width * slack >= middle)
  );
}
