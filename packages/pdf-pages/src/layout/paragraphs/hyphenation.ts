import { softHyphen } from "../../model/clean-text.ts";
import { type PageContent, textOf } from "../../model/page-content.ts";
import { isInk, space } from "../../model/plain-text.ts";

const endsWithHyphen = /[\p{L}\p{N}][-\u2010]$/u;
const ideograph = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303F\uFF00-\uFF60]/u;

/** Maximum length of words searched, so that the length of a paragraph does not matter. */
const longestWord = 60;

/** How words that are hyphenated at a line end are written elsewhere in the document. */
export interface WordMemory {
  readonly knows: (word: string) => boolean;
  readonly learn: (text: string) => void;
}

/** Enough for the vocabulary of a book. Later words are not stored. */
const maxWords = 60_000;

/** Maximum text waiting to be learned. A document without hyphenation never needs it. */
const maxWaitingCharacters = 500_000;

/** Creates a memory of words, in lowercase. */
export function createWordMemory(): WordMemory {
  const words = new Set<string>();
  let waiting: string[] = [];
  let waitingCharacters = 0;
  const catchUp = (): void => {
    for (const text of waiting) addWords(text, words);
    waiting = [];
    waitingCharacters = 0;
  };
  return {
    knows: (word) => {
      if (waitingCharacters > 0) catchUp();
      return words.has(word.toLowerCase());
    },
    learn: (text) => {
      if (waitingCharacters > maxWaitingCharacters || words.size > maxWords) return;
      waiting.push(text);
      waitingCharacters += text.length;
    },
  };
}

/** Unicode character classes are several times slower than ASCII letters, which most text has. */
// oxlint-disable-next-line no-control-regex -- matches all of ASCII on purpose
const isPlain = /^[\u0000-\u007F]*$/;
const plainWords = /[a-z\d]+(?:-[a-z\d]+)*/g;
const anyWords = /[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu;

function addWords(text: string, words: Set<string>): void {
  if (words.size > maxWords) return;
  for (const word of text.toLowerCase().match(isPlain.test(text) ? plainWords : anyWords) ?? []) words.add(word);
}

/** Joins the lines of a paragraph: with spaces, without them between ideographs, and with hyphenated words restored. */
export function joinLines(lines: readonly string[], memory: WordMemory): string {
  let text = "";
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    const next = lines[index + 1];
    // Only compares one line with the next, so that the length of a paragraph does not matter.
    text += next === undefined ? line : beforeNext(line, next, memory);
  }
  return dropSoftHyphens(text);
}

/** Returns a line and its separator from the next one. */
function beforeNext(line: string, next: string, memory: WordMemory): string {
  if (endsPlain(line)) return isDividedAddress(line, next) ? line : `${line} `;
  if (line.endsWith(softHyphen)) return line.slice(0, -1);
  const atHyphen = endsWithHyphen.test(line.slice(-3)) ? beforeRest(line, next, memory) : undefined;
  if (atHyphen !== undefined) return atHyphen;
  return isWrittenDensely(line, next) ? line : `${line} `;
}

/** Letters and marks of scripts without spaces between words. */
const unspaced = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** True if no space separates two lines: between ideographs and their punctuation, and between Thai words. */
export function isWrittenDensely(line: string, next: string): boolean {
  const [last, first] = [line.slice(-1), next.charAt(0)];
  return (ideograph.test(last) && ideograph.test(first)) || (unspaced.test(last) && unspaced.test(first));
}

/**
 * Returns a line that ends with a hyphen as it precedes the rest of the word or number, or `undefined` before other
 * characters.
 */
function beforeRest(line: string, next: string, memory: WordMemory): string | undefined {
  if (/^\p{N}/u.test(next) || endsInAddress(line)) return line;
  if (!/^\p{L}/u.test(next)) return undefined;
  return isDivided(line, next, memory) ? line.slice(0, -1) : line;
}

/** True if a line ends with an ASCII character other than a hyphen, as most lines do. */
function endsPlain(line: string): boolean {
  const code = line.charCodeAt(line.length - 1);
  return isInk(code) && code !== hyphen;
}

const hyphen = 0x2d;

/** Characters after which programs break addresses. */
const addressPunctuation = "/?&=_%#";

/** True if the last word is a web address, whose hyphens are its own. */
function endsInAddress(line: string): boolean {
  return /^[[(<]?(?:https?:\/\/|www\.)\S/iu.test(line.slice(line.lastIndexOf(" ") + 1));
}

/** True if a web address continues on the next line: `https://a.org/a/` `b/c.html`. */
function isDividedAddress(line: string, next: string): boolean {
  if (next.startsWith("//") && /(?:^|[\s(<[])(?:https?|ftp):$/u.test(line)) return true;
  if (!addressPunctuation.includes(line.charAt(line.length - 1))) return false;
  const start = line.slice(line.lastIndexOf(" ") + 1);
  const rest = next.slice(0, longestWord).split(" ", 1)[0] ?? "";
  return /^[(<]?(?:https?:\/\/|www\.)\S/iu.test(start) && /\w[/=&%_#]|\w\.\w|^\d+[).,;]?$/u.test(rest);
}

function isDivided(before: string, next: string, memory: WordMemory): boolean {
  const head = /[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*$/u.exec(before.slice(-longestWord, -1))?.[0] ?? "";
  const tail = /^[\p{L}\p{N}]+/u.exec(next.slice(0, longestWord))?.[0] ?? "";
  return !keepsHyphen(head, tail, memory);
}

/**
 * Returns whether a hyphen stays: if the document writes the word with one, before a capital, after a digit, after some
 * prefixes, and in words with other hyphens. It is removed if the word is known without it, and by default, because
 * most hyphens at a line end are due to hyphenation.
 */
function keepsHyphen(head: string, tail: string, memory: WordMemory): boolean {
  if (memory.knows(head + tail)) return false;
  if (memory.knows(`${head}-${tail}`) || isAfterPrefix(head, tail)) return true;
  if (/\p{Lu}/u.test(tail.charAt(0)) || /\p{N}$/u.test(head) || head.includes("-")) return true;
  return memory.knows(head) && memory.knows(tail) && head.length > 3 && tail.length > 3;
}

/** Prefixes usually written with a hyphen, and those before a vowel that they end with: `re-evaluation`. */
const hyphenated =
  /^(?:non-(?!sense|chalan|descri|plus|ethel)|self-(?!ish|less|hood|same)|well-(?!ness|being|head|ingt|spring)|(?:re|pre|de)-e|co-o|(?:anti|semi)-i)/iu;

/** Minimum length of a word after a prefix. */
const shortestTail = 4;

/** True if the hyphen belongs to a prefix, as in `non-governmental`. */
export function isAfterPrefix(head: string, tail: string): boolean {
  return tail.length >= shortestTail && hyphenated.test(`${head}-${tail}`);
}

/** Removes soft hyphens, which no longer end a line. */
export function dropSoftHyphens(text: string): string {
  return text.includes(softHyphen) ? text.replaceAll(softHyphen, "") : text;
}

const endsCut = /[-\u2010\u00AD]\s*$/u;
const cutWord = /[\p{L}\p{N}-]+[-\u2010\u00AD]\s*$/u;

/** Stores the words of a page, without the halves of hyphenated words. */
export function learnWords(content: PageContent, memory: WordMemory): void {
  let isRestOfWord = false;
  for (const { lines } of content.blocks) {
    for (const line of lines) {
      const text = textOf(line.runs);
      const whole = withoutCutWord(text);
      memory.learn(isRestOfWord ? whole.replace(/^\s*\S+/u, "") : whole);
      isRestOfWord = whole.length < text.length;
    }
  }
}

/** True if text may end with a hyphen, ignoring spaces. */
function mayBeCut(text: string): boolean {
  let last = text.length - 1;
  while (text.charCodeAt(last) === space) last -= 1;
  const code = text.charCodeAt(last);
  return !isInk(code) || code === hyphen;
}

/** Only checks the end: a hostile line has millions of characters. */
function withoutCutWord(text: string): string {
  if (!mayBeCut(text)) return text;
  const end = text.slice(-longestWord);
  return endsCut.test(end) ? text.slice(0, text.length - end.length) + end.replace(cutWord, "") : text;
}
