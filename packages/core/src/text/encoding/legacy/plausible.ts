import type { LegacyGuess } from "./legacy.ts";

/**
 * The least fit of text, as a natural logarithm for each character. Measured on messages of programs in 36 languages and
 * 56 encodings: text has -4.5 or more in single bytes and -8.7 or more in two; random bytes have -4.7 and -11 at most.
 * Half-width katakana, which hardly any text of today is written in, have -10.4. Decision 0001 has figures on other data.
 */
const minFit = { single: -4.9, double: -10.7 };
/** Above this, nothing speaks against the guess. */
const usualFit = { single: -4, double: -9 };
const minConfidenceShare = 0.2;

/** Fewer characters beyond ASCII tell too little: a single sign fits as badly as noise. */
const minCharacters = { single: 16, double: 8 };
/** Among mostly ASCII, what is beyond it may be anything: the rest is text all the same. */
const minHighShare = 0.3;
/**
 * How often two bytes beyond ASCII are the same, from 0 to 1. Letters of one language are so with 0.05 and more, lines and
 * blocks of code page 437 with 0.1; 64 values of noise with 0.016.
 */
const maxSameShare = 0.045;

const doubleByte: ReadonlySet<string> = new Set(["gb18030", "big5", "shift_jis", "euc-jp", "euc-kr"]);

/** True if some language explains the bytes in the encoding that was guessed; random bytes none does. */
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

/** How much of the confidence in an encoding is left by how well the bytes suit it, from 0 to 1. */
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
