import type { Table } from "../../model/page-content.ts";
import type { Fragment } from "../cells/fragment.ts";
import type { VisualRow } from "../cells/visual-rows.ts";

/** Maximum distance from one line of a listing to the next, in font sizes. */
const longestStepEm = 1.6;

/**
 * True if a table in a typewriter face goes on above or below as lines in that face: what a program printed stays one
 * listing, in which the columns stand as they were printed.
 */
export function isInListing(table: Table, rows: readonly VisualRow[]): boolean {
  const own = rows.flatMap((row, at) => (row.fragments.some(({ line }) => table.lines.has(line)) ? [at] : []));
  const [first, last] = [own[0], own.at(-1)];
  if (first === undefined || last === undefined) return false;
  if (!rows.slice(first, last + 1).every(isMonospaced)) return false;
  return goesOn(rows[first - 1], rows[first]) || goesOn(rows[last], rows[last + 1]);
}

/** Maximum share of the text in a typewriter face: where nearly all text is in it, it says nothing about lines. */
const mostTyped = 0.9;

/** True if a page has listings: some text in a typewriter face beside other text. */
export function hasListings(fragments: readonly Fragment[]): boolean {
  let [typed, all] = [0, 0];
  for (const { text, isMonospaced: isTyped } of fragments) {
    all += text.length;
    if (isTyped) typed += text.length;
  }
  return typed > 0 && typed < mostTyped * all;
}

function isMonospaced({ fragments }: VisualRow): boolean {
  return fragments.every((fragment) => fragment.isMonospaced);
}

function goesOn(above: VisualRow | undefined, below: VisualRow | undefined): boolean {
  if (above === undefined || below === undefined || !isMonospaced(above) || !isMonospaced(below)) return false;
  return below.box.y1 - above.box.y1 <= longestStepEm * (below.fragments[0]?.sizePt ?? 0);
}
