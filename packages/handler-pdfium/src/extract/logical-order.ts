import { stextScale } from "@reader/pdf-pages/lines";
import {
  anyFromRight,
  at,
  endOfGlyph,
  fromRight,
  isLevel,
  type PageCharacters,
  pickCharacters,
} from "./page-characters.ts";
import { added } from "./painting-order.ts";
import { isGlyphOfLine, withKnownGlyphs, withoutWholeLines } from "./whole-lines.ts";

/** Puts right-to-left characters of a page in the order in which they are read. */
export function inReadingOrder(characters: PageCharacters): PageCharacters {
  if (!anyFromRight.test(characters.texts.join(""))) return characters;
  const { characters: glyphs, lines } = withoutWholeLines(characters);
  return withPlacedSpaces(inLogicalOrder(withKnownGlyphs(inPlacedOrder(glyphs), lines)));
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
  if (mark.test(first) || mark.test(second)) return mark.test(second);
  return more.length === 0 && joinsNothing.test(second) && !joinsNothing.test(first);
}

function continuesLigature({ texts, x, y }: PageCharacters, index: number): boolean {
  if (x[index - 1] !== x[index] || y[index - 1] !== y[index]) return false;
  const [last = "", text = ""] = [texts[index - 1], texts[index]];
  return (fromRight.test(last) || mark.test(last)) && (fromRight.test(text) || mark.test(text));
}

/** What is moved as one in a line from right to left: a letter with its marks, or words and numbers from left to right. */
interface Unit {
  readonly indexes: number[];
  /** The spaces that the engine added after it. */
  readonly spaces: number[];
  readonly isFromRight: boolean;
  readonly x0: number;
  readonly x1: number;
}

/**
 * Puts lines from right to left in order by the places of their letters where these are not in order: Cairo writes the
 * letters of a word from right to left already, so that the engine turns them once too often, and the engine does not
 * turn letters that their map leaves out, as of WeasyPrint.
 */
function inPlacedOrder(characters: PageCharacters): PageCharacters {
  const order: number[] = [];
  for (let from = 0; from < characters.count;) {
    const end = endOfLine(characters, from);
    const units = unitsOf(characters, from, end);
    if (isTurned(units)) addPlaced(characters, units, order);
    else for (let index = from; index < end; index += 1) order.push(index);
    from = end;
  }
  return pickCharacters(characters, order);
}

/** Adds the characters of a line in the order of their places from the right. */
function addPlaced({ texts, added: kinds }: PageCharacters, units: readonly Unit[], order: number[]): void {
  // The engine took the line for another direction: the spaces that it added are at wrong places.
  const keepsAdded = !units.some(({ indexes: [first = 0] }) => texts[first] === " ");
  for (const { indexes, spaces } of units.toSorted((one, other) => middleOfUnit(other) - middleOfUnit(one))) {
    for (const index of indexes) if (keepsAdded || kinds[index] === added.none) order.push(index);
    if (keepsAdded) for (const index of spaces) order.push(index);
  }
}

function middleOfUnit({ x0, x1 }: Unit): number {
  return (x0 + x1) / 2;
}

const mark = /^\p{M}$/u;
/** Maximum distance of baselines in a line, in ems. Marks are raised and lowered. */
const mostRaisedEm = 0.3;

function endOfLine(characters: PageCharacters, from: number): number {
  const { texts, styles, added: kinds, y, count } = characters;
  let end = from + 1;
  if (!isLevel(characters, from) || kinds[from] === added.line) return end;
  const base = at(y, from);
  const mostPt = (mostRaisedEm * (styles[from]?.font.size ?? 0)) / stextScale;
  const continues = (index: number): boolean =>
    kinds[index] !== added.line &&
    isLevel(characters, index) &&
    (kinds[index] === added.space || mark.test(texts[index] ?? "") || Math.abs(at(y, index) - base) <= mostPt);
  while (end < count && continues(end)) end += 1;
  return end;
}

const fromLeft = /^[\p{L}\p{N}]$/u;

function isFromLeft(text: string): boolean {
  return fromLeft.test(text) && !isLetterFromRight(text);
}

/** Numbers of these scripts run from left to right. */
function isLetterFromRight(text: string): boolean {
  return (fromRight.test(text) || isGlyphOfLine(text)) && !/^\p{N}$/u.test(text);
}

function unitsOf(characters: PageCharacters, from: number, end: number): readonly Unit[] {
  const { texts, added: kinds } = characters;
  const units: Unit[] = [];
  const marks: { readonly index: number; readonly place: number }[] = [];
  for (let index = from; index < end;) {
    if (kinds[index] === added.space && units.length > 0) {
      units.at(-1)?.spaces.push(index++);
      continue;
    }
    const last = endOfUnit(characters, index, end);
    if (last === index + 1 && mark.test(texts[index] ?? "")) marks.push({ index: index++, place: units.length });
    else {
      units.push(unitOf(characters, index, last));
      index = last;
    }
  }
  for (const one of marks) addMark(characters, units, one);
  return units;
}

function endOfUnit(characters: PageCharacters, from: number, end: number): number {
  const { texts } = characters;
  if (!isFromLeft(texts[from] ?? "")) return endOfGlyph(characters, from, end);
  let last = from;
  for (let index = from + 1; index < end && !isLetterFromRight(texts[index] ?? ""); index += 1) {
    if (isFromLeft(texts[index] ?? "")) last = index;
  }
  return last + 1;
}

function unitOf({ texts, x0, x1 }: PageCharacters, from: number, end: number): Unit {
  const indexes = Array.from({ length: end - from }, (_, nth) => from + nth);
  const [start, stop] = indexes.reduce(
    ([least, most], index) => [Math.min(least, at(x0, index)), Math.max(most, at(x1, index))] as const,
    [Infinity, -Infinity] as const,
  );
  const isFromRight = indexes.some((index) => isLetterFromRight(texts[index] ?? ""));
  return { indexes, spaces: [], isFromRight, x0: start, x1: stop };
}

/** Adds a mark that was found at a place among the units to the letter above or below which it is. */
function addMark(
  { x0, x1 }: PageCharacters,
  units: Unit[],
  { index, place }: { readonly index: number; readonly place: number },
): void {
  const middle = (at(x0, index) + at(x1, index)) / 2;
  const near = [units[place - 1], units[place], units[place - 2], units[place + 1]].filter((one) => one !== undefined);
  const owner = near.find((one) => one.isFromRight && one.x0 <= middle && middle <= one.x1) ?? near[0];
  if (owner === undefined) units.push({ indexes: [index], spaces: [], isFromRight: true, x0: middle, x1: middle });
  else owner.indexes.push(index);
}

/** How far the middle of a letter may be to the right of the letter's before it, as a share of the narrower one. */
const mostBack = 0.2;

/** True for a line mostly of letters from right to left that are not in the order of their places. */
function isTurned(units: readonly Unit[]): boolean {
  const letters = units.filter((unit) => unit.isFromRight);
  if (letters.length * 2 <= units.length - letters.length) return false;
  return letters.some((one, index) => {
    const last = letters[index - 1];
    if (last === undefined) return false;
    return middleOfUnit(one) - middleOfUnit(last) > mostBack * Math.min(one.x1 - one.x0, last.x1 - last.x0);
  });
}

const arabicNumber = /[\u0660-\u0669][\u0660-\u0669\u066B\u066C.,/:-]*[\u0660-\u0669]/g;

/** Reverses numbers in Arabic digits: `cleanText` expects them as other engines give them, from right to left. */
export function withTurnedNumbers(text: string): string {
  return text.replaceAll(arabicNumber, (number) => Array.from(number).toReversed().join(""));
}
