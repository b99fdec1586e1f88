import { layoutOf } from "./unit-layout.ts";

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
    if (!isPlausible(reading, maxOddShare)) continue;
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
  readonly nul: boolean;
  readonly controls: number;
  /** Private, unassigned, surrogate or beyond Unicode, or of a script that is hardly used. */
  readonly odd: number;
  readonly ascii: number;
  readonly alphabetic: number;
  readonly eastAsian: number;
}

const controlPattern = /[\u0001-\u0006\u000e-\u0019\u001c-\u001f\u007f-\u0084\u0086-\u009f]/gu;
const asciiPattern = /[\t\n\r\u0020-\u007e]/gu;
const alphabeticPattern =
  /[\u00a0-\u00ff\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}\p{Script=Devanagari}\p{Script=Georgian}\p{Script=Armenian}\u0300-\u036f]/gu;
const eastAsianPattern = /[\u3000-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff9f]/gu;
const signPattern = /[\u0007\b\u000b\f\u001a\u001b\u0085\u2000-\u206f\u20a0-\u20bf\u2100-\u27bf\ufe0f\ufeff\ufffd]|[\u{1f300}-\u{1faff}]/gu;

function readWide(bytes: Uint8Array, encoding: string): WideReading {
  const text = toText(bytes, encoding);
  const characters = Array.from(text).length;
  const ascii = count(text, asciiPattern);
  const alphabetic = count(text, alphabeticPattern);
  const eastAsian = count(text, eastAsianPattern);
  const controls = count(text, controlPattern);
  const odd = characters - ascii - alphabetic - eastAsian - controls - count(text, signPattern);
  return { characters, nul: text.includes("\0"), controls, odd, ascii, alphabetic, eastAsian };
}

function isPlausible(reading: WideReading, maxOdd: number): boolean {
  const { characters, nul, controls, odd } = reading;
  return !nul && controls <= characters * maxControlShare && odd <= characters * maxOdd;
}

/** Read in the wrong byte order, ASCII looks like CJK and CJK like anything. */
function scoreOf({ characters, ascii, alphabetic, eastAsian }: WideReading): number {
  return (ascii + alphabetic * 0.9 + eastAsian * 0.6) / characters;
}

function minScoreOf(characters: number): number {
  if (characters < minCharacters) return Infinity;
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

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
