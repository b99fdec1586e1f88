import { layoutOf } from "./unit-layout.ts";
import { isControl } from "./utf8.ts";

/** Bytes taken for UTF-16 or UTF-32. */
export interface WideGuess {
  readonly encoding: string;
  /** From 0 to 1. */
  readonly confidence: number;
}

const candidates = ["utf-32le", "utf-32be", "utf-16le", "utf-16be"] as const;

/** Shares of all characters, from 0 to 1. */
const maxOddShare = 0.05;
const maxOddShareWithMark = 0.1;
const maxControlShare = 0.01;

/** Below this many characters two readings are hardly told apart. */
const fewCharacters = 8;
const minCharacters = 2;

/**
 * Recognises UTF-16 and UTF-32 without a byte order mark by what the bytes say when they are read so: hardly any control,
 * private, unassigned or lone surrogate code points, no NUL, and characters of scripts that are used together. It counts
 * characters and not NUL bytes, because CJK text in UTF-16 has few of them.
 */
export function detectWide(bytes: Uint8Array): WideGuess | undefined {
  let best: (WideGuess & { readonly score: number }) | undefined;
  for (const encoding of candidates) {
    const reading = readWide(bytes, encoding);
    if (reading.characters < minCharacters || !isPlausible(reading, maxOddShare)) continue;
    const score = scoreOf(reading);
    if (score <= (best?.score ?? minScoreOf(reading.characters))) continue;
    best = { encoding, score, confidence: reading.characters < fewCharacters ? 0.75 : 0.95 };
  }
  return best === undefined ? undefined : { encoding: best.encoding, confidence: best.confidence };
}

/** Whether bytes behind a byte order mark of UTF-16 or UTF-32 are text; the mark itself says a lot, so little is asked. */
export function isWideText(bytes: Uint8Array, encoding: string): boolean {
  return isPlausible(readWide(bytes, encoding), maxOddShareWithMark);
}

interface WideReading {
  readonly characters: number;
  readonly nul: number;
  readonly controls: number;
  /** Private, unassigned, surrogate or beyond Unicode, or of a script that is hardly used. */
  readonly odd: number;
  readonly ascii: number;
  readonly alphabetic: number;
  readonly eastAsian: number;
}

const alphabeticPattern =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}\p{Script=Devanagari}\p{Script=Georgian}\p{Script=Armenian}\p{Script=Inherited}]/u;

type Range = readonly [first: number, last: number];

/** Kana, ideographs of everyday use, Hangul syllables, and full-width forms. */
const eastAsianRanges: readonly Range[] = [
  [0x3000, 0x30ff],
  [0x4e00, 0x9fff],
  [0xac00, 0xd7a3],
  [0xff01, 0xff9f],
];

/** Latin-1 signs, punctuation, currencies, letter-like signs to dingbats, byte order mark, U+FFFD, pictures. */
const signRanges: readonly Range[] = [
  [0xa0, 0xbf],
  [0x2000, 0x206f],
  [0x20a0, 0x20bf],
  [0x2100, 0x27bf],
  [0xfeff, 0xfeff],
  [0xfffd, 0xfffd],
  [0x1f300, 0x1faff],
];

function readWide(bytes: Uint8Array, encoding: string): WideReading {
  const counts = { characters: 0, nul: 0, controls: 0, odd: 0, ascii: 0, alphabetic: 0, eastAsian: 0, sign: 0 };
  for (const character of toText(bytes, encoding)) {
    counts.characters += 1;
    counts[classOf(character)] += 1;
  }
  return counts;
}

type CharacterClass = "nul" | "controls" | "ascii" | "eastAsian" | "sign" | "alphabetic" | "odd";

function classOf(character: string): CharacterClass {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0xa0) return classOfNarrow(code);
  if (isIn(eastAsianRanges, code)) return "eastAsian";
  if (isIn(signRanges, code)) return "sign";
  return alphabeticPattern.test(character) ? "alphabetic" : "odd";
}

function classOfNarrow(code: number): CharacterClass {
  if (code === 0) return "nul";
  if (code === nextLine) return "sign";
  return code >= 0x80 || isControl(code) ? "controls" : "ascii";
}

const nextLine = 0x85;

function isIn(ranges: readonly Range[], code: number): boolean {
  return ranges.some(([first, last]) => code >= first && code <= last);
}

function isPlausible(reading: WideReading, maxOdd: number): boolean {
  const { characters, nul, controls, odd } = reading;
  return nul === 0 && controls <= characters * maxControlShare && odd <= characters * maxOdd;
}

/** Read in the wrong byte order, ASCII looks like CJK and CJK like anything. */
function scoreOf({ characters, ascii, alphabetic, eastAsian }: WideReading): number {
  return (ascii + alphabetic * 0.9 + eastAsian * 0.6) / characters;
}

function minScoreOf(characters: number): number {
  return characters < fewCharacters ? 0.55 : 0.45;
}

/** Whole code units as text; a code point beyond Unicode becomes a private one, a unit cut by the end is left out. */
function toText(bytes: Uint8Array, encoding: string): string {
  const { unitBytes, littleEndian } = layoutOf(encoding);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const units: number[] = [];
  for (let at = 0; at + unitBytes <= bytes.length; at += unitBytes) {
    units.push(unitBytes === 2 ? view.getUint16(at, littleEndian) : view.getUint32(at, littleEndian));
  }
  if (unitBytes === 2) return String.fromCharCode(...withoutCutPair(units));
  return String.fromCodePoint(...units.map((unit) => (unit > 0x10ffff ? 0xe000 : unit)));
}

function withoutCutPair(units: readonly number[]): readonly number[] {
  const last = units.at(-1) ?? 0;
  return last >= 0xd800 && last <= 0xdbff ? units.slice(0, -1) : units;
}
