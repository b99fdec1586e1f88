import type { Box, Table, TextLine } from "../../model/page-content.ts";
import { isNumeric, isPeriod } from "./cell-kinds.ts";
import { around, type Fragment } from "./fragment.ts";
import { isInside, type VisualRow, visualRows } from "./visual-rows.ts";

/** True for words in brackets, such as `(in millions)`. */
function isBracketed(text: string): boolean {
  return text.startsWith("(") && text.endsWith(")") && /\p{L}{2}/u.test(text);
}

/** Maximum distance of the centre of a unit from that of the heads above it, and of its line from theirs, in ems. */
const centredEms = 1.2;
const nearEms = 1.2;

/** Lines of one head have an edge or their centre at the same position, in points. */
const alignedPt = 1.5;

/**
 * Finds tables without the units of whole tables, and adds each unit below the heads of its table, in each column with
 * values. The unit is that of each column, and not a line of the one head that happens to be above it. What turns out not
 * to be below the heads at the top of a table is a text like others.
 */
export function withUnits(
  fragments: readonly Fragment[],
  tablesAmong: (fragments: readonly Fragment[]) => readonly Table[],
): readonly Table[] {
  const units = unitsAmong(fragments);
  if (units.length === 0) return tablesAmong(fragments);
  const values = highestValues(fragments);
  const found = tablesAmong(without(fragments, units));
  const placed = found.flatMap((table) => unitOf(table, units, values) ?? []);
  const tables = placed.length === units.length ? found : tablesAmong(without(fragments, placed));
  return tables.map((table) => withUnit(table, unitOf(table, placed, values)));
}

function without(fragments: readonly Fragment[], units: readonly Fragment[]): readonly Fragment[] {
  const removed = new Set(units);
  return fragments.filter((one) => !removed.has(one));
}

/** Returns what may be units: between heads and values, centred over all columns or not aligned with any head. */
function unitsAmong(fragments: readonly Fragment[]): readonly Fragment[] {
  if (!fragments.some(({ text }) => isBracketed(text))) return [];
  const rows = visualRows(fragments);
  return rows.flatMap((row, index) => (isOfAll(row, rows[index - 1], rows[index + 1]) ? row.fragments : []));
}

/** Returns the top of the highest value of each line that has values. */
function highestValues(fragments: readonly Fragment[]): ReadonlyMap<TextLine, number> {
  const tops = new Map<TextLine, number>();
  for (const { text, line, box } of fragments)
    if (isNumeric(text) && !isPeriod(text)) tops.set(line, Math.min(tops.get(line) ?? Infinity, box.y0));
  return tops;
}

/** Returns the unit below the heads of a table, above all its values. */
function unitOf(table: Table, units: readonly Fragment[], values: ReadonlyMap<TextLine, number>): Fragment | undefined {
  const unit = units.find(({ box }) => isInside(box, table.box));
  if (unit === undefined || table.headerRows === 0) return undefined;
  return [...table.lines].some((line) => (values.get(line) ?? Infinity) < unit.box.y0) ? undefined : unit;
}

function isOfAll({ fragments }: VisualRow, above: VisualRow | undefined, below: VisualRow | undefined): boolean {
  const [unit, ...others] = fragments;
  if (unit === undefined || others.length > 0 || above === undefined || below === undefined) return false;
  if (!isBracketed(unit.text) || unit.line.direction !== "ltr" || !areHeads(above)) return false;
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

function withUnit(table: Table, unit: Fragment | undefined): Table {
  if (unit === undefined) return table;
  const row = (table.rows[0] ?? []).map((_, column) => (column === 0 ? "" : unit.text));
  return {
    ...table,
    rows: table.rows.toSpliced(table.headerRows, 0, row),
    lines: new Set([...table.lines, unit.line]),
  };
}
