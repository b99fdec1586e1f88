import { latinShape } from "./latin-shape.ts";

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
