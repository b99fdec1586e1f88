import type { Table } from "../../model/page-content.ts";
import { isNumeric, wordCount } from "../cells/cell-kinds.ts";
import type { Fragment } from "../cells/fragment.ts";
import type { VisualRow } from "../cells/visual-rows.ts";

/** Maximum distance from one line of a listing to the next, in font sizes. */
const longestStepEm = 1.6;

/**
 * True if a table in a typewriter face goes on above or below as lines in that face: what a program printed stays one
 * listing, in which the columns stand as they were printed. Only a listing has numbers of lines in another face.
 */
export function isInListing(table: Table, rows: readonly VisualRow[]): boolean {
  const own = rows.flatMap((row, at) => (row.fragments.some(({ line }) => table.lines.has(line)) ? [at] : []));
  const [first, last] = [own[0], own.at(-1)];
  if (first === undefined || last === undefined) return false;
  const lines = rows.slice(first, last + 1);
  if (!lines.every(isCode)) return false;
  if (areNumbered(lines)) return true;
  return goesOn(rows[first - 1], rows[first]) || goesOn(rows[last], rows[last + 1]);
}

/** Minimum number of words of a line of text. */
const leastWords = 6;

/** True if a page has listings: lines in a typewriter face beside text in another one. Typewritten pages have none. */
export function hasListings(fragments: readonly Fragment[]): boolean {
  if (!fragments.some(({ isMonospaced }) => isMonospaced)) return false;
  let set = 0;
  for (const { text, isMonospaced } of fragments) {
    if (wordCount(text) >= leastWords) set += isMonospaced ? -text.length : text.length;
  }
  return set > 0;
}

function isCode({ fragments: [first, ...others] }: VisualRow): boolean {
  if (first === undefined || !others.every(({ isMonospaced }) => isMonospaced)) return false;
  return first.isMonospaced || (others.length > 0 && isNumeric(first.text));
}

/** True for numbers of lines in another face, which count by one. */
function areNumbered(lines: readonly VisualRow[]): boolean {
  const numbers = lines.map(({ fragments: [first] }) => (first?.isMonospaced === false ? Number(first.text) : NaN));
  return numbers.every((number, index) => number === (numbers[0] ?? NaN) + index);
}

function goesOn(above: VisualRow | undefined, below: VisualRow | undefined): boolean {
  if (above === undefined || below === undefined || !isCode(above) || !isCode(below)) return false;
  return below.box.y1 - above.box.y1 <= longestStepEm * (below.fragments.at(-1)?.sizePt ?? 0);
}
