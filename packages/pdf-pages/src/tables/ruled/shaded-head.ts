import { boxAround } from "../../model/boxes.ts";
import { isNumeric, isPeriod } from "../cells/cell-kinds.ts";
import type { Fragment } from "../cells/fragment.ts";
import { type VisualRow, visualRows } from "../cells/visual-rows.ts";

/** Maximum number of lines of heads. */
const maxHeadLines = 4;

/** Minimum number of heads side by side. */
const leastHeads = 3;

/** Maximum number of lines below the heads among which is a row: titles of groups may be above it. */
const maxLinesBelow = 3;

/** Maximum gap between lines, in heights of the lower one. */
const maxGap = 1.5;

/** Minimum share of the heads that are above one text of the row below them. */
const filledShare = 0.5;

/**
 * True if a single band, between two rules or in one row of cells, has only the heads of a table: rows without rules
 * follow in their columns. The heads alone are shaded.
 */
export function isShadedHead(band: readonly Fragment[], bottom: number, fragments: readonly Fragment[]): boolean {
  if (band.some(isValue)) return false;
  const lines = visualRows(band);
  const most = Math.max(...lines.map(({ fragments: { length } }) => length));
  if (most < leastHeads || lines.length > maxHeadLines) return false;
  const heads = lines.findLast(({ fragments: { length } }) => length === most);
  const right = boxAround(band).x1;
  const below = fragments.filter(({ box }) => box.y0 + box.y1 > 2 * bottom && box.x0 < right);
  const row = nearRows(below, bottom).find(({ fragments: { length } }) => length > 1);
  return heads !== undefined && row !== undefined && areHeadsOf(heads, row);
}

function isValue({ text }: Fragment): boolean {
  return isNumeric(text) && !isPeriod(text);
}

/** Returns the first lines below a position that are near each other. */
function nearRows(fragments: readonly Fragment[], top: number): readonly VisualRow[] {
  const rows = visualRows(fragments).slice(0, maxLinesBelow);
  const end = rows.findIndex(({ box }, index) => {
    return box.y0 - (rows[index - 1]?.box.y1 ?? top) > maxGap * (box.y1 - box.y0);
  });
  return end < 0 ? rows : rows.slice(0, end);
}

/** True if heads are each above one text of a row at most, and no text is below several of them. */
function areHeadsOf({ fragments: heads }: VisualRow, { fragments: texts }: VisualRow): boolean {
  const under = heads.map(({ box }) => texts.filter((text) => text.box.x0 < box.x1 && text.box.x1 > box.x0));
  const filled = under.filter(({ length }) => length > 0);
  const areSingle = filled.every(({ length }) => length === 1);
  return areSingle && new Set(filled.flat()).size === filled.length && filled.length >= filledShare * heads.length;
}
