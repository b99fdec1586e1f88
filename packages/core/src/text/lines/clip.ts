/** Maximum length, in UTF-16 units, of a grapheme cluster that is kept whole. */
const maxClusterUnits = 256;

const leadSurrogate = /[\ud800-\udbff]/;

let segmenter: Intl.Segmenter | undefined;

/**
 * Returns the UTF-16 offset at which to cut a text after at most `maxCharacters` characters (code points). The offset
 * is a grapheme boundary, so that no base character loses its combining marks and no emoji is split. Returns the length
 * of the text if it needs no cut.
 */
export function clipOffset(text: string, maxCharacters: number): number {
  if (text.length <= maxCharacters) return text.length;
  const offset = offsetOfCharacter(text, maxCharacters);
  return offset >= text.length ? text.length : graphemeBoundary(text, offset);
}

/** Returns the UTF-16 offset after the first `count` characters. */
export function offsetOfCharacter(text: string, count: number): number {
  if (count >= text.length) return text.length;
  let at = 0;
  for (let seen = 0; seen < count && at < text.length; seen += 1) at += isPair(text, at) ? 2 : 1;
  return at;
}

/** Counts the characters (code points) of a text. */
export function countCharacters(text: string): number {
  // Most text has no surrogate pair, and a regular expression detects that many times faster than this loop.
  if (!leadSurrogate.test(text)) return text.length;
  let count = text.length;
  for (let at = 0; at < text.length; at += 1) if (isPair(text, at)) count -= 1;
  return count;
}

/**
 * Returns the last grapheme boundary at or before `offset`, or `offset` itself if the cluster is too long or starts the
 * text.
 */
export function graphemeBoundary(text: string, offset: number): number {
  if (isPlain(text.charCodeAt(offset - 1)) && isPlain(text.charCodeAt(offset))) return offset;
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  const start = Math.max(0, offset - maxClusterUnits);
  const around = text.slice(start, offset + maxClusterUnits);
  const cluster = segmenter.segment(around).containing(offset - start);
  if (cluster === undefined || cluster.index === 0) return isPair(text, offset - 1) ? offset - 1 : offset;
  return start + cluster.index;
}

function isPlain(unit: number): boolean {
  return unit >= 0x20 && unit < 0x300;
}

function isPair(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit < 0xd800 || unit > 0xdbff) return false;
  const next = text.charCodeAt(at + 1);
  return next >= 0xdc00 && next <= 0xdfff;
}

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
