import { at, isLevel, type PageCharacters, pickCharacters } from "./page-characters.ts";
import { unknownCharacter } from "./unmapped-text.ts";

const fromRight = /^[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]$/u;
const anyFromRight = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** Puts right-to-left characters of a page in the order in which they are read. */
export function inReadingOrder(characters: PageCharacters): PageCharacters {
  if (!anyFromRight.test(characters.texts.join(""))) return characters;
  return withPlacedSpaces(inLogicalOrder(withTurnedWords(withoutWholeLines(characters))));
}

/** Maximum number of characters of one glyph: the longest ligature of Arabic has 18. */
const maxOfGlyph = 20;

/** The characters of one glyph. */
interface GlyphText {
  readonly from: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Replaces the text of a whole line that a map gives to one glyph: WeasyPrint does so for text from right to left, and the
 * line would be there as often as the glyph. A text that is there once is kept.
 */
function withoutWholeLines(characters: PageCharacters): PageCharacters {
  const repeated = repeatedLines(characters);
  if (repeated.length === 0) return characters;
  const texts = [...characters.texts];
  const isLeftOut = new Uint8Array(characters.count);
  for (const { from, end } of repeated) {
    texts[from] = unknownCharacter;
    isLeftOut.fill(1, from + 1, end);
  }
  const order = texts.flatMap((_, index) => (isLeftOut[index] === 1 ? [] : [index]));
  return pickCharacters({ ...characters, texts }, order);
}

/** Returns the glyphs with the text of a line from right to left that several glyphs have. */
function repeatedLines(characters: PageCharacters): readonly GlyphText[] {
  const lines: GlyphText[] = [];
  const counts = new Map<string, number>();
  for (let from = 0, end = 0; from < characters.count; from = end) {
    end = endOfGlyph(characters, from);
    if (end - from <= maxOfGlyph || characters.styles[from]?.hasActualText === true) continue;
    const text = characters.texts.slice(from, end).join("");
    if (!anyFromRight.test(text)) continue;
    lines.push({ from, end, text });
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return lines.filter(({ text }) => (counts.get(text) ?? 0) > 1);
}

/** Returns the end of the characters that share one place. */
function endOfGlyph({ count, x, y, styles }: PageCharacters, from: number): number {
  const isShared = (index: number): boolean =>
    x[index] === x[from] && y[index] === y[from] && styles[index]?.object === styles[from]?.object;
  let end = from + 1;
  while (end < count && isShared(end)) end += 1;
  return end;
}

/**
 * Moves spaces to their places among letters from right to left: where a program paints each word alone, the engine sorts
 * spaces by their starts, which may be below the letters of the word before.
 */
export function withPlacedSpaces(characters: PageCharacters): PageCharacters {
  const { texts, count } = characters;
  const order = Array.from({ length: count }, (_, index) => index);
  for (let place = 0; place < count; place += 1) {
    const index = order[place] ?? 0;
    if (texts[index] === " " && isLevel(characters, index)) placeSpace(characters, order, place);
  }
  return pickCharacters(characters, order);
}

/** Maximum distance of a space from the letter that it follows, in widths of the space. */
const mostApart = 1;
/** Maximum number of letters that a space is moved over: no word has more. Hostile lines would take quadratic time. */
const maxLettersPassed = 100;

function placeSpace(characters: PageCharacters, order: number[], from: number): void {
  const space = order[from] ?? 0;
  const to = placeAmong(characters, order, from);
  const near = order[to] ?? 0;
  const gap = Math.max(
    at(characters.x0, near) - at(characters.x1, space),
    at(characters.x0, space) - at(characters.x1, near),
  );
  const width = at(characters.x1, space) - at(characters.x0, space);
  if (to !== from && gap <= mostApart * width) move(order, from, to);
}

/** Moves one item, and those between by one place. */
function move(order: number[], from: number, to: number): void {
  const item = order[from] ?? 0;
  if (from < to) order.copyWithin(from, from + 1, to + 1);
  else order.copyWithin(to + 1, to, from);
  order[to] = item;
}

function placeAmong(characters: PageCharacters, order: readonly number[], from: number): number {
  const space = order[from] ?? 0;
  const middle = middleOf(characters, space);
  /** True for a letter on the same line that is read before the space, by 1, or after it, by -1. */
  const isPassed = (letter: number | undefined, side: 1 | -1): boolean =>
    letter !== undefined &&
    fromRight.test(characters.texts[letter] ?? "") &&
    at(characters.y, letter) === at(characters.y, space) &&
    (middleOf(characters, letter) - middle) * side > 0;
  let to = from;
  while (to - from < maxLettersPassed && isPassed(order[to + 1], 1)) to += 1;
  if (to === from) while (from - to < maxLettersPassed && isPassed(order[to - 1], -1)) to -= 1;
  return to;
}

function middleOf({ x0, x1 }: PageCharacters, index: number): number {
  return (at(x0, index) + at(x1, index)) / 2;
}

/**
 * Restores the order of the letters of ligatures, which share one place and which the engine reverses with their line.
 */
function inLogicalOrder(characters: PageCharacters): PageCharacters {
  const { count } = characters;
  const texts = [...characters.texts];
  let from = 0;
  for (let index = 1; index <= count; index += 1) {
    if (index < count && continuesLigature(characters, index)) continue;
    if (index - from > 1 && !isInOrder(texts.slice(from, index))) reverse(texts, from, index);
    from = index;
  }
  return { ...characters, texts };
}

/** Reverses a part of an array in place: spread into `splice`, it may be more arguments than a call can have. */
function reverse<Item>(items: Item[], from: number, end: number): void {
  for (const [index, item] of items.slice(from, end).entries()) items[end - 1 - index] = item;
}

/** Letters that no letter after them joins. They are last in a ligature of two. */
const joinsNothing = /^[\u0622-\u0625\u0627\u0629\u062F-\u0632\u0648\u0649]$/;

/** The engine does not reverse the letters of a ligature that is one character in the file. */
function isInOrder([first = "", second = "", ...more]: readonly string[]): boolean {
  return more.length === 0 && joinsNothing.test(second) && !joinsNothing.test(first);
}

function continuesLigature({ texts, x, y }: PageCharacters, index: number): boolean {
  if (x[index - 1] !== x[index] || y[index - 1] !== y[index]) return false;
  return fromRight.test(texts[index - 1] ?? "") && fromRight.test(texts[index] ?? "");
}

/**
 * Turns words back whose letters the engine turned once too often: Cairo writes the letters of a word from right to left
 * already.
 */
function withTurnedWords(characters: PageCharacters): PageCharacters {
  const order = Array.from({ length: characters.count }, (_, index) => index);
  for (let from = 0; from < order.length;) {
    const end = endOfWord(characters, from);
    if (runsFromLeft(characters, from, end)) reverse(order, from, end);
    from = Math.max(end, from + 1);
  }
  return pickCharacters(characters, order);
}

/** Returns the end of the letters of one text object, on one line. */
function endOfWord({ texts, styles, y, count }: PageCharacters, from: number): number {
  const [object, base] = [styles[from]?.object, y[from]];
  let end = from;
  while (end < count && styles[end]?.object === object && y[end] === base && isLetterFromRight(texts[end])) end += 1;
  return end;
}

/** Numbers of these scripts run from left to right. */
function isLetterFromRight(text = ""): boolean {
  return fromRight.test(text) && !/^\p{N}$/u.test(text);
}

/** True if letters are painted from left to right. Those of a ligature share one place. */
function runsFromLeft(characters: PageCharacters, from: number, end: number): boolean {
  if (!isLevel(characters, from)) return false;
  const { x } = characters;
  for (let index = from + 1; index < end; index += 1) if (at(x, index) < at(x, index - 1)) return false;
  return end > from + 1 && at(x, end - 1) > at(x, from);
}

const arabicNumber = /[\u0660-\u0669][\u0660-\u0669\u066B\u066C.,/:-]*[\u0660-\u0669]/g;

/** Reverses numbers in Arabic digits: `cleanText` expects them as other engines give them, from right to left. */
export function withTurnedNumbers(text: string): string {
  return text.replaceAll(arabicNumber, (number) => Array.from(number).toReversed().join(""));
}
