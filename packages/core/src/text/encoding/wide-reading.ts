import { commonCharacters } from "./legacy/legacy-common.ts";
import { layoutOf } from "./unit-layout.ts";
import { classOf } from "./wide-characters.ts";

/** What bytes hold when they are read as UTF-16 or UTF-32: how many characters of which kind. */
export interface WideReading {
  readonly characters: number;
  readonly nul: number;
  readonly controls: number;
  /** Private, unassigned, surrogate or beyond Unicode. */
  readonly odd: number;
  /** Multiples of 256: in the wrong byte order all that is in Latin-1 is. */
  readonly round: number;
  /** Signs and ideographs that hardly any text has. */
  readonly rare: number;
  readonly ascii: number;
  readonly alphabetic: number;
  readonly otherAlphabet: number;
  readonly eastAsian: number;
  /** Different runs of 256 code points that the letters of alphabets are of; text keeps to few, counted bytes to none. */
  readonly letterRuns: number;
  /** Those of `eastAsian` that are among the most frequent ones of a language, and its punctuation. */
  readonly common: number;
}

/** Counts what bytes hold when they are read in a wide encoding; a unit cut by the end counts for nothing. */
export function readWide(bytes: Uint8Array, encoding: string): WideReading {
  const counts = {
    characters: 0,
    nul: 0,
    controls: 0,
    odd: 0,
    round: 0,
    rare: 0,
    ascii: 0,
    alphabetic: 0,
    otherAlphabet: 0,
    eastAsian: 0,
    sign: 0,
    common: 0,
  };
  const isCommon = commonEastAsian();
  const letterRuns = new Set<number>();
  for (const character of toText(bytes, encoding)) {
    counts.characters += 1;
    const kind = classOf(character);
    counts[kind] += 1;
    if (kind === "alphabetic" || kind === "otherAlphabet") letterRuns.add(character.charCodeAt(0) >> 8);
    if (character.charCodeAt(0) % 256 === 0) counts.round += 1;
    if (isCommon.has(character)) counts.common += 1;
  }
  return { ...counts, letterRuns: letterRuns.size };
}

let commonSet: ReadonlySet<string> | undefined;

function commonEastAsian(): ReadonlySet<string> {
  const { simplified, traditional, japanese, korean } = commonCharacters;
  commonSet ??= new Set(`${simplified}${traditional}${japanese}${korean}、。「」（），！？：；・ー\u3000`);
  return commonSet;
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
