import { countRareHan } from "./everyday-han.ts";
import { asciiCountsOf, type Counts, type Tally, tallyOf, visibleCharacters, visibleIn } from "./tally.ts";

/** Text to be assessed together. */
export interface AssessedText {
  readonly tally: Tally;
  readonly texts: readonly string[];
}

/** Returns a sentence that says why a page's text is garbled, or `undefined` if it looks sound. */
export function garbledReason(page: AssessedText): string | undefined {
  return firstReason(allRules, page);
}

/** Minimum number of symbols mapped to nothing that are no bullets: the notes of sheet music, or the symbols of a map. */
const leastSymbols = 40;

/** Returns the reason why the symbols of a font are lost: all its characters are mapped to nothing, and they are many. */
export function lostSymbolsReason({ tally }: AssessedText): string | undefined {
  if (tally.unmapped < leastSymbols || tally.unmapped < visibleCharacters(tally)) return undefined;
  return "The symbols of its text layer are mapped to nothing.";
}

/** The same for the text of one font, which may consist only of leaders and bullets. */
export function garbledFontReason(font: AssessedText): string | undefined {
  return firstReason(letterRules, font);
}

function firstReason(rules: readonly Rule[], { tally, texts }: AssessedText): string | undefined {
  const counts = { ...tally, ...asciiCountsOf(tally.ascii), texts };
  return rules.find(({ applies }) => applies(counts))?.reason;
}

interface Rule {
  readonly reason: string;
  readonly applies: (counts: Counts) => boolean;
}

const pageRules: readonly Rule[] = [
  { reason: "Most characters of its text layer are mapped to nothing.", applies: isMappedToNothing },
  { reason: "Whole words of its text layer are mapped to nothing.", applies: losesWords },
  { reason: "Its text layer repeats one character for every glyph.", applies: repeatsOneCharacter },
  {
    reason: "Its text layer has stars and signs in place of letters, as meaningless glyph names cause.",
    applies: isOfDingbats,
  },
];

const letterRules: readonly Rule[] = [
  { reason: "Characters in the middle of its words are mapped to nothing.", applies: losesLetters },
  { reason: "Its text layer mixes scripts inside words, as a wrong character map does.", applies: mixesScripts },
  {
    reason: "Its text layer has punctuation in place of letters, as glyph numbers cause.",
    applies: isMostlyPunctuation,
  },
  { reason: "Its text layer has the letters of no language, as if each stood for another.", applies: isExchanged },
  {
    reason: "Its text layer has letters in place of spaces, as a shifted character map causes.",
    applies: isOfOnePiece,
  },
  { reason: "Its text layer has accented letters in place of another script.", applies: isMostlyAccented },
  { reason: "Its text layer has Chinese characters at random, as a wrong character map causes.", applies: isRandomHan },
];

const allRules: readonly Rule[] = [...pageRules, ...letterRules];

/** Characters that are repeated on purpose: leaders, and fillers in forms and samples. */
const repeated = "._-*=,|~+#:xX0";

/** A third of the characters is enough, since no words remain. A few bullets do not count. */
function isMappedToNothing(counts: Counts): boolean {
  const lost = counts.unmapped + counts.controls;
  const visible = visibleIn(counts);
  return lost > visible * 0.3 && (lost >= 4 || lost === visible);
}

/**
 * The remaining text is no better: WeasyPrint 57 maps one glyph of each Hebrew or Arabic line to the whole line and the
 * others to nothing.
 */
function losesWords(counts: Counts): boolean {
  const visible = visibleIn(counts);
  return counts.lostInRow >= 60 && counts.lostInRow > visible * 0.1 && counts.plainLetters < visible * 0.5;
}

/** An incomplete map of Chinese, Japanese or Korean: sound text has no such characters between its letters. */
function losesLetters({ lostInWords, han, syllables }: Counts): boolean {
  return lostInWords >= 12 && lostInWords > (han + syllables) * 0.08;
}

function mixesScripts({ mixedPairs, pairs }: Counts): boolean {
  return mixedPairs >= 8 && mixedPairs > pairs * 0.15;
}

/**
 * Glyphs numbered by first use start at `!`, so punctuation replaces the most frequent letters. Program code has much
 * punctuation too, but also words and balanced brackets.
 */
function isMostlyPunctuation(counts: Counts): boolean {
  const { distinctiveMarks, kindsOfTellingMarks, digits, plainLetters } = counts;
  if (kindsOfTellingMarks < 9 || distinctiveMarks < 20) return false;
  const visible = visibleIn(counts);
  if (distinctiveMarks < visible * 0.3 || distinctiveMarks < digits) return false;
  return plainLetters < visible * 0.2 || (plainLetters < visible * 0.5 && !pairsBrackets(counts));
}

function pairsBrackets({ ascii }: Counts): boolean {
  const counts = ["()", "[]", "{}"].map((pair) => Array.from(pair, (bracket) => ascii[bracket.charCodeAt(0)] ?? 0));
  const all = counts.flat().reduce((total, count) => total + count, 0);
  const alone = counts.reduce((total, [open = 0, close = 0]) => total + Math.abs(open - close), 0);
  return all > 0 && alone < all * 0.2;
}

/**
 * No language has half of its letters in Latin-1 and Latin Extended-A: bytes of another script were decoded as Latin.
 */
function isMostlyAccented({ accentedLatin, plainLetters, beyondAscii }: Counts): boolean {
  return accentedLatin >= 20 && accentedLatin > plainLetters && accentedLatin > beyondAscii * 0.5;
}

function isRandomHan({ han, commonHan, syllables, unmapped, texts }: Counts): boolean {
  if (syllables >= han * 0.05) return false;
  if (han >= 40) return commonHan < han * 0.04;
  // A short text may lack the most frequent characters, but it does not consist of rare ones.
  return han >= 10 && commonHan < han * 0.1 && countRareHan(texts) + unmapped > (han + unmapped) * 0.3;
}

/** Programs that name glyphs `a1`, `a2` use the names of PostScript dingbats. */
function isOfDingbats(counts: Counts): boolean {
  return counts.dingbats >= 40 && counts.dingbats > visibleIn(counts) * 0.5;
}

function repeatsOneCharacter(counts: Counts): boolean {
  const visible = visibleIn(counts);
  if (visible < 40) return false;
  const most = counts.ascii.findIndex((count, code) => code > 32 && count > visible * 0.97);
  return most > 0 && !repeated.includes(String.fromCharCode(most));
}

/** Minimum number of letters. Fewer are a stamp or a caption, with any words. */
const minLetters = 60;

/** Minimum share of letters among the characters. Otherwise the page is numbers, codes and units. */
const minLetterShare = 0.4;

/** Maximum share of letters in words: .8 or more for good recognition, .2 to .6 in garbled text. */
const maxWordShare = 0.65;

/** Minimum share of capitals after lowercase letters: none in words, .02 to .15 in garbled text. */
const minRises = 0.02;

/** Code and command lists have capitals inside words too, but the letter frequencies of a language. */
const maxLikeness = 0.83;

/**
 * True if text looks like the output of OCR on unsuitable input: print that is rotated, upside down or in another
 * script. The thresholds were set on pages in many languages and program code, recognised upright, rotated and in the
 * wrong language. Not applicable to text written by people.
 */
export function isGarbledRecognition(texts: readonly string[], ascii: readonly number[]): boolean {
  const { letters, others, inWords, rises, pairs } = wordCounts(texts);
  if (letters < minLetters || letters < (letters + others) * minLetterShare) return false;
  if (inWords > letters * maxWordShare || rises < pairs * minRises) return false;
  return latinShape(ascii).likeness < maxLikeness;
}

interface WordCounts {
  letters: number;
  /** Visible characters other than letters. */
  others: number;
  inWords: number;
  /** Number of letters that follow a letter. */
  pairs: number;
  rises: number;
}

/** Digits and capitals, as in part numbers. */
const code = /^(?=.*\p{Nd})[\p{Lu}\p{Nd}\p{P}]+$/u;

/**
 * A word in one case except for its first letter, or several joined by punctuation; or any word of a script without
 * case.
 */
const word =
  /^[\p{P}\p{S}]*(?:\p{Lu}?[\p{Ll}\p{M}]+|\p{Lu}+)(?:\p{P}+(?:\p{Lu}?[\p{Ll}\p{M}]+|\p{Lu}+))*[\p{P}\p{S}\p{N}]*$|\p{Lo}/u;

const minWordLetters = 3;

function wordCounts(texts: readonly string[]): WordCounts {
  const counts: WordCounts = { letters: 0, others: 0, inWords: 0, pairs: 0, rises: 0 };
  for (const text of texts) for (const token of text.split(/\s+/u)) if (token !== "") addToken(counts, token);
  return counts;
}

function addToken(counts: WordCounts, token: string): void {
  const letters = code.test(token) ? 0 : matches(token, /\p{L}/gu);
  counts.letters += letters;
  counts.others += token.length - letters;
  if (letters === 0) return;
  counts.pairs += matches(token, /\p{L}(?=\p{L})/gu);
  counts.rises += matches(token, /\p{Ll}(?=\p{Lu})/gu);
  const isWord = word.test(token) && (letters >= minWordLetters || /\p{Lo}/u.test(token));
  if (isWord) counts.inWords += letters;
}

function matches(token: string, pattern: RegExp): number {
  return token.match(pattern)?.length ?? 0;
}

/**
 * True if letters repeat and form words as in a language, but are the wrong letters. Codes and sequences have long
 * words or capitals inside words, and mathematical variables stand alone. The thresholds were set on two thousand pages
 * of text in many languages, markup and code, and on the same pages with shifted letters.
 */
function isExchanged({ ascii, plainLetters, texts, beyondAscii, digits }: Counts): boolean {
  if (plainLetters < 80 || plainLetters < beyondAscii + digits) return false;
  const { likeness, coincidence } = latinShape(ascii);
  if (likeness > 0.8 || coincidence < 0.052 || coincidence > 0.12) return false;
  const { pairs, alternation, rises } = letterPairsIn(texts);
  const isInWords = pairs > plainLetters * 0.55 && pairs < plainLetters * 0.89 && rises < 0.05;
  return isInWords && likeness + alternation < 1.1 && !saysLittleElse(texts);
}

/**
 * True if text consists of a few repeated words or command names, whose letters dominate: the other words are checked
 * alone, each once. A sentence with exchanged letters is conspicuous however often it repeats.
 */
function saysLittleElse(texts: readonly string[]): boolean {
  const words = new Set(texts.join(" ").split(/\s+/));
  const others = Array.from(words).filter((word) => !word.startsWith("\\"));
  const { ascii } = tallyOf(others, "");
  const { plainLetters } = asciiCountsOf(ascii);
  // Codes such as `MCM` have fewer letters than words of a sentence.
  const isOfNoWords = others.length < words.size * 0.8 || plainLetters < others.length * 3.5;
  if (plainLetters < 80 && isOfNoWords) return true;
  const { likeness } = latinShape(ascii);
  return likeness > 0.8 || likeness + letterPairsIn(others).alternation > 1.15;
}

/**
 * True if the space was exchanged too, so that there are no words: capitals occur inside long tokens, unlike in protein
 * sequences, and letters repeat as in a language, unlike in base64.
 */
function isOfOnePiece({ ascii, plainLetters, texts, beyondAscii, digits }: Counts): boolean {
  if (plainLetters < 200 || plainLetters < 5 * digits + beyondAscii) return false;
  if ((ascii[0x20] ?? 0) > 0.07 * plainLetters) return false;
  const { likeness, coincidence } = latinShape(ascii);
  if (likeness > 0.7 || !isBetween(coincidence, 0.065, 0.12)) return false;
  const { pairs, alternation, rises } = letterPairsIn(texts);
  return pairs > plainLetters * 0.8 && isBetween(rises, 0.01, 0.25) && likeness + alternation < 1.2;
}

function isBetween(value: number, low: number, high: number): boolean {
  return value > low && value < high;
}

/** Frequency of the letters a to z per thousand, averaged over languages that use them. */
const profile: readonly number[] = [
  95, 14, 31, 41, 125, 13, 20, 24, 78, 6, 17, 46, 29, 70, 64, 26, 5, 66, 63, 66, 41, 16, 9, 3, 14, 13,
];

/** Statistics of the letters a to z of a text, independent of its language. */
interface LatinShape {
  /**
   * Cosine similarity with usual letter frequencies: .8 to .98 for text in any language, .4 to .7 for exchanged
   * letters.
   */
  readonly likeness: number;
  /** Index of coincidence: .06 to .09 in text, even with exchanged letters; .04 in codes. */
  readonly coincidence: number;
}

/** Returns the statistics of the letters counted in `ascii`. */
function latinShape(ascii: readonly number[]): LatinShape {
  let letters = 0;
  let same = 0;
  let product = 0;
  let squares = 0;
  let profileSquares = 0;
  for (const [index, share] of profile.entries()) {
    const count = (ascii[0x41 + index] ?? 0) + (ascii[0x61 + index] ?? 0);
    letters += count;
    same += count * (count - 1);
    product += count * share;
    squares += count * count;
    profileSquares += share * share;
  }
  if (letters < 2) return { likeness: 1, coincidence: 0 };
  return { likeness: product / Math.sqrt(squares * profileSquares), coincidence: same / (letters * (letters - 1)) };
}

/** Statistics of adjacent letters a to z. */
interface LetterPairs {
  /** Number of letters that follow a letter. */
  readonly pairs: number;
  /** Share of pairs of a vowel and a consonant: .55 to .85 in text, .1 to .5 for exchanged letters. */
  readonly alternation: number;
  /** Share of capitals after a lowercase letter, which occur in codes but not in words. */
  readonly rises: number;
}

/** Returns the letter pairs in `texts`. */
function letterPairsIn(texts: readonly string[]): LetterPairs {
  const counts = { pairs: 0, changes: 0, rises: 0 };
  for (const text of texts) {
    for (let index = 1; index < text.length; index++) {
      addPair(counts, text.charCodeAt(index - 1), text.charCodeAt(index));
    }
  }
  const { pairs, changes, rises } = counts;
  return { pairs, alternation: changes / Math.max(1, pairs), rises: rises / Math.max(1, pairs) };
}

function addPair(counts: { pairs: number; changes: number; rises: number }, before: number, code: number): void {
  const first = isVowel(before | smallBit);
  const second = isVowel(code | smallBit);
  if (first === undefined || second === undefined) return;
  counts.pairs++;
  if (first !== second) counts.changes++;
  if ((before & smallBit) !== 0 && (code & smallBit) === 0) counts.rises++;
}

/** The bit that distinguishes lowercase from uppercase ASCII letters. */
const smallBit = 0x20;

/** A bit set of the letters a, e, i, o, u and y. */
const vowels = 0b1_0001_0000_0100_0001_0001_0001;

/** `undefined` for anything but a letter a to z. */
function isVowel(small: number): boolean | undefined {
  const index = small - 0x61;
  return index < 0 || index > 25 ? undefined : ((vowels >> index) & 1) === 1;
}
