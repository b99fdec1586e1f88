import {
  isIn,
  gb18030Areas,
  big5Areas,
  eucKrAreas,
  eucJpAreas,
  shiftJisAreas,
  type Range,
  type Area,
} from "./legacy-areas.ts";
import type { CommonCharacters } from "./legacy-common.ts";

/** A sequence that is not two bytes long. */
export interface OtherSequence {
  readonly length: number;
  readonly log: number;
}

/** The structure of a double-byte encoding, and how frequent its areas are. */
export interface DoubleByteEncoding {
  readonly name: string;
  readonly language: keyof CommonCharacters;
  /** What it must make up for because it is rarer, as a natural logarithm. */
  readonly handicap: number;
  /** The natural logarithm of how frequent a pair is; undefined where the encoding has no such pair. */
  readonly pairLog: (lead: number, trail: number) => number | undefined;
  readonly otherSequence?: (bytes: Uint8Array, at: number) => OtherSequence | undefined;
}

/** The double-byte encodings that the detector knows. */
export const doubleByteEncodings: readonly DoubleByteEncoding[] = [
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

/** The first area that has the pair decides. */
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

/** 0x8E shifts to half-width katakana, 0x8F to the supplementary characters of JIS X 0212. */
function shiftedSets(bytes: Uint8Array, at: number): OtherSequence | undefined {
  const [lead = 0, second = 0, third = 0] = bytes.subarray(at, at + 3);
  if (lead === 0x8e && isIn(second, [0xa1, 0xdf])) return { length: 2, log: halfWidthKanaLog };
  if (lead !== 0x8f || !isIn(second, [0xa1, 0xfe]) || !isIn(third, [0xa1, 0xfe])) return undefined;
  return { length: 3, log: rareSequence };
}
