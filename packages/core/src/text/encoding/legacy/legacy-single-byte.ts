import { type CharacterClass, type CodePage, codePages, type LanguageModel } from "./legacy-code-pages.ts";

/**
 * The likelihood of bytes in one encoding, as a natural logarithm, for comparison with other encodings of the same
 * bytes.
 */
export interface LegacyScore {
  readonly encoding: string;
  readonly score: number;
  /**
   * The likelihood per non-ASCII byte, or per pair, from letters and their neighbours only: how well the encoding fits.
   */
  readonly fit: number;
}

/** The handicap of each encoding for its rarity, as a natural logarithm. */
const handicaps: Readonly<Record<string, number>> = {
  "windows-1252": 0,
  "windows-1250": 0.8,
  "windows-1251": 0.5,
  "windows-1253": 0.5,
  "windows-1254": 0.8,
  "windows-1255": 0.5,
  "windows-1256": 0.5,
  "windows-1257": 1.3,
  "windows-1258": 2.5,
  "windows-874": 1,
  "koi8-r": 1,
  "koi8-u": 1.5,
  "iso-8859-2": 1.3,
  "iso-8859-4": 3,
  "iso-8859-5": 2,
  "iso-8859-6": 1,
  "iso-8859-7": 1,
  "iso-8859-8": 1,
  "iso-8859-15": 1.5,
  ibm866: 2,
  macintosh: 4,
  "x-mac-cyrillic": 3.5,
};
const otherHandicap = 4;

/** The handicap of non-Latin scripts for text with ASCII letters: per letter, and at most. */
const handicapPerAsciiLetter = 0.12;
const maxAsciiHandicap = 2.5;

const frequentWord = Math.log(2.2);
const frequentWordBeyondAscii = Math.log(12);
/** Maximum score for frequent words. Words identify the language more than the encoding. */
const maxWordScore = 30;

/** Returns the likelihood of the bytes in every single-byte encoding, each in its best-fitting language. */
export function scoreSingleByte(bytes: Uint8Array): readonly LegacyScore[] {
  const high = countHigh(bytes);
  const asciiHandicap = Math.min(maxAsciiHandicap, countAsciiLetters(bytes) * handicapPerAsciiLetter);
  return codePages().map((page) => {
    const words = wordsOf(bytes, page);
    const letters = page.models.map((model) => letterScore(bytes, model));
    const best = Math.max(...page.models.map((model, at) => (letters[at] ?? 0) + wordScore(words, model)));
    const context = contextScore(bytes, page);
    const handicap = (handicaps[page.encoding] ?? otherHandicap) + (page.isLatin ? 0 : asciiHandicap);
    const fit = (Math.max(...letters) + context) / Math.max(1, high);
    return { encoding: page.encoding, score: best + context - handicap, fit };
  });
}

function letterScore(bytes: Uint8Array, model: LanguageModel): number {
  let score = 0;
  for (const byte of bytes) score += model.logs[byte] ?? 0;
  return score;
}

const wordPattern = /[\p{L}\p{M}]+/gu;
const beyondAscii = /[^\0-\x7f]/;

function wordsOf(bytes: Uint8Array, page: CodePage): readonly string[] {
  let text = "";
  for (const byte of bytes) text += page.characters[byte] ?? "";
  return text.toLowerCase().match(wordPattern) ?? [];
}

function wordScore(words: readonly string[], model: LanguageModel): number {
  let score = 0;
  for (const word of words) {
    if (model.words.has(word)) score += beyondAscii.test(word) ? frequentWordBeyondAscii : frequentWord;
  }
  return Math.min(score, maxWordScore);
}

function countHigh(bytes: Uint8Array): number {
  return bytes.reduce((count, byte) => (byte >= 0x80 ? count + 1 : count), 0);
}

function countAsciiLetters(bytes: Uint8Array): number {
  let letters = 0;
  for (const byte of bytes) if ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a) letters += 1;
  return letters;
}

const mixedScripts = Math.log(0.003);
const upperAfterLower = Math.log(0.005);
const upperAfterUpper = Math.log(0.6);
const upperAtStart = Math.log(0.15);
const accentAfterAccent = Math.log(0.25);
const signInWord = Math.log(0.01);
const apostropheInWord = Math.log(0.06);
const finalLetterInWord = Math.log(0.01);
const digitNextToLetter = Math.log(0.1);

/** Letters that occur only at the end of a Greek or Hebrew word. */
const finalLetters = "ςךםןףץ";
/** Symbols that occur inside words of some language: `l’eau`, `col·lecció`, a soft hyphen. */
const wordSigns = "’·\u00ad";
/** Maximum length of an elided word or ending: `qu’`, `’re`. */
const shortPart = 2;

/** A byte, its character, and its neighbours. */
interface Spot {
  readonly at: number;
  readonly byte: number;
  readonly character: string;
  readonly kind: CharacterClass;
  readonly before: CharacterClass;
  readonly after: CharacterClass;
  readonly byteBefore: number;
  readonly characterBefore: string;
}

/**
 * Scores how well bytes fit their neighbours: case, script, and symbols within words. A natural logarithm, at most 0.
 */
function contextScore(bytes: Uint8Array, page: CodePage): number {
  let score = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    if ((bytes[at] ?? 0) < 0x80 && (bytes[at - 1] ?? 0) < 0x80) continue;
    const spot = spotAt(bytes, at, page);
    score += isLetter(spot.kind) ? letterSpot(spot) : signSpot(spot, bytes, page);
  }
  return score;
}

function spotAt(bytes: Uint8Array, at: number, page: CodePage): Spot {
  const classAt = (index: number): CharacterClass => page.classes[bytes[index] ?? 0x20] ?? "symbol";
  const byte = bytes[at] ?? 0;
  const byteBefore = bytes[at - 1] ?? 0x20;
  return {
    at,
    byte,
    character: page.characters[byte] ?? "",
    kind: page.classes[byte] ?? "symbol",
    before: classAt(at - 1),
    after: classAt(at + 1),
    byteBefore,
    characterBefore: page.characters[byteBefore] ?? "",
  };
}

function letterSpot(spot: Spot): number {
  if (!isLetter(spot.before)) return spot.byte < 0x80 ? 0 : startOfWord(spot);
  const script = scriptOf(spot.kind);
  const final = finalLetters.includes(spot.characterBefore) ? finalLetterInWord : 0;
  if (script !== scriptOf(spot.before)) return final + mixedScripts;
  const accents = script === "latin" && spot.byte >= 0x80 && spot.byteBefore >= 0x80 ? accentAfterAccent : 0;
  return final + accents + caseChange(spot);
}

function startOfWord({ kind, byteBefore }: Spot): number {
  const start = kind.endsWith("upper") ? upperAtStart : 0;
  return isDigit(byteBefore) ? start + digitNextToLetter : start;
}

function caseChange({ byte, kind, before }: Spot): number {
  if (!kind.endsWith("upper")) return 0;
  if (before.endsWith("lower")) return upperAfterLower;
  return byte >= 0x80 ? upperAfterUpper : 0;
}

function signSpot(spot: Spot, bytes: Uint8Array, page: CodePage): number {
  if (!isLetter(spot.before)) return 0;
  if (spot.byte < 0x80) return spot.byteBefore >= 0x80 && isDigit(spot.byte) ? digitNextToLetter : 0;
  if (spot.kind === "space" || !isLetter(spot.after)) return 0;
  if (!wordSigns.includes(spot.character)) return signInWord;
  const left = lettersFrom({ bytes, page }, spot.at - 1, -1);
  const right = lettersFrom({ bytes, page }, spot.at + 1, 1);
  return left > shortPart && right > shortPart ? apostropheInWord : 0;
}

/** Counts the consecutive letters from here on, up to the number at which the result no longer matters. */
function lettersFrom(text: { bytes: Uint8Array; page: CodePage }, from: number, step: 1 | -1): number {
  let length = 0;
  while (length <= shortPart && isLetter(text.page.classes[text.bytes[from + length * step] ?? 0x20] ?? "symbol")) {
    length += 1;
  }
  return length;
}

function scriptOf(kind: CharacterClass): string {
  return kind.startsWith("latin") ? "latin" : "other";
}

function isLetter(kind: CharacterClass): boolean {
  return kind !== "symbol" && kind !== "space";
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}
