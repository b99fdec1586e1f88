import { codePages } from "./legacy-code-pages.ts";
import { scoreDoubleByte } from "./legacy-double-byte.ts";
import { scoreSingleByte, type LegacyScore } from "./legacy-single-byte.ts";

/** A detected encoding that is neither Unicode nor ASCII. */
export interface LegacyGuess {
  readonly encoding: string;
  /** From 0 to 1. */
  readonly confidence: number;
  /** How well the bytes fit the encoding: a natural logarithm per non-ASCII character, at most 0. */
  readonly fit: number;
}

/** Limits of the confidence: no legacy encoding is ever certain, and fewer non-ASCII bytes make it less certain. */
const maxConfidence = 0.97;
const doubt = 0.4;

/**
 * The bonus for the encoding that the text declares: enough to decide between similar readings, but not for nonsense.
 */
const declaredBonus = 7;

/**
 * Detects the encoding of text that is not Unicode, by the structure of encodings and language statistics. `declared`
 * is the encoding that the text itself declares.
 */
export function detectLegacy(bytes: Uint8Array, isWhole: boolean, declared?: string): LegacyGuess {
  const ranked = [...scoreSingleByte(bytes), ...scoreDoubleByte(bytes, isWhole)]
    .map((each) => (each.encoding === declared ? { ...each, score: each.score + declaredBonus } : each))
    .toSorted((one, other) => other.score - one.score);
  const { encoding = "windows-1252", fit = 0 } = ranked[0] ?? {};
  return { encoding, confidence: confidenceIn(ranked, bytes), fit };
}

/**
 * Returns the share of the best reading among all readings. Encodings that decode the bytes identically are one
 * reading.
 */
function confidenceIn(ranked: readonly LegacyScore[], bytes: Uint8Array): number {
  const high = bytes.reduce((count, byte) => (byte >= 0x80 ? count + 1 : count), 0);
  const used = [...new Set(bytes)].filter((byte) => byte >= 0x80);
  const readings = new Set<string>();
  let total = 0;
  for (const { encoding, score } of ranked) {
    const reading = readingOf(encoding, used);
    if (readings.has(reading)) continue;
    readings.add(reading);
    total += Math.exp(score - (ranked[0]?.score ?? 0));
  }
  return (maxConfidence / total) * (high / (high + doubt));
}

function readingOf(encoding: string, used: readonly number[]): string {
  const page = codePages().find((each) => each.encoding === encoding);
  return page === undefined ? encoding : used.map((byte) => page.characters[byte]).join("");
}

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
