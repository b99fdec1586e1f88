import { NotQuick } from "../base/not-quick.ts";

/** How a glyph follows the one before it. */
export type Step = typeof onward | typeof withSpace | typeof newLine | typeof lineBelow | typeof newBlock;

/** In the same line. */
export const onward = 0;

/** In the same line, behind a gap that is a space. */
export const withSpace = 1;

/** In a line of its own, at the same height. */
export const newLine = 2;

/** In a line of its own above or below, or in a block, if it is indented. */
export const lineBelow = 3;

/** In a block of its own. */
export const newBlock = 4;

const { fround } = Math;

/*
 * Limits of the engine's structured text, from source/fitz/stext-device.c of mupdf; all but the indent are parts of the
 * size of the type.
 */

/** A gap from this width on is a space. */
export const spaceGap: number = fround(0.15);

/** A gap from this width on begins a new line; so does a step back. */
const lineGap = fround(0.8);

/** A glyph that is this far off the base line begins a new line. */
export const maxOffset: number = fround(0.8);

/** A glyph that is further off the base line than this begins a new block. */
const maxLeading = 1.5;

/** The same character again, not further away than this, is the same glyph once more, to make it bold. */
export const maxBold: number = fround(0.1);

/** In points: a line that begins further to the right than the line before by more than this is a new paragraph. */
export const minIndent = 0.5;

/** Lines that go the same way have directions whose product is at least this. */
export const sameDirection: number = fround(0.999);

const space = 0x20;

/** The scripts below it part words by spaces. */
const firstWithoutSpaces = 0x700;

/** Among these are signs that go with all scripts. */
const firstSign = 0x2000;
const lastSign = 0x20cf;

/** What a gap along the base line and an offset across it make of a glyph, in parts of the size of the type. */
export function stepOf(gap: number, offset: number): Step {
  const distance = Math.abs(offset);
  if (distance < maxOffset) return stepAlong(gap);
  return distance <= maxLeading ? lineBelow : newBlock;
}

/** So near to a limit, the last digit decides, which the engine comes to in a way of its own. */
const uncertain = 3e-7;

function stepAlong(gap: number): Step {
  const width = Math.abs(gap);
  if (Math.abs(width - lineGap) < uncertain) throw new NotQuick("gap");
  if (width < spaceGap) return onward;
  if (width < lineGap) return gap < 0 ? onward : withSpace;
  return newLine;
}

/** Whether a gap between two characters is a space: not beside a space, and not in scripts that write none. */
export function takesSpace(before: number, behind: number): boolean {
  if (before === space || behind === space) return false;
  return before < firstWithoutSpaces || (before >= firstSign && before <= lastSign);
}
