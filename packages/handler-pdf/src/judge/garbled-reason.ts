import { latinShape, letterPairsIn } from "./latin-shape.ts";
import { tallyOf, type Tally } from "./tally.ts";

/** Text that is judged together. */
export interface JudgedText {
  readonly tally: Tally;
  readonly texts: readonly string[];
}

/** Why a page's text cannot be what its author wrote, in one sentence; `undefined` where nothing speaks against it. */
export function garbledReason(page: JudgedText): string | undefined {
  return firstReason([...pageRules, ...letterRules], page);
}

/** The same for the text of one font, which may hold nothing but leaders and bullets. */
export function garbledFontReason(font: JudgedText): string | undefined {
  return firstReason(letterRules, font);
}

function firstReason(rules: readonly Rule[], { tally, texts }: JudgedText): string | undefined {
  const counts = { ...tally, ...asciiCountsOf(tally.ascii), texts };
  return rules.find(({ applies }) => applies(counts))?.reason;
}

/** Characters that are no white space. */
export function visibleCharacters(tally: Tally): number {
  const { controls, plainLetters, digits, marks } = asciiCountsOf(tally.ascii);
  return tally.beyondAscii + controls + plainLetters + digits + marks;
}

interface AsciiCounts {
  readonly controls: number;
  readonly plainLetters: number;
  readonly digits: number;
  /** Everything else that is seen. */
  readonly marks: number;
  /** Those of the marks that tell letters from glyph numbers. */
  readonly tellingMarks: number;
  readonly kindsOfTellingMarks: number;
}

interface Counts extends Tally, AsciiCounts {
  readonly texts: readonly string[];
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
    reason: "Its text layer has stars and signs in place of letters, as glyph names without a meaning give.",
    applies: isOfDingbats,
  },
];

const letterRules: readonly Rule[] = [
  { reason: "Characters in the midst of its words are mapped to nothing.", applies: losesLetters },
  { reason: "Its text layer mixes scripts inside words, as a wrong character map does.", applies: mixesScripts },
  { reason: "Its text layer has punctuation in place of letters, as glyph numbers give.", applies: isPunctuationSoup },
  { reason: "Its text layer has the letters of no language, as if each stood for another.", applies: isExchanged },
  { reason: "Its text layer has letters in place of spaces, as a shifted character map gives.", applies: isOfOnePiece },
  { reason: "Its text layer has accented letters in place of another script.", applies: isAccentSoup },
  { reason: "Its text layer has Chinese characters at random, as a wrong character map gives.", applies: isRandomHan },
];

/** Marks that draw leaders, lines and boxes or stand in figures: a table or an index is full of them. */
const fillers = "._-*=,|";

/** Characters that are repeated on purpose: leaders, and fillers of forms and samples. */
const repeated = "._-*=,|~+#:xX0";

function asciiCountsOf(ascii: readonly number[]): AsciiCounts {
  const all = sum(ascii, 33, 127);
  const plainLetters = sum(ascii, 0x41, 0x5b) + sum(ascii, 0x61, 0x7b);
  const digits = sum(ascii, 0x30, 0x3a);
  let tellingMarks = all - plainLetters - digits;
  for (const filler of fillers) tellingMarks -= ascii[filler.charCodeAt(0)] ?? 0;
  return {
    controls: sum(ascii, 0, 9) + sum(ascii, 14, 32) + sum(ascii, 127, 128),
    plainLetters,
    digits,
    marks: all - plainLetters - digits,
    tellingMarks,
    kindsOfTellingMarks: kinds(ascii, 33, 48) + kinds(ascii, 58, 65) + kinds(ascii, 91, 97) + kinds(ascii, 123, 127),
  };
}

function sum(ascii: readonly number[], start: number, end: number): number {
  let total = 0;
  for (let code = start; code < end; code++) total += ascii[code] ?? 0;
  return total;
}

function kinds(ascii: readonly number[], start: number, end: number): number {
  let total = 0;
  for (let code = start; code < end; code++) total += ascii[code] === 0 ? 0 : 1;
  return total;
}

function visibleIn(counts: Counts): number {
  return counts.beyondAscii + counts.controls + counts.plainLetters + counts.digits + counts.marks;
}

/** A third of the characters is enough: what is left of a word then is no word. A bullet or two are not the text. */
function isMappedToNothing(counts: Counts): boolean {
  const lost = counts.unmapped + counts.controls;
  const visible = visibleIn(counts);
  return lost > visible * 0.3 && (lost >= 4 || lost === visible);
}

/**
 * What is left beside them is no better: WeasyPrint 57 maps one glyph of each Hebrew or Arabic line to all of it, and the
 * others to nothing.
 */
function losesWords(counts: Counts): boolean {
  const visible = visibleIn(counts);
  return counts.lostInRow >= 60 && counts.lostInRow > visible * 0.1 && counts.plainLetters < visible * 0.5;
}

/** What an incomplete map leaves of Chinese, Japanese and Korean: sound text has none of these signs between its letters. */
function losesLetters({ lostInWords, han, syllables }: Counts): boolean {
  return lostInWords >= 12 && lostInWords > (han + syllables) * 0.08;
}

function mixesScripts({ mixedPairs, pairs }: Counts): boolean {
  return mixedPairs >= 8 && mixedPairs > pairs * 0.15;
}

/**
 * Glyphs numbered in the order of their first use start at `!`: punctuation takes the place of the commonest letters.
 * Programs are full of it too, but have words as well and brackets in pairs.
 */
function isPunctuationSoup(counts: Counts): boolean {
  const { tellingMarks, kindsOfTellingMarks, digits, plainLetters } = counts;
  if (kindsOfTellingMarks < 9 || tellingMarks < 20) return false;
  const visible = visibleIn(counts);
  if (tellingMarks < visible * 0.3 || tellingMarks < digits) return false;
  return plainLetters < visible * 0.2 || (plainLetters < visible * 0.5 && !pairsBrackets(counts));
}

function pairsBrackets({ ascii }: Counts): boolean {
  const counts = ["()", "[]", "{}"].map((pair) => Array.from(pair, (bracket) => ascii[bracket.charCodeAt(0)] ?? 0));
  const all = counts.flat().reduce((total, count) => total + count, 0);
  const alone = counts.reduce((total, [open = 0, close = 0]) => total + Math.abs(open - close), 0);
  return all > 0 && alone < all * 0.2;
}

/**
 * Letters that repeat and stand in words as in a language, but are the wrong ones. Codes and sequences have long words
 * or capitals inside them, and the variables of mathematics stand alone. The bounds were set on two thousand pages of
 * text in many languages, markup and programs, and the same pages with their letters shifted.
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
 * A few words over and over, or names of commands, have the letters of those words: the other words are asked alone,
 * each once. A sentence whose letters are exchanged is as strange however often it is there.
 */
function saysLittleElse(texts: readonly string[]): boolean {
  const words = new Set(texts.join(" ").split(/\s+/));
  const others = Array.from(words).filter((word) => !word.startsWith("\\"));
  const { ascii } = tallyOf(others, "");
  const { plainLetters } = asciiCountsOf(ascii);
  // Codes such as `MCM` have fewer letters than the words of any sentence.
  const isOfNoWords = others.length < words.size * 0.8 || plainLetters < others.length * 3.5;
  if (plainLetters < 80 && isOfNoWords) return true;
  const { likeness } = latinShape(ascii);
  return likeness > 0.8 || likeness + letterPairsIn(others).alternation > 1.15;
}

/**
 * The same where the space was exchanged, too, so that there are no words: capitals come inside of what stands together,
 * which sequences of proteins have not, and letters repeat as those of a language, which those of base64 do not.
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

/** No language has half of its letters in Latin-1 and Latin Extended-A: the bytes of another script were read so. */
function isAccentSoup({ accentedLatin, plainLetters, beyondAscii }: Counts): boolean {
  return accentedLatin >= 20 && accentedLatin > plainLetters && accentedLatin > beyondAscii * 0.5;
}

function isRandomHan({ han, commonHan, syllables }: Counts): boolean {
  return han >= 40 && syllables < han * 0.05 && commonHan < han * 0.04;
}

/** Programs that number the glyphs `a1`, `a2` give them the names of the dingbats of PostScript. */
function isOfDingbats(counts: Counts): boolean {
  return counts.dingbats >= 40 && counts.dingbats > visibleIn(counts) * 0.5;
}

function repeatsOneCharacter(counts: Counts): boolean {
  const visible = visibleIn(counts);
  if (visible < 40) return false;
  const most = counts.ascii.findIndex((count, code) => code > 32 && count > visible * 0.97);
  return most > 0 && !repeated.includes(String.fromCharCode(most));
}
