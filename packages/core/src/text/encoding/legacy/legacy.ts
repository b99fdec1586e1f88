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
