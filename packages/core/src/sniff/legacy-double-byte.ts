import iconv from "iconv-lite";
import { commonCharacters } from "./legacy-common.ts";
import type { LegacyScore } from "./legacy-single-byte.ts";
import { doubleByteEncodings, type DoubleByteEncoding } from "./legacy-tiers.ts";

/** A pair that the encoding does not have; one is enough to lose unless nearly all others are good. */
const badPair = -25;
/** A single character of the encoding amid Latin letters, as the bytes of a word with an accent look. */
const insideLatinWord = Math.log(0.05);

/** The share of the characters in `commonCharacters` in a text, and how steeply their frequency falls. */
const commonShare = 0.6;
const rankOffset = 15;

/**
 * The likelihood of the bytes in each double-byte encoding: by its structure, which few texts of other encodings fit, and
 * by how frequent its characters are. A character cut by the end counts as bad only where nothing follows.
 */
export function scoreDoubleByte(bytes: Uint8Array, isWhole: boolean): readonly LegacyScore[] {
  return doubleByteEncodings.map((encoding) => ({
    encoding: encoding.name,
    score: scoreIn(encoding, bytes, isWhole) - encoding.handicap,
  }));
}

function scoreIn(encoding: DoubleByteEncoding, bytes: Uint8Array, isWhole: boolean): number {
  const common = commonLogs(encoding);
  let score = 0;
  let at = 0;
  while (at < bytes.length) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) {
      at += 1;
      continue;
    }
    const other = encoding.otherSequence?.(bytes, at);
    if (other !== undefined) {
      score += other.log;
      at += other.length;
      continue;
    }
    const trail = bytes[at + 1];
    if (trail === undefined) return isWhole ? score + badPair : score;
    const log = common.get((lead << 8) | trail) ?? encoding.pairLog(lead, trail);
    score += log ?? badPair;
    if (isAsciiLetter(bytes[at - 1]) && isAsciiLetter(bytes[at + 2])) score += insideLatinWord;
    at += log === undefined && trail < 0x80 ? 1 : 2;
  }
  return score;
}

const caches = new Map<string, ReadonlyMap<number, number>>();

function commonLogs({ name, language }: DoubleByteEncoding): ReadonlyMap<number, number> {
  const cached = caches.get(name);
  if (cached !== undefined) return cached;
  const logs = new Map<number, number>();
  const characters = Array.from(commonCharacters[language]);
  const total = Math.log((characters.length + rankOffset) / rankOffset);
  for (const [rank, character] of characters.entries()) {
    const [lead = 0, trail] = iconv.encode(character, name);
    if (trail !== undefined) logs.set((lead << 8) | trail, Math.log(commonShare / (rank + rankOffset) / total));
  }
  caches.set(name, logs);
  return logs;
}

function isAsciiLetter(byte: number | undefined): boolean {
  return byte !== undefined && (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
}
