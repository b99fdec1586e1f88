import { isExchanged, isOfOnePiece } from "./exchanged-letters.ts";
import { asciiCountsOf, visibleIn, type Counts } from "./character-counts.ts";
import type { Tally } from "./tally.ts";

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

/** Characters that are repeated on purpose: leaders, and fillers of forms and samples. */
const repeated = "._-*=,|~+#:xX0";

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
