import { graphemeBoundary } from "./clip.ts";

/** The longest prefix, up to `limit` UTF-16 units and ending on a grapheme boundary, that fits; one character at least. */
export function largestPrefix(text: string, limit: number, fits: (end: number) => boolean): number {
  const most = largestCount(limit, fits);
  const end = most < text.length ? graphemeBoundary(text, most) : most;
  return end > 0 ? end : firstCharacterUnits(text);
}

/** The largest whole number up to `limit` that fits, where everything below one that fits does too; 0 is not asked about. */
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
