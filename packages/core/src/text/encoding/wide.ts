import { commonCharacters } from "./legacy/legacy-common.ts";
import { minGapUnits } from "./nul-runs.ts";
import { layoutOf } from "./unit-layout.ts";
import { isControl } from "./utf8.ts";

/** A detected UTF-16 or UTF-32 encoding. */
export interface WideGuess {
  readonly encoding: string;
  /** From 0 to 1. */
  readonly confidence: number;
}

const candidates = ["utf-32le", "utf-32be", "utf-16le", "utf-16be"] as const;

/**
 * Minimum share of common ideographs. Two ASCII letters read as one unit are an ideograph, but seldom a common one.
 * Maximum share of printable ASCII bytes; the bytes of real CJK text are printable ASCII about half of the time. Both
 * are from 0 to 1.
 */
const minCommonShare = 0.15;
const maxPrintableShare = 0.85;

/** Maximum shares of all characters, from 0 to 1. */
const maxOddShare = 0.05;
const maxOddShareWithMark = 0.1;
const maxControlShare = 0.01;

/** Maximum share of NULs, control characters and gaps, from 0 to 1, in text behind a mark that has NULs. */
const maxShareAroundNuls = 0.08;
/** Minimum number of characters besides NULs without a mark. */
const minCharactersAroundNuls = 32;

/** Below this number of characters, two readings can hardly be distinguished. */
const fewCharacters = 8;
const minCharacters = 2;
/** Minimum score, from 0 (no common characters) to 1 (all ASCII). */
const minScore = 0.45;
const minScoreOfFew = 0.55;

/**
 * Detects UTF-16 and UTF-32 without a byte order mark by the decoded characters: hardly any control, private-use,
 * unassigned or lone surrogate code points, no NUL, and scripts that are used together. Counts characters and not NUL
 * bytes, because CJK text in UTF-16 has few of them.
 */
export function detectWide(bytes: Uint8Array): WideGuess | undefined {
  const isPrintable = printableShareOf(bytes) > maxPrintableShare;
  const [best] = candidates
    .map((encoding) => ({ encoding, ...readWide(bytes, encoding) }))
    .filter((reading) => !(isPrintable && reading.encoding.startsWith("utf-16") && isMainlyEastAsian(reading)))
    .filter((reading) => reading.characters >= minCharacters && isPlausible(reading) && isInUse(reading))
    .filter((reading) => scoreOf(reading) > (reading.characters < fewCharacters ? minScoreOfFew : minScore))
    .toSorted((one, other) => scoreOf(other) - scoreOf(one));
  if (best === undefined) return undefined;
  return { encoding: best.encoding, confidence: best.characters < fewCharacters ? 0.75 : 0.95 };
}

/**
 * True if the bytes after a byte order mark of UTF-16 or UTF-32 are text. The mark is strong evidence, so the check is
 * lax.
 */
export function isWideText(bytes: Uint8Array, encoding: string): boolean {
  const { characters, nul, controls, odd } = readWide(bytes, encoding);
  return nul === 0 ? controls + odd <= characters * maxOddShareWithMark : isWideTextAroundNuls(bytes, encoding);
}

/** As for narrow text: a run of NULs is a gap, of which a text has at most as many as lines. */
function isWideTextAroundNuls(bytes: Uint8Array, encoding: string): boolean {
  const { dense, gaps, lines } = withoutGaps(bytes, encoding);
  const { characters, nul, controls, odd } = readWide(dense, encoding);
  const oddities = nul + controls + odd + Math.max(0, gaps - lines);
  return characters >= fewCharacters && oddities <= characters * maxShareAroundNuls;
}

/**
 * Detects UTF-16 with runs of NULs and without a byte order mark. Only ASCII without any other control character is
 * taken for text, because programs and databases have tables of strings in UTF-16.
 */
export function detectWideAroundNuls(bytes: Uint8Array): WideGuess | undefined {
  const encoding = (["utf-16le", "utf-16be"] as const).find((each) => {
    const { dense, gaps, lines } = withoutGaps(bytes, each);
    if (gaps === 0 || gaps > lines) return false;
    const { characters, ascii } = readWide(dense, each);
    return characters >= minCharactersAroundNuls && ascii === characters;
  });
  return encoding === undefined ? undefined : { encoding, confidence: 0.95 };
}

interface DenseText {
  /** The bytes without runs of at least `minGapUnits` NULs. */
  readonly dense: Uint8Array;
  /** The number of these runs. */
  readonly gaps: number;
  /** The number of line feeds. */
  readonly lines: number;
}

function withoutGaps(bytes: Uint8Array, encoding: string): DenseText {
  const { unitBytes } = layoutOf(encoding);
  const isNul = (at: number): boolean => bytes.subarray(at, at + unitBytes).every((byte) => byte === 0);
  const dense = new Uint8Array(bytes.length);
  let [filled, gaps] = [0, 0];
  for (let at = 0, end = 0; at < bytes.length; at = end) {
    const isRun = isNul(at);
    for (end = at + unitBytes; end < bytes.length && isNul(end) === isRun;) end += unitBytes;
    end = Math.min(end, bytes.length);
    const isGap = isRun && end - at >= minGapUnits * unitBytes;
    if (isGap) gaps += 1;
    else dense.set(bytes.subarray(at, end), filled);
    if (!isGap) filled += end - at;
  }
  const text = toText(dense.subarray(0, filled), encoding);
  return { dense: dense.subarray(0, filled), gaps, lines: text.split("\n").length - 1 };
}

function isPlausible(reading: WideReading): boolean {
  const { characters, nul, controls, odd, rare, round } = reading;
  return (
    nul === 0 &&
    reading.letterRuns <= Math.ceil((reading.alphabetic + reading.otherAlphabet) / 2) &&
    round <= characters / 2 &&
    controls <= characters * maxControlShare &&
    odd + rare <= characters * maxOddShare
  );
}

/** True if the text is mainly East Asian. Text in another script may contain a few ideographs. */
function isMainlyEastAsian({ characters, eastAsian }: WideReading): boolean {
  return eastAsian > characters / 4;
}

/** Returns the share of printable ASCII among the bytes that are not NUL. */
function printableShareOf(bytes: Uint8Array): number {
  let printable = 0;
  let nul = 0;
  for (const byte of bytes) {
    if (byte === 0) nul += 1;
    else if (byte >= 0x20 && byte < 0x7f) printable += 1;
  }
  return printable / Math.max(1, bytes.length - nul);
}

function isInUse({ eastAsian, common }: WideReading): boolean {
  return common >= eastAsian * minCommonShare;
}

/** Scores a reading. In the wrong byte order, ASCII looks like CJK, and CJK looks like anything. */
function scoreOf({ characters, ascii, alphabetic, otherAlphabet, eastAsian }: WideReading): number {
  return (ascii + alphabetic * 0.9 + eastAsian * 0.6 + otherAlphabet * 0.5) / characters;
}

/** Bytes read as UTF-16 or UTF-32: the number of characters in each class. */
interface WideReading {
  readonly characters: number;
  readonly nul: number;
  readonly controls: number;
  /** Private-use, unassigned, surrogate or beyond Unicode. */
  readonly odd: number;
  /** Multiples of 256. In the wrong byte order, every Latin-1 character is one. */
  readonly round: number;
  /** Symbols and ideographs that hardly any text contains. */
  readonly rare: number;
  readonly ascii: number;
  readonly alphabetic: number;
  readonly otherAlphabet: number;
  readonly eastAsian: number;
  /**
   * The number of different 256-code-point blocks of the alphabetic letters. Text uses few; bytes that count up use
   * many.
   */
  readonly letterRuns: number;
  /** The characters of `eastAsian` that are among the most frequent of a language, and its punctuation. */
  readonly common: number;
}

/** Counts the characters of bytes read in a wide encoding. Ignores a unit that is cut off by the end. */
function readWide(bytes: Uint8Array, encoding: string): WideReading {
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

/**
 * Converts whole code units to text. A code point beyond Unicode becomes a private-use one; a truncated unit is
 * dropped.
 */
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

/** The class of a character, as evidence for or against an encoding. */
type CharacterClass =
  | "nul"
  | "controls"
  | "ascii"
  | "eastAsian"
  | "sign"
  | "alphabetic"
  | "otherAlphabet"
  | "rare"
  | "odd";

/** Alphabets, abjads and syllabaries are below this code point; symbols, ideographs and Hangul are above. */
const firstBeyondAlphabets = 0x2000;

interface ScriptClasses {
  readonly usualAlphabets: RegExp;
  readonly unassigned: RegExp;
}

let scriptClasses: ScriptClasses | undefined;

/** Compiles the expressions on first use: the engine takes longer to compile them than most files take to read. */
function classesOfScripts(): ScriptClasses {
  scriptClasses ??= {
    usualAlphabets: new RegExp(
      String.raw`[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}\p{Script=Devanagari}\p{Script=Inherited}]`,
      "u",
    ),
    unassigned: new RegExp(String.raw`[\p{Cn}\p{Co}\p{Cs}]`, "u"),
  };
  return scriptClasses;
}

type Range = readonly [first: number, last: number];

/** Kana, common ideographs, Hangul syllables, and full-width forms. */
const eastAsianRanges: readonly Range[] = [
  [0x3000, 0x30ff],
  [0x4e00, 0x9fff],
  [0xac00, 0xd7a3],
  [0xff01, 0xff9f],
];

/** Latin-1 symbols, punctuation, currency symbols, letterlike symbols to dingbats, byte order mark, U+FFFD, emoji. */
const signRanges: readonly Range[] = [
  [0xa0, 0xbf],
  [0x2000, 0x206f],
  [0x20a0, 0x20bf],
  [0x2100, 0x27bf],
  [0xfeff, 0xfeff],
  [0xfffd, 0xfffd],
  [0x1f300, 0x1faff],
];

/** Returns the class of a character (one code point). */
function classOf(character: string): CharacterClass {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0xa0) return classOfNarrow(code);
  if (isIn(eastAsianRanges, code)) return "eastAsian";
  if (isIn(signRanges, code)) return "sign";
  if (classesOfScripts().unassigned.test(character)) return "odd";
  if (code >= firstBeyondAlphabets) return "rare";
  return classesOfScripts().usualAlphabets.test(character) ? "alphabetic" : "otherAlphabet";
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
