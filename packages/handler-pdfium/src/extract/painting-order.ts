const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** Characters of the page, and spaces and line ends that the engine added. */
export const added = { none: 0, space: 1, line: 2 } as const;

/** A direction: horizontal, and down the page; of length 1. */
export interface Direction {
  readonly x: number;
  readonly y: number;
}

/** Characters in the order of the engine. */
interface OrderedCharacters {
  readonly texts: readonly string[];
  readonly styles: readonly { readonly object: number; readonly along: Direction }[];
  readonly added: readonly number[];
}

/**
 * Returns the numbers of the characters in painting order. The engine sorts the text objects of a line by their starts,
 * which tears accents from their letters, and adds spaces by widths that it guesses: both are left out. Lines with words
 * from right to left stay as they are, because the engine has turned their letters to reading order; so do slanted
 * lines, where boxes do not show the gaps.
 */
export function paintingOrder(characters: OrderedCharacters, orderOf: ReadonlyMap<number, number>): Int32Array {
  const { texts, styles, added: kinds } = characters;
  const order = new Int32Array(texts.length);
  const placeOf = (index: number): number => orderOf.get(styles[index]?.object ?? 0) ?? 0;
  const mayRunFromRight = rightToLeft.test(texts.join(""));
  const isKept = (start: number, end: number): boolean =>
    isSlanted(styles[start]?.along) || (mayRunFromRight && rightToLeft.test(texts.slice(start, end).join("")));
  let count = 0;
  for (let start = 0; start < texts.length;) {
    const end = endOfLine(characters, start);
    const first = count;
    const keepsAll = isKept(start, end);
    for (let index = start; index < end; index += 1) {
      if (keepsAll || kinds[index] === added.none) order[count++] = index;
    }
    if (!keepsAll) sortByPlace(order.subarray(first, count), placeOf);
    start = end;
  }
  return order.subarray(0, count);
}

/**
 * Returns the end of a line, with its line end. The engine ends a line before and after an accent that is raised above a
 * capital letter, or below a letter: such line ends belong to the line around them.
 */
function endOfLine(characters: OrderedCharacters, start: number): number {
  const { texts, added: kinds } = characters;
  const nextEnd = (from: number): number => {
    const found = kinds.indexOf(added.line, from);
    return found < 0 ? texts.length : found + 1;
  };
  let end = nextEnd(start);
  for (let first = start; end < texts.length;) {
    const next = nextEnd(end);
    if (!isAccents(characters, first, end) && !isAccents(characters, end, next)) break;
    [first, end] = [end, next];
  }
  return end;
}

/** Accents as TeX paints them over letters. */
const accent = /^[\u0060\u00A8\u00AF\u00B4\u02C6\u02C7\u02D8-\u02DD]$/u;

/** True for an accent that is a character of its own. */
export function isAccent(text: string | undefined): boolean {
  return text !== undefined && accent.test(text);
}

/** True if a line has only accents, and what the engine added. */
function isAccents({ texts, added: kinds }: OrderedCharacters, start: number, end: number): boolean {
  let count = 0;
  for (let index = start; index < end; index += 1) {
    if (kinds[index] !== added.none) continue;
    if (!isAccent(texts[index])) return false;
    count += 1;
  }
  return count > 0;
}

/** Sorts only if needed, which is rare. */
function sortByPlace(line: Int32Array, placeOf: (index: number) => number): void {
  let last = -1;
  for (const index of line) {
    const place = placeOf(index);
    if (place < last) {
      line.sort((one, other) => placeOf(one) - placeOf(other) || one - other);
      return;
    }
    last = place;
  }
}

function isSlanted({ x, y }: Direction = { x: 1, y: 0 }): boolean {
  return Math.min(Math.abs(x), Math.abs(y)) > 0.05;
}
