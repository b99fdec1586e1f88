import type { LegacyGuess } from "./legacy.ts";

/**
 * Minimum fit of text, as a natural logarithm per character. Measured on program messages in 36 languages and 56
 * encodings: text has -4.5 or more in single-byte and -8.7 or more in double-byte encodings; random bytes have at most
 * -4.7 and -11. Half-width katakana, which are rarely used today, have -10.4. Decision 0001 has figures for other data.
 */
const minFit = { single: -4.9, double: -10.7 };
/** The fit above which the confidence is not reduced. */
const usualFit = { single: -4, double: -9 };
const minConfidenceShare = 0.2;

/** Minimum number of non-ASCII characters for a verdict: a single symbol fits as badly as noise. */
const minCharacters = { single: 16, double: 8 };
/** Minimum share of non-ASCII bytes for a verdict. In mostly ASCII bytes, the rest is text, whatever the others are. */
const minHighShare = 0.3;
/**
 * The probability that two non-ASCII bytes are equal, from 0 to 1. Letters of one language have 0.05 or more, lines and
 * blocks of code page 437 have 0.1, and 64 values of noise have 0.016.
 */
const maxSameShare = 0.045;

const doubleByte: ReadonlySet<string> = new Set(["gb18030", "big5", "shift_jis", "euc-jp", "euc-kr"]);

/** True if the bytes fit some language in the detected encoding. Random bytes fit none. */
export function isPlausible(bytes: Uint8Array, { encoding, fit }: LegacyGuess): boolean {
  const kind = kindOf(encoding);
  if (fit >= minFit[kind]) return true;
  const counts = countHigh(bytes);
  const high = counts.reduce((sum, count) => sum + count, 0);
  const characters = kind === "double" ? high / 2 : high;
  if (characters < minCharacters[kind] || high < bytes.length * minHighShare) return true;
  const same = counts.reduce((sum, count) => sum + count * (count - 1), 0) / (high * (high - 1));
  return same > maxSameShare;
}

/** Returns the factor by which the fit of the bytes reduces the confidence in an encoding, from 0 to 1. */
export function plausibility({ encoding, fit }: LegacyGuess): number {
  const kind = kindOf(encoding);
  const lack = (usualFit[kind] - fit) / (usualFit[kind] - minFit[kind]);
  return Math.min(1, Math.max(minConfidenceShare, 1 - lack));
}

function kindOf(encoding: string): "single" | "double" {
  return doubleByte.has(encoding) ? "double" : "single";
}

function countHigh(bytes: Uint8Array): readonly number[] {
  const counts = Array.from({ length: 128 }, () => 0);
  for (const byte of bytes) if (byte >= 0x80) counts[byte - 0x80] = (counts[byte - 0x80] ?? 0) + 1;
  return counts;
}
