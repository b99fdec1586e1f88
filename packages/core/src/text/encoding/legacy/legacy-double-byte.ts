import { commonCharacters } from "./legacy-common.ts";
import type { LegacyScore } from "./legacy-single-byte.ts";
import { doubleByteEncodings, type DoubleByteEncoding, type OtherSequence } from "./legacy-tiers.ts";

/**
 * The penalty for a pair that the encoding does not define. One is enough to lose, unless nearly all others are valid.
 */
const badPair = -25;
/** The penalty for a single character amid Latin letters, which is what an accented letter of a word looks like. */
const insideLatinWord = Math.log(0.05);

/** The share of `commonCharacters` in a text, and the steepness of their frequency curve. */
const commonShare = 0.6;
const rankOffset = 15;

/**
 * Returns the likelihood of the bytes in each double-byte encoding, by its structure, which few texts of other
 * encodings fit, and by the frequency of its characters. A character cut off by the end is bad only if the bytes are
 * the whole text.
 */
export function scoreDoubleByte(bytes: Uint8Array, isWhole: boolean): readonly LegacyScore[] {
  return doubleByteEncodings.map((encoding) => {
    const { score, characters } = scoreIn(encoding, bytes, isWhole);
    return { encoding: encoding.name, score: score - encoding.handicap, fit: score / Math.max(1, characters) };
  });
}

function scoreIn(
  encoding: DoubleByteEncoding,
  bytes: Uint8Array,
  isWhole: boolean,
): { readonly score: number; readonly characters: number } {
  const reading = { encoding, bytes, common: commonLogs(encoding, bytes), cutLog: isWhole ? badPair : 0 };
  let score = 0;
  let characters = 0;
  for (let at = nextHigh(bytes, 0); at < bytes.length;) {
    const step = stepAt(reading, at);
    score += step.log;
    characters += 1;
    at = nextHigh(bytes, at + step.length);
  }
  return { score, characters };
}

interface Reading {
  readonly encoding: DoubleByteEncoding;
  readonly bytes: Uint8Array;
  readonly common: ReadonlyMap<number, number>;
  /** The logarithm for a character that is cut off by the end. */
  readonly cutLog: number;
}

/** Scores the character that starts with the non-ASCII byte at this offset. */
function stepAt({ encoding, bytes, common, cutLog }: Reading, at: number): OtherSequence {
  const other = encoding.otherSequence?.(bytes, at);
  if (other !== undefined) return other;
  const [lead = 0, trail] = bytes.subarray(at, at + 2);
  if (trail === undefined) return { length: 1, log: cutLog };
  const log = common.get((lead << 8) | trail) ?? encoding.pairLog(lead, trail);
  if (log === undefined) return { length: trail < 0x80 ? 1 : 2, log: badPair };
  const isInside = isAsciiLetter(bytes[at - 1]) && isAsciiLetter(bytes[at + 2]);
  return { length: 2, log: isInside ? log + insideLatinWord : log };
}

function nextHigh(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && (bytes[at] ?? 0) < 0x80) at += 1;
  return at;
}

const lineFeed = 0x0a;

/**
 * Returns the logarithms of the frequencies of the common characters among the pairs. Decodes all pairs at once, one
 * per line.
 */
function commonLogs({ name, language }: DoubleByteEncoding, bytes: Uint8Array): ReadonlyMap<number, number> {
  const pairs = new Set<number>();
  for (let at = 0; at + 1 < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0;
    if (lead >= 0x80) pairs.add((lead << 8) | (bytes[at + 1] ?? 0));
  }
  const lines = [...pairs].flatMap((pair) => [pair >> 8, pair & 0xff, lineFeed]);
  const characters = new TextDecoder(name).decode(Uint8Array.from(lines)).split("\n");
  const ranks = ranksOf(language);
  const total = Math.log((ranks.size + rankOffset) / rankOffset);
  const logs = new Map<number, number>();
  for (const [index, pair] of [...pairs].entries()) {
    const rank = ranks.get(characters[index] ?? "");
    if (rank !== undefined) logs.set(pair, Math.log(commonShare / (rank + rankOffset) / total));
  }
  return logs;
}

function ranksOf(language: DoubleByteEncoding["language"]): ReadonlyMap<string, number> {
  return new Map(Array.from(commonCharacters[language], (character, rank) => [character, rank]));
}

function isAsciiLetter(byte: number | undefined): boolean {
  return byte !== undefined && (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
}
