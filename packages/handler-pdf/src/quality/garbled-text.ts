import { asciiCountsOf, type Counts, type Tally, tallyOf, visibleIn } from "./tally.ts";

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

/** Fewer letters are a stamp or a caption, whose words may be anything. */
const minLetters = 60;

/** With fewer letters among its characters a page is numbers, codes and units. */
const minLetterShare = 0.4;

/** How many of the letters stand in words, at most: .8 and more where a page was recognised well, .2 to .6 in soup. */
const maxWordShare = 0.65;

/** How many of the pairs of letters are a capital after a small letter, at least: none in words, .02 to .15 in soup. */
const minRises = 0.02;

/** Programs and lists of commands have capitals inside of their words, too, but the letters of a language. */
const maxLikeness = 0.83;

/**
 * Whether text has the letters that a recogniser sees where there are none of its own: in print that lies on its side or
 * on its head, or is of another script. The bounds were set on pages of print in many languages and programs, recognised
 * upright, turned, and in the wrong language. It tells nothing of text that a person wrote.
 */
export function isLetterSoup(texts: readonly string[], ascii: readonly number[]): boolean {
  const { letters, others, inWords, rises, pairs } = wordCounts(texts);
  if (letters < minLetters || letters < (letters + others) * minLetterShare) return false;
  if (inWords > letters * maxWordShare || rises < pairs * minRises) return false;
  return latinShape(ascii).likeness < maxLikeness;
}

interface WordCounts {
  letters: number;
  /** Seen characters that are no letters. */
  others: number;
  inWords: number;
  /** Letters that follow a letter. */
  pairs: number;
  rises: number;
}

/** Numbers and capitals, as part numbers have them. */
const code = /^(?=.*\p{Nd})[\p{Lu}\p{Nd}\p{P}]+$/u;

/** A word of one case but for its first letter, or several with marks between; or anything of a script without cases. */
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

/** How often each letter from a to z stands in a thousand, between the languages that are written with them. */
const profile: readonly number[] = [
  95, 14, 31, 41, 125, 13, 20, 24, 78, 6, 17, 46, 29, 70, 64, 26, 5, 66, 63, 66, 41, 16, 9, 3, 14, 13,
];

/** What the letters from a to z of some text are like, whatever its language. */
interface LatinShape {
  /** The cosine with what letters usually do: .8 to .98 in text of any language, .4 to .7 where letters are exchanged. */
  readonly likeness: number;
  /** How likely two letters are the same: .06 to .09 in text, even where its letters are exchanged; .04 in codes. */
  readonly coincidence: number;
}

/** The shape of the letters that `ascii` counts. */
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

/** How the letters from a to z of some text follow each other. */
interface LetterPairs {
  /** Letters that follow a letter. */
  readonly pairs: number;
  /** How many of the pairs are a vowel and a consonant: .55 to .85 in text, .1 to .5 where letters are exchanged. */
  readonly alternation: number;
  /** How many of them are a capital after a small letter, as no word has and codes have. */
  readonly rises: number;
}

/** How letters follow each other in `texts`. */
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

/** What a small letter of ASCII has and its capital has not. */
const smallBit = 0x20;

/** Bits of the letters a, e, i, o, u and y. */
const vowels = 0b1_0001_0000_0100_0001_0001_0001;

/** `undefined` for what is no letter from a to z. */
function isVowel(small: number): boolean | undefined {
  const index = small - 0x61;
  return index < 0 || index > 25 ? undefined : ((vowels >> index) & 1) === 1;
}
