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
  /** Columns that a space takes at the least, beside marks such as a colon; not given, it may be any. */
  readonly leastGap?: number;
}

/** Within names and paths the engine sees spaces beside narrow marks; prose has none before and after these either. */
const endsInMark = /[_/\\([{]$/;
const startsWithMark = /^[:_/\\)\]}]/;

/**
 * Words of one row as they stand in the picture: where they stand apart, spaces bring each to its column, so that rows
 * of tables stand below each other and code keeps its indentation.
 */
export function setWords(words: readonly RecognisedWord[], grid: Grid): string {
  let text = "";
  let end: number | undefined;
  for (const { text: word, box } of words) {
    const missing = Math.round((box.x0 - grid.left) / grid.pitch) - text.length;
    const gap = end === undefined ? undefined : (box.x0 - end) / grid.pitch;
    const isJoined = isOneWord(gap, grid) && (endsInMark.test(text) || startsWithMark.test(word));
    text += (isJoined ? "" : " ".repeat(spacesFor(gap, missing, grid))) + word;
    end = box.x1;
  }
  return text;
}

function spacesFor(gap: number | undefined, missing: number, { wideGap }: Grid): number {
  if (gap === undefined) return Math.min(maxSpaces, Math.max(0, missing));
  return gap >= wideGap ? Math.min(maxSpaces, Math.max(2, missing)) : 1;
}

/** Words that overlap are no measure: the engine does not know where they stand. */
function isOneWord(gap: number | undefined, { leastGap }: Grid): boolean {
  return gap !== undefined && leastGap !== undefined && gap >= 0 && gap < leastGap;
}
