import { commonCharacters, type CommonCharacters } from "./legacy-common.ts";
import type { LegacyScore } from "./legacy-single-byte.ts";

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

/** First and last value, inclusive. */
type Range = readonly [number, number];

/** True if a byte is in a range. */
function isIn(value: number, [from, to]: Range): boolean {
  return value >= from && value <= to;
}

/**
 * An area of an encoding, from one lead byte to another, with the share of a text that lies in it, spread evenly over
 * its characters. Trail bytes outside `trails` are not part of the area.
 */
interface Area {
  readonly leads: readonly [number, number];
  readonly trails?: readonly [number, number];
  readonly share: number;
  readonly characters: number;
}

/** Simplified Chinese: GB 2312 with the additions of GBK and GB 18030. */
const gb18030Areas: readonly Area[] = [
  { leads: [0xa1, 0xa1], trails: [0xa1, 0xbf], share: 0.15, characters: 31 },
  { leads: [0xa1, 0xa1], trails: [0xc0, 0xfe], share: 0.03, characters: 63 },
  { leads: [0xa3, 0xa3], trails: [0xa1, 0xfe], share: 0.08, characters: 94 },
  { leads: [0xa2, 0xa9], trails: [0xa1, 0xfe], share: 0.005, characters: 500 },
  { leads: [0xb0, 0xd7], trails: [0xa1, 0xfe], share: 0.25, characters: 3755 },
  { leads: [0xd8, 0xf7], trails: [0xa1, 0xfe], share: 0.01, characters: 3008 },
  { leads: [0x81, 0xa0], share: 0.004, characters: 14_000 },
  { leads: [0xa8, 0xa9], trails: [0x40, 0xa0], share: 1e-4, characters: 100 },
  { leads: [0xaa, 0xfe], trails: [0x40, 0xa0], share: 0.002, characters: 14_000 },
  { leads: [0xf8, 0xfe], share: 1e-6, characters: 100 },
];

/** Traditional Chinese. */
const big5Areas: readonly Area[] = [
  { leads: [0xa1, 0xa1], trails: [0x40, 0x7e], share: 0.13, characters: 63 },
  { leads: [0xa1, 0xa1], share: 0.03, characters: 94 },
  { leads: [0xa2, 0xa3], share: 0.01, characters: 300 },
  { leads: [0xa4, 0xc6], share: 0.25, characters: 5401 },
  { leads: [0xc7, 0xc8], share: 1e-5, characters: 100 },
  { leads: [0xc9, 0xf9], share: 0.01, characters: 7652 },
  { leads: [0x81, 0xfe], share: 1e-6, characters: 100 },
];

/** Korean: KS X 1001 with the additions of CP949. */
const eucKrAreas: readonly Area[] = [
  { leads: [0xa1, 0xa1], trails: [0xa1, 0xfe], share: 0.03, characters: 94 },
  { leads: [0xa2, 0xac], trails: [0xa1, 0xfe], share: 0.005, characters: 800 },
  { leads: [0xb0, 0xc8], trails: [0xa1, 0xfe], share: 0.35, characters: 2350 },
  { leads: [0xca, 0xfd], trails: [0xa1, 0xfe], share: 0.008, characters: 4888 },
  { leads: [0x81, 0xa0], share: 0.003, characters: 8822 },
  { leads: [0xa1, 0xc6], trails: [0x41, 0xa0], share: 0.003, characters: 8822 },
];

/** Japanese as used on Unix. */
const eucJpAreas: readonly Area[] = [
  { leads: [0xa1, 0xa1], trails: [0xa1, 0xb6], share: 0.06, characters: 22 },
  { leads: [0xa1, 0xa1], share: 0.04, characters: 72 },
  { leads: [0xa4, 0xa4], trails: [0xa1, 0xf3], share: 0.2, characters: 83 },
  { leads: [0xa5, 0xa5], trails: [0xa1, 0xf6], share: 0.2, characters: 86 },
  { leads: [0xa2, 0xa8], share: 0.01, characters: 400 },
  { leads: [0xad, 0xad], share: 1e-4, characters: 90 },
  { leads: [0xb0, 0xcf], share: 0.2, characters: 2965 },
  { leads: [0xd0, 0xf4], share: 0.004, characters: 3390 },
  { leads: [0xf5, 0xfe], share: 1e-6, characters: 100 },
];

/** Japanese as used on DOS and Windows. */
const shiftJisAreas: readonly Area[] = [
  { leads: [0x81, 0x81], trails: [0x40, 0x75], share: 0.1, characters: 54 },
  { leads: [0x81, 0x81], share: 0.04, characters: 94 },
  { leads: [0x82, 0x82], trails: [0x9f, 0xf1], share: 0.2, characters: 83 },
  { leads: [0x82, 0x82], trails: [0x4f, 0x9a], share: 0.01, characters: 62 },
  { leads: [0x83, 0x83], trails: [0x40, 0x96], share: 0.2, characters: 86 },
  { leads: [0x83, 0x84], share: 0.003, characters: 150 },
  { leads: [0x87, 0x87], share: 1e-4, characters: 90 },
  { leads: [0x88, 0x98], share: 0.2, characters: 2965 },
  { leads: [0x99, 0x9f], share: 0.002, characters: 1300 },
  { leads: [0xe0, 0xea], share: 0.002, characters: 2090 },
  { leads: [0xed, 0xfc], share: 1e-5, characters: 388 },
];

/** A sequence that is not two bytes long. */
interface OtherSequence {
  readonly length: number;
  readonly log: number;
}

/** The structure of a double-byte encoding, and the frequency of its areas. */
interface DoubleByteEncoding {
  readonly name: string;
  readonly language: keyof CommonCharacters;
  /** The handicap for its rarity, as a natural logarithm. */
  readonly handicap: number;
  /** Returns the natural logarithm of the frequency of a pair; `undefined` if the encoding does not define the pair. */
  readonly pairLog: (lead: number, trail: number) => number | undefined;
  readonly otherSequence?: (bytes: Uint8Array, at: number) => OtherSequence | undefined;
}

/** The double-byte encodings that the detector knows. */
const doubleByteEncodings: readonly DoubleByteEncoding[] = [
  {
    name: "gb18030",
    language: "simplified",
    handicap: 1,
    pairLog: pairLogs(gb18030Areas, [
      [0x40, 0x7e],
      [0x80, 0xfe],
    ]),
    otherSequence: fourBytes,
  },
  {
    name: "big5",
    language: "traditional",
    handicap: 1.5,
    pairLog: pairLogs(big5Areas, [
      [0x40, 0x7e],
      [0xa1, 0xfe],
    ]),
  },
  {
    name: "shift_jis",
    language: "japanese",
    handicap: 1,
    pairLog: pairLogs(shiftJisAreas, [
      [0x40, 0x7e],
      [0x80, 0xfc],
    ]),
    otherSequence: halfWidthKana,
  },
  {
    name: "euc-jp",
    language: "japanese",
    handicap: 1.5,
    pairLog: pairLogs(eucJpAreas, [[0xa1, 0xfe]]),
    otherSequence: shiftedSets,
  },
  {
    name: "euc-kr",
    language: "korean",
    handicap: 1,
    pairLog: pairLogs(eucKrAreas, [
      [0x41, 0x5a],
      [0x61, 0x7a],
      [0x81, 0xfe],
    ]),
  },
];

/** Returns the frequency function of an encoding. The first area that contains the pair decides. */
function pairLogs(areas: readonly Area[], trails: readonly Range[]): DoubleByteEncoding["pairLog"] {
  return (lead, trail) => {
    if (!trails.some((range) => isIn(trail, range))) return undefined;
    const area = areas.find(
      (each) => isIn(lead, each.leads) && (each.trails === undefined || isIn(trail, each.trails)),
    );
    return area === undefined ? undefined : Math.log(area.share / area.characters);
  };
}

const rareSequence = Math.log(1e-7);
const halfWidthKanaLog = Math.log(0.002 / 63);

function fourBytes(bytes: Uint8Array, at: number): OtherSequence | undefined {
  const [, digit = 0, lead = 0, last = 0] = bytes.subarray(at, at + 4);
  if (!isIn(digit, [0x30, 0x39]) || !isIn(lead, [0x81, 0xfe]) || !isIn(last, [0x30, 0x39])) return undefined;
  return { length: 4, log: rareSequence };
}

function halfWidthKana(bytes: Uint8Array, at: number): OtherSequence | undefined {
  return isIn(bytes[at] ?? 0, [0xa1, 0xdf]) ? { length: 1, log: halfWidthKanaLog } : undefined;
}

/** Parses shifted sequences: 0x8E shifts to half-width katakana, 0x8F to the supplementary characters of JIS X 0212. */
function shiftedSets(bytes: Uint8Array, at: number): OtherSequence | undefined {
  const [lead = 0, second = 0, third = 0] = bytes.subarray(at, at + 3);
  if (lead === 0x8e && isIn(second, [0xa1, 0xdf])) return { length: 2, log: halfWidthKanaLog };
  if (lead !== 0x8f || !isIn(second, [0xa1, 0xfe]) || !isIn(third, [0xa1, 0xfe])) return undefined;
  return { length: 3, log: rareSequence };
}
