/** Counts the tokens of a text. */
export type CountTokens = (text: string) => number;

/**
 * Splits a long line into pieces of at most `maxTokens`: after whitespace or the bar of a cell where possible, never inside a character. A
 * single character always fits.
 */
export function splitLine(line: string, maxTokens: number, countTokens: CountTokens): readonly string[] {
  const pieces: string[] = [];
  for (let rest = line; rest !== "";) {
    const length = fittingLength(rest, maxTokens, countTokens);
    pieces.push(rest.slice(0, length));
    rest = rest.slice(length);
  }
  return pieces;
}

/** Characters of a token, at least. Longer pieces are not tried first. */
const charactersPerToken = 8;

function fittingLength(text: string, maxTokens: number, countTokens: CountTokens): number {
  if (text.length <= maxTokens * charactersPerToken && countTokens(text) <= maxTokens) return text.length;
  let fits = 0;
  let above = Math.min(text.length, maxTokens * charactersPerToken) + 1;
  while (above - fits > 1) {
    const middle = Math.floor((fits + above) / 2);
    if (countTokens(text.slice(0, middle)) <= maxTokens) fits = middle;
    else above = middle;
  }
  return cutBefore(text, Math.max(1, fits));
}

/** Moves a cut back to the last whitespace or bar in the second half of a piece, and out of a surrogate pair. */
function cutBefore(text: string, length: number): number {
  if (length >= text.length) return text.length;
  const space = text.slice(0, length).search(/[\s|][^\s|]*$/);
  if (space >= length / 2) return space + 1;
  const isInPair = /[\ud800-\udbff]/.test(text.charAt(length - 1)) && /[\udc00-\udfff]/.test(text.charAt(length));
  if (!isInPair) return length;
  return length > 1 ? length - 1 : length + 1;
}
