import type { Box, Table } from "../../model/page-content.ts";
import { isNumeric, isPeriod } from "./cell-kinds.ts";
import { around, type Fragment } from "./fragment.ts";
import { isInside, type VisualRow, visualRows } from "./visual-rows.ts";

/** Words in brackets, such as `(in millions)`. */
const bracketed = /^\(.*\p{L}{2}.*\)$/u;

/** Maximum distance of the centre of a unit from that of the heads above it, and of its line from theirs, in ems. */
const centredEms = 1.2;
const nearEms = 1.2;

/** Lines of one head have an edge or their centre at the same position, in points. */
const alignedPt = 1.5;

/** Fragments of a page without the units of whole tables. */
export interface FragmentsWithoutUnits {
  readonly fragments: readonly Fragment[];
  readonly units: readonly Fragment[];
}

/**
 * Removes units between the heads of a table and its values, centred over all columns with values or not aligned with any
 * head. The unit is that of each column, and not a line of the one head that happens to be above it.
 */
export function withoutUnits(fragments: readonly Fragment[]): FragmentsWithoutUnits {
  if (!fragments.some(({ text }) => bracketed.test(text))) return { fragments, units: [] };
  const rows = visualRows(fragments);
  const units = rows.flatMap((row, index) => (isOfAll(row, rows[index - 1], rows[index + 1]) ? row.fragments : []));
  const removed = new Set(units);
  return { fragments: units.length === 0 ? fragments : fragments.filter((one) => !removed.has(one)), units };
}

function isOfAll({ fragments }: VisualRow, above: VisualRow | undefined, below: VisualRow | undefined): boolean {
  const [unit, ...others] = fragments;
  if (unit === undefined || others.length > 0 || above === undefined || below === undefined) return false;
  if (!bracketed.test(unit.text) || unit.line.direction !== "ltr" || !areHeads(above)) return false;
  return isBelow(unit, above) && (isCentredBelow(unit, above) || !isAlignedBelow(unit, above));
}

function areHeads({ fragments }: VisualRow): boolean {
  return fragments.length > 1 && fragments.every(({ text }) => !isNumeric(text) || isPeriod(text));
}

function isBelow({ box, sizePt }: Fragment, { box: heads }: VisualRow): boolean {
  return box.y0 - heads.y1 < nearEms * sizePt && box.x0 > heads.x0 && box.x1 < heads.x1;
}

function isCentredBelow(unit: Fragment, { fragments }: VisualRow): boolean {
  return [fragments, fragments.slice(1)].some((heads) => heads.length > 1 && isCentred(unit, heads));
}

function isAlignedBelow({ box }: Fragment, { fragments }: VisualRow): boolean {
  return fragments.some((head) => areAligned(box, head.box));
}

function areAligned(a: Box, b: Box): boolean {
  const distancesPt = [a.x0 - b.x0, a.x1 - b.x1, (a.x0 + a.x1 - b.x0 - b.x1) / 2];
  return distancesPt.some((distance) => Math.abs(distance) <= alignedPt);
}

function isCentred({ box, sizePt }: Fragment, heads: readonly Fragment[]): boolean {
  const { x0, x1 } = heads.map((head) => head.box).reduce(around);
  return Math.abs(x0 + x1 - box.x0 - box.x1) / 2 <= centredEms * sizePt;
}

/** Adds the unit of a table below its heads, in each column with values. */
export function withUnits(table: Table, units: readonly Fragment[]): Table {
  const unit = units.find(({ box }) => isInside(box, table.box));
  if (unit === undefined || table.headerRows === 0) return table;
  const row = (table.rows[0] ?? []).map((_, column) => (column === 0 ? "" : unit.text));
  return {
    ...table,
    rows: table.rows.toSpliced(table.headerRows, 0, row),
    lines: new Set([...table.lines, unit.line]),
  };
}
