import { contextScore } from "./legacy-context.ts";
import { codePages, type CodePage, type LanguageModel } from "./legacy-code-pages.ts";

/** How likely bytes are in one encoding, as a natural logarithm, to be compared with that of others for the same bytes. */
export interface LegacyScore {
  readonly encoding: string;
  readonly score: number;
  /** The same for each byte beyond ASCII, or each pair, from letters and their neighbours alone: how well it suits. */
  readonly fit: number;
}

/** What an encoding must make up for because it is rarer, as a natural logarithm. */
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

/** Text with Latin letters in it is less likely to be in another script; for each letter, and at most. */
const handicapPerAsciiLetter = 0.12;
const maxAsciiHandicap = 2.5;

const frequentWord = Math.log(2.2);
const frequentWordBeyondAscii = Math.log(12);
/** Words tell the language more than the encoding: more of them than this adds nothing. */
const maxWordScore = 30;

/** The likelihood of the bytes in every single-byte encoding, in the language that suits each best. */
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
