import { graphemeBoundary } from "./clip.ts";

/** The longest prefix, up to `limit` UTF-16 units and ending on a grapheme boundary, that fits; one character at least. */
export function largestPrefix(text: string, limit: number, fits: (end: number) => boolean): number {
  let low = 0;
  let high = limit;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  const end = low < text.length ? graphemeBoundary(text, low) : low;
  return end > 0 ? end : firstCharacterUnits(text);
}

function firstCharacterUnits(text: string): number {
  return (text.codePointAt(0) ?? 0) > 0xffff ? 2 : Math.min(1, text.length);
}
