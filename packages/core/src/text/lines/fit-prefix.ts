import { graphemeBoundary } from "./clip.ts";

/**
 * Returns the length of the longest prefix that fits: at most `limit` UTF-16 units, ending on a grapheme boundary, and
 * at least one character.
 */
export function largestPrefix(text: string, limit: number, fits: (end: number) => boolean): number {
  const most = largestCount(limit, fits);
  const end = most < text.length ? graphemeBoundary(text, most) : most;
  return end > 0 ? end : firstCharacterUnits(text);
}

/** Returns the largest integer up to `limit` that fits, or 0. `fits` must be monotonic; it is not called with 0. */
export function largestCount(limit: number, fits: (count: number) => boolean): number {
  let low = 0;
  let high = limit;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

function firstCharacterUnits(text: string): number {
  return (text.codePointAt(0) ?? 0) > 0xffff ? 2 : Math.min(1, text.length);
}
