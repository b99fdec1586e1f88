import { boxAround } from "../../model/boxes.ts";
import { loneMarker } from "../../model/list-markers.ts";
import type { Table } from "../../model/page-content.ts";
import { headerCount, isNumeric, isPeriod, wordCount } from "../cells/cell-kinds.ts";
import { type Column, columnsOf } from "../cells/columns.ts";
import { logicalRows } from "../cells/logical-rows.ts";
import { around, type Fragment } from "../cells/fragment.ts";
import { spansOfHeads } from "../cells/spanning-heads.ts";
import { cellText, tableOf, type VisualRow } from "../cells/visual-rows.ts";
import { isSeveral, Stretches } from "./aligned-regions.ts";
import { looksLikeTable } from "./looks-like-table.ts";

/** Maximum number of parts into which a region is divided. Each stretch of parts is tried as a table. */
const maxParts = 20;

/** A fragment with more words is a line of prose. */
const maxCellWords = 8;

/** Lines closer than this belong together, in ems. */
const nearEms = 0.6;

/** A rule: its position on the other axis, and its ends. */
interface Rule {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** The rules of a page. */
interface Rules {
  readonly horizontal: readonly Rule[];
  readonly vertical: readonly Rule[];
}

const noRules: Rules = { horizontal: [], vertical: [] };

/** Finds tables without rules around them: the longest stretches that look like a table. One rule may be below heads. */
export function alignedTables(rows: readonly VisualRow[], rules: Rules = noRules): readonly Table[] {
  const tables: Table[] = [];
  const breaks = breaksOf(rows);
  const stretches = new Stretches(rows);
  let start = 0;
  while (start < breaks.length - 1) {
    let end = breaks.length - 1;
    let table: Table | undefined;
    while (end > start && table === undefined) {
      table = tableBetween({ rows, stretches, rules }, breaks[start] ?? 0, breaks[end] ?? 0);
      if (table === undefined) end -= 1;
    }
    if (table !== undefined) tables.push(table);
    start = Math.max(end, start + 1);
  }
  return tables;
}

interface Region {
  readonly rows: readonly VisualRow[];
  readonly stretches: Stretches;
  readonly rules: Rules;
}

function tableBetween({ rows, stretches, rules }: Region, start: number, end: number): Table | undefined {
  if (isAmidProse(rows, start, end)) return undefined;
  const region = stretches.take(start, end);
  if (region === undefined || beginsInProse(region)) return undefined;
  const make = (part: readonly VisualRow[]): Table | undefined => tableOfRegion(part, rules);
  return withSpanningLine(region, make) ?? make(region);
}

/** True if lines of prose continue right above or below some rows, which are part of it then. */
function isAmidProse(rows: readonly VisualRow[], start: number, end: number): boolean {
  return touchesProse(rows[start - 1], rows[start]) || touchesProse(rows[end - 1], rows[end]);
}

/** A line of prose has a wide gap after one of its sentences. A row with more gaps has the heads of several columns. */
const mostInProse = 2;

/** True if the first row is a line of prose with a wide gap after a sentence, and the line below is the next one. */
function beginsInProse([first, next]: readonly VisualRow[]): boolean {
  const [line, ...others] = next?.fragments ?? [];
  if (first === undefined || line === undefined || others.length > 0) return false;
  if (first.fragments.length > mostInProse) return false;
  const words = first.fragments.reduce((sum, { text }) => sum + wordCount(text), 0);
  const isNear = line.box.y0 - first.box.y1 < nearEms * line.sizePt;
  return isNear && words > maxCellWords && first.fragments.every(({ text }) => !isNumeric(text));
}

function touchesProse(above: VisualRow | undefined, below: VisualRow | undefined): boolean {
  if (above === undefined || below === undefined) return false;
  const isNear = below.box.y0 - above.box.y1 < nearEms * (below.fragments[0]?.sizePt ?? 0);
  return isNear && (hasProse(above) || hasProse(below));
}

/** True if a row has a line of prose. */
export function hasProse(row: VisualRow): boolean {
  return row.fragments.some((fragment) => wordCount(fragment.text) > maxCellWords);
}

function tableOfRegion(region: readonly VisualRow[], rules: Rules): Table | undefined {
  if (hasSecondHeader(region)) return undefined;
  const columns = columnsOf(region);
  if (columns.length < 2 || (columns.length > 2 && [region[0], region.at(-1)].some(isItem))) return undefined;
  const drafts = logicalRows(region, { columns });
  const isHeaded = hasRuleBelowHead(region, rules) || hasRuleBetween(region, columns, rules);
  if (!looksLikeTable({ rows: drafts, columns, isRuled: false, isHeaded })) return undefined;
  return tableOf(drafts, headerCount(drafts.map((row) => row.map(cellText))));
}

/** Maximum distance of a rule from the rows above and below it, in points. */
const nearRulePt = 2;

/** Minimum share of the width of a head that a rule is below. */
const headShare = 0.8;

/** True if a rule is right below each head of the first row, or one below all of them. */
function hasRuleBelowHead(region: readonly VisualRow[], { horizontal }: Rules): boolean {
  const [head, next] = region;
  if (head === undefined || next === undefined || head.fragments.length < 2) return false;
  const below = horizontal.filter(({ at }) => at > head.box.y1 - nearRulePt && at < next.box.y0 + nearRulePt);
  return head.fragments.every(({ box: { x0, x1 } }) =>
    below.some(({ from, to }) => from <= x0 + nearRulePt && to >= x0 + headShare * (x1 - x0)),
  );
}

/** Minimum and maximum length of a rule beside some rows, as shares of their height. A longer one divides the page. */
const besideShare = 0.9;
const longestShare = 1.3;

/** True if a vertical rule is between two columns, from the first row to the last. */
function hasRuleBetween(region: readonly VisualRow[], columns: readonly Column[], { vertical }: Rules): boolean {
  const { y0, y1 } = boxAround(region);
  const between = columns.slice(1).map(({ x0 }, index) => ({ from: columns[index]?.x1 ?? x0, to: x0 }));
  return vertical.some(({ at, from, to }) => {
    const isAlong = Math.min(to, y1) - Math.max(from, y0) >= besideShare * (y1 - y0);
    return isAlong && to - from < longestShare * (y1 - y0) && between.some((gap) => gap.from < at && at < gap.to);
  });
}

/** True if a row is a list item, which may be right above or below a table with more columns. */
function isItem(row: VisualRow | undefined): boolean {
  const [mark, words, ...others] = row?.fragments ?? [];
  if (mark === undefined || words === undefined || others.length > 0) return false;
  return loneMarker(mark.text) !== undefined && !isNumber(words);
}

/**
 * True if bold heads follow rows that are not bold, or a title: another table starts there. Bold totals do not count.
 */
function hasSecondHeader(rows: readonly VisualRow[]): boolean {
  return rows.some((row, index) => {
    const before = rows[index - 1];
    if (index < 2 || before === undefined || row.fragments.length < 3 || row.fragments.some(isNumber)) return false;
    return (isBold(row) && !isBold(before)) || isTitled(rows, index);
  });
}

function isNumber(fragment: Fragment): boolean {
  return isNumeric(fragment.text);
}

/** True if a row is between a title and a row with numbers, after other rows with numbers. */
function isTitled(rows: readonly VisualRow[], index: number): boolean {
  const isAfterNumbers = rows.slice(0, index - 1).some((row) => row.fragments.some(isNumber));
  return (
    rows[index - 1]?.fragments.length === 1 && isAfterNumbers && rows[index + 1]?.fragments.some(isNumber) === true
  );
}

/**
 * Returns where a table may start or end: at a line alone in its row, at bold text after other text, after a larger
 * gap, or at a list.
 */
function breaksOf(rows: readonly VisualRow[]): readonly number[] {
  const whites = rows.slice(1).map((row, index) => row.box.y0 - (rows[index]?.box.y1 ?? 0));
  const usual = whites.toSorted((a, b) => a - b)[Math.floor(whites.length / 2)] ?? 0;
  const places = whites.flatMap((white, index) => {
    const above = rows[index];
    const below = rows[index + 1];
    if (above === undefined || below === undefined) return [];
    const isApart = white > usual + 2 || !isSeveral(below) || !isSeveral(above);
    return isApart || (isBold(below) && !isBold(above)) || isItem(above) !== isItem(below)
      ? [{ at: index + 1, white }]
      : [];
  });
  const widest = places.toSorted((a, b) => b.white - a.white).slice(0, maxParts - 1);
  return [0, ...widest.map((place) => place.at).sort((a, b) => a - b), rows.length];
}

function isBold(row: VisualRow): boolean {
  return row.fragments.every((fragment) => fragment.isBold);
}

/**
 * Maximum distance of a line of spanning heads above the heads of single columns, in ems, and its difference from the
 * distance of these heads above the first row, in points.
 */
const spanningHeadEms = 0.9;
const samePt = 1;

/**
 * Makes a table of rows whose first line has heads over several columns: builds it from the rows below and adds that
 * line, so that each column shows all its heads. Returns `undefined` if the first line has no such heads.
 */
function withSpanningLine(
  rows: readonly VisualRow[],
  make: (rows: readonly VisualRow[]) => Table | undefined,
): Table | undefined {
  const [line, ...rest] = rows;
  const [below] = rest;
  if (line === undefined || below === undefined || !couldSpan(line, rest)) return undefined;
  const columns = columnsOf(rest);
  const spans = spansOfHeads(line.fragments, below.fragments, columns);
  if (spans === undefined || [...spans.values()].every((over) => over.length < 2)) return undefined;
  const table = make(rest);
  if (table?.headerRows !== 1 || table.rows[0]?.length !== columns.length) return undefined;
  const heads = columns.map((_, at) =>
    cellText(line.fragments.filter((fragment) => spans.get(fragment)?.includes(at) === true)),
  );
  return {
    box: around(table.box, line.box),
    rows: [heads, ...table.rows],
    headerRows: 2,
    lines: new Set([...line.fragments.map((fragment) => fragment.line), ...table.lines]),
  };
}

function couldSpan(line: VisualRow, [below, next]: readonly VisualRow[]): boolean {
  if (below === undefined || line.fragments.length < 2 || line.fragments.length >= below.fragments.length) return false;
  const sizePt = below.fragments[0]?.sizePt ?? 10;
  const usualPt = next === undefined ? 0 : next.box.y0 - below.box.y1;
  const isNear = below.box.y0 - line.box.y1 < Math.max(spanningHeadEms * sizePt, usualPt + samePt);
  return (
    isNear &&
    [...line.fragments, ...below.fragments].every(({ text, line: { direction } }) => {
      return direction === "ltr" && (!isNumeric(text) || isPeriod(text));
    })
  );
}
