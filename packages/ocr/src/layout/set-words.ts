import type { RecognisedWord } from "@reader/core/handler";

/** No more spaces in a row, however wide a picture is. */
const maxSpaces = 60;

/** Where columns of characters stand. */
export interface Grid {
  /** The left edge of the first column. */
  readonly left: number;
  /** The width of a column. */
  readonly pitch: number;
  /** Columns between two words from which on they stand apart. */
  readonly wideGap: number;
}

/**
 * Words of one row as they stand in the picture: where they stand apart, spaces bring each to its column, so that rows
 * of tables stand below each other and code keeps its indentation.
 */
export function setWords(words: readonly RecognisedWord[], { left, pitch, wideGap }: Grid): string {
  let text = "";
  let end: number | undefined;
  for (const { text: word, box } of words) {
    const missing = Math.round((box.x0 - left) / pitch) - text.length;
    const isApart = end === undefined || (box.x0 - end) / pitch >= wideGap;
    const leastSpaces = end === undefined ? 0 : 2;
    const spaces = isApart ? Math.min(maxSpaces, Math.max(leastSpaces, missing)) : 1;
    text += " ".repeat(spaces) + word;
    end = box.x1;
  }
  return text;
}
