import type { Box, PageContent, Rule, Table, TextLine } from "../model/page-content.ts";
import type { CharacterLine } from "../model/page-model.ts";
import { alignedRegions } from "./aligned/aligned-regions.ts";
import { alignedTables } from "./aligned/aligned-table.ts";
import { barredTables } from "./aligned/barred-table.ts";
import { splitNarrowGaps } from "./aligned/narrow-gaps.ts";
import { isNumeric } from "./cells/cell-kinds.ts";
import { type Column, columnOf, columnsOf, pageColumns, reachesOver } from "./cells/columns.ts";
import { around, type Fragment, fragmentsOf, verticalFragmentsOf } from "./cells/fragment.ts";
import { cellText, isInside, type VisualRow, visualRows } from "./cells/visual-rows.ts";
import { dashedRules, withDashes, withRules } from "./ruled/dashed-rules.ts";
import { gridOf, touchingGroups } from "./ruled/grid.ts";
import { rowRuledRegions, rowRuledTables } from "./ruled/row-ruled-table.ts";
import { clusters, type RuleLine, ruleLines, type RuleLines, snapPt } from "./ruled/rule-lines.ts";
import { ruledTable } from "./ruled/ruled-table.ts";
import { withHeadAbove } from "./head-above.ts";
import { withRowsAbove } from "./rows-above.ts";
import { taggedTables } from "./tagged-table.ts";

/** Maximum number of text fragments. A page with more is a drawing or an attack. */
const maxFragments = 20_000;

/**
 * Finds the tables of a page from the top: first those with cells enclosed by rules, then tagged ones, then those
 * between horizontal rules, then those shown only by alignment. Fragments in one table are not used again. `readLines`
 * returns the position of each character, for cells with narrow gaps.
 */
export function findTables(
  content: PageContent,
  rules: readonly Rule[],
  readLines: () => readonly CharacterLine[] = none,
): readonly Table[] {
  const found = fragmentsOf(content);
  if (found.length > maxFragments) return [];
  const dashed = dashedRules(splitNarrowGaps(found, readLines));
  const { fragments } = dashed;
  const lines = withRules(ruleLines(rules), dashed.rules);
  const tables: Table[] = [];
  const enclosed = enclosedTables(lines, [...fragments, ...verticalFragmentsOf(content)]);
  const tagged = taggedTables(fragments).filter((table) => !enclosed.some((other) => isBetter(other, table)));
  tables.push(...tagged, ...withoutOverlap(enclosed, tagged));
  const open = lines.horizontal.filter((line) => !tables.some((table) => crosses(line, table)));
  const rest = free(fragments, tables).filter(mayBeInTable);
  const ruled = rowRuledTables(rowRuledRegions(open, rest), { partial: open, fragments: rest });
  for (const table of ruled) tables.push(...withoutOverlap([withClosingRow(table, rest)], tables));
  for (const column of pageColumns(free(rest, tables))) {
    const rows = visualRows(column);
    tables.push(...withoutOverlap(barredTables(rows), tables));
    for (const region of alignedRegions(rows))
      tables.push(...withoutOverlap(alignedTables(region), tables).map((table) => withHeadAbove(table, rows, noLines)));
  }
  const complete = dashed.lines.length === 0 ? tables : tables.map((table) => withDashes(table, dashed.lines));
  const sorted = complete.toSorted((a, b) => a.box.y0 - b.box.y0 || a.box.x0 - b.box.x0);
  return withOwnHeads(joinContinued(sorted, fragments), fragments, new Set(enclosed));
}

const noLines: ReadonlySet<TextLine> = new Set();

function none(): readonly CharacterLine[] {
  return [];
}

/** Adds heads above tables. Rules around all cells show the head, and a title above it. */
function withOwnHeads(
  tables: readonly Table[],
  fragments: readonly Fragment[],
  enclosed: ReadonlySet<Table>,
): readonly Table[] {
  if (tables.length === 0) return tables;
  const rows = visualRows(fragments);
  const taken = new Set(tables.flatMap((table) => [...table.lines]));
  return tables.map((table) => {
    const headed = withOwnHead(withRowsAbove(table, rows, taken), rows, taken);
    return enclosed.has(headed) ? headed : withHeadAbove(headed, rows, taken);
  });
}

/** Tagged list items and contents entries are not cells, however they are aligned. */
function mayBeInTable({ line: { tag } }: Fragment): boolean {
  return tag === undefined || tag.cell !== undefined || (tag.item === undefined && !tag.role.startsWith("TOC"));
}

function free(fragments: readonly Fragment[], tables: readonly Table[]): readonly Fragment[] {
  if (tables.length === 0) return fragments;
  const taken = new Set(tables.flatMap((table) => [...table.lines]));
  return fragments.filter((fragment) => !taken.has(fragment.line));
}

/** The smallest grids first, so that a frame around a table does not hide it. */
function enclosedTables(lines: RuleLines, fragments: readonly Fragment[]): readonly Table[] {
  const grids = stackedGroups(touchingGroups(lines), fragments)
    .map(gridOf)
    .filter((grid) => grid !== undefined)
    .toSorted((a, b) => areaOf(a) - areaOf(b));
  const tables: Table[] = [];
  for (const grid of grids) {
    const table = ruledTable(grid, free(fragments, tables));
    if (table !== undefined) tables.push(table);
  }
  return tables;
}

function areaOf({ xs, ys }: { readonly xs: readonly number[]; readonly ys: readonly number[] }): number {
  return ((xs.at(-1) ?? 0) - (xs[0] ?? 0)) * ((ys.at(-1) ?? 0) - (ys[0] ?? 0));
}

/** Rules show spans better, tags show rows better: tags are preferred if they show more rows that are as full. */
function isBetter(enclosed: Table, tagged: Table): boolean {
  if (!isInside(enclosed.box, tagged.box)) return false;
  return enclosed.rows.length >= tagged.rows.length || filledShare(enclosed) > filledShare(tagged);
}

function filledShare({ rows }: Table): number {
  const cells = rows.flat();
  return cells.filter((cell) => cell !== "").length / Math.max(cells.length, 1);
}

function crosses(line: RuleLine, { box }: Table): boolean {
  return line.at > box.y0 && line.at < box.y1 && line.from < box.x1 && line.to > box.x0;
}

function withoutOverlap(found: readonly Table[], known: readonly Table[]): readonly Table[] {
  return found.filter(
    (table) => !known.some((other) => isInside(table.box, other.box) || isInside(other.box, table.box)),
  );
}

/** Parts of one table are at most this many times the font size apart. */
const continuedEms = 2;

/** Maximum difference of their outer edges as a share of the width, because cells of one column differ in width. */
const edgeShare = 0.12;

/**
 * Joins the parts of a table separated by shaded rows: a table without a head right below another continues it if it
 * has as many columns between the same edges.
 */
export function joinContinued(tables: readonly Table[], fragments: readonly Fragment[]): readonly Table[] {
  const joined: Table[] = [];
  for (const table of tables) {
    const last = joined.at(-1);
    if (last !== undefined && goesOn(last, table, fragments)) joined[joined.length - 1] = together(last, table);
    else joined.push(table);
  }
  return joined;
}

function goesOn(above: Table, below: Table, fragments: readonly Fragment[]): boolean {
  if (below.headerRows > 0 || above.rows[0]?.length !== below.rows[0]?.length) return false;
  const gapPt = below.box.y0 - above.box.y1;
  const sizePt = fragments.find(({ line }) => below.lines.has(line))?.sizePt ?? 10;
  const slackPt = edgeShare * (above.box.x1 - above.box.x0);
  return (
    gapPt > -sizePt &&
    gapPt < continuedEms * sizePt &&
    Math.abs(above.box.x0 - below.box.x0) <= slackPt &&
    Math.abs(above.box.x1 - below.box.x1) <= slackPt
  );
}

function together(above: Table, below: Table): Table {
  return {
    box: {
      x0: Math.min(above.box.x0, below.box.x0),
      y0: above.box.y0,
      x1: Math.max(above.box.x1, below.box.x1),
      y1: below.box.y1,
    },
    rows: [...above.rows, ...below.rows],
    headerRows: above.headerRows,
    lines: new Set([...above.lines, ...below.lines]),
  };
}

/** If every other row is shaded, the unshaded ones are at most this many times as high. */
const maxGapShare = 2.2;

/**
 * Joins groups of touching rules above each other with the same columns: tables in which every other row is shaded. The
 * last row may be unshaded and is found by its text.
 */
export function stackedGroups(groups: readonly RuleLines[], fragments: readonly Fragment[]): readonly RuleLines[] {
  const result: RuleLines[] = [];
  const joined = new Set<RuleLines>();
  for (const group of groups.toSorted((a, b) => topOf(a) - topOf(b))) {
    const index = result.findLastIndex((above) => isBelow(above, group));
    const above = result[index];
    const stacked = above === undefined ? group : join(above, group);
    if (above === undefined) result.push(group);
    else result[index] = stacked;
    if (above !== undefined) joined.add(stacked);
  }
  return result.map((group) => (joined.has(group) ? withLastRow(group, fragments) : group));
}

/** Adds the row below, if it is in the position of the next one and in the same columns. */
function withLastRow(group: RuleLines, fragments: readonly Fragment[]): RuleLines {
  const heights = clusters(group.horizontal.map((line) => line.at));
  const rowHeight = (heights.at(-1) ?? 0) - (heights.at(-2) ?? 0);
  const top = bottomOf(group);
  const columns = unitedColumns(group);
  const [left = 0, right = 0] = [columns[0], columns.at(-1)];
  const row = fragments.filter(({ box }) => {
    const middle = (box.y0 + box.y1) / 2;
    return middle > top && middle < top + rowHeight && box.x1 > left && box.x0 < right;
  });
  if (
    row.length < 2 ||
    row.some((fragment) => columns.some((at) => at > fragment.box.x0 + snapPt && at < fragment.box.x1 - snapPt))
  )
    return group;
  const end = { at: top + rowHeight, from: left, to: right };
  const through = columns.map((at) => ({ at, from: top, to: end.at }));
  return {
    horizontal: [...group.horizontal, end],
    vertical: [...group.vertical, ...through].sort((a, b) => a.at - b.at),
  };
}

function topOf(group: RuleLines): number {
  return group.horizontal[0]?.at ?? 0;
}

function bottomOf(group: RuleLines): number {
  return group.horizontal.at(-1)?.at ?? 0;
}

function isBelow(above: RuleLines, below: RuleLines): boolean {
  const gap = topOf(below) - bottomOf(above);
  const [first = 0, second = first] = clusters(below.horizontal.map((line) => line.at));
  const rowHeight = second - first;
  if (gap <= 0 || gap > maxGapShare * rowHeight) return false;
  const left = unitedColumns(above);
  const right = unitedColumns(below);
  return (
    left.length > 2 &&
    left.length === right.length &&
    left.every((at, index) => Math.abs(at - (right[index] ?? 0)) <= snapPt)
  );
}

function unitedColumns(group: RuleLines): readonly number[] {
  return clusters(group.vertical.map((line) => line.at));
}

/** Extends the vertical rules through the gap between two groups. */
function join(above: RuleLines, below: RuleLines): RuleLines {
  const through: RuleLine[] = unitedColumns(above).map((at) => ({ at, from: bottomOf(above), to: topOf(below) }));
  return {
    horizontal: [...above.horizontal, ...below.horizontal].sort((a, b) => a.at - b.at),
    vertical: [...above.vertical, ...through, ...below.vertical].sort((a, b) => a.at - b.at),
  };
}

/** Maximum distance of heads above the first row, in ems. */
const ownHeadEms = 2;

/**
 * Adds the bold heads right above a table whose rows are not bold: shading of every other row encloses the rows but not
 * the heads. Lines in `taken` are in a table already.
 */
export function withOwnHead(table: Table, rows: readonly VisualRow[], taken: ReadonlySet<TextLine>): Table {
  const inside = rows.filter(({ fragments }) => fragments.some(({ line }) => table.lines.has(line)));
  const [first] = inside;
  const head = first === undefined ? undefined : rows[rows.indexOf(first) - 1];
  if (first === undefined || head === undefined || !isHead(head, first, table.box)) return table;
  if (head.fragments.some(({ line }) => taken.has(line))) return table;
  const columns = columnsOf(inside);
  const places = new Set(head.fragments.map((fragment) => columnOf(fragment, columns)));
  if (columns.length !== table.rows[0]?.length || places.size !== head.fragments.length) return table;
  return {
    box: around(table.box, head.box),
    rows: [
      columns.map((_, index) => cellText(head.fragments.filter((fragment) => columnOf(fragment, columns) === index))),
      ...table.rows,
    ],
    headerRows: 1,
    lines: new Set([...head.fragments.map(({ line }) => line), ...table.lines]),
  };
}

function isHead({ fragments, box }: VisualRow, first: VisualRow, table: Box): boolean {
  const sizePt = first.fragments[0]?.sizePt ?? 10;
  const isNear = first.box.y0 - box.y1 < ownHeadEms * sizePt && box.x0 > table.x0 - ownHeadEms * sizePt;
  const areBold = fragments.length > 1 && fragments.every(({ isBold }) => isBold);
  return (
    isNear &&
    areBold &&
    fragments.every(({ line }) => line.direction === "ltr") &&
    !first.fragments.some(({ isBold }) => isBold)
  );
}

/** Maximum overhang of the last row on both sides of the others, in points. */
const closingSlackPt = 3;

/** Maximum distance of the last row below the others, in line heights. */
const closingRowEms = 1.2;

/** Maximum extra distance compared with the other rows, in line heights: a rule may be between them. */
const moreEms = 0.4;

/**
 * Adds the single row right below the last rule of a table, in its columns: totals, or the last row if rules are only
 * between rows, or only every other one is shaded. Several such rows are another table.
 */
export function withClosingRow(table: Table, fragments: readonly Fragment[]): Table {
  const rows = visualRows(
    fragments.filter(({ box }) => box.x0 > table.box.x0 - closingSlackPt && box.x1 < table.box.x1 + closingSlackPt),
  );
  const inside = rows.filter((row) => isOf(table, row));
  const end = rows.findLastIndex((row) => isOf(table, row));
  const [closing, after] = rows.slice(end + 1, end + 3);
  if (closing === undefined || !isNear(closing, inside)) return table;
  const columns = columnsOf(inside);
  if (columns.length !== table.rows[0]?.length || !fills(closing, columns)) return table;
  if (after !== undefined && after.fragments.length > 1 && isNear(after, [...inside, closing])) return table;
  const texts = columns.map((_, index) =>
    cellText(closing.fragments.filter((fragment) => columnOf(fragment, columns) === index)),
  );
  return {
    ...table,
    box: around(table.box, closing.box),
    rows: [...table.rows, texts],
    lines: new Set([...table.lines, ...closing.fragments.map(({ line }) => line)]),
  };
}

function isOf({ lines }: Table, { fragments }: VisualRow): boolean {
  return fragments.some(({ line }) => lines.has(line));
}

/** True if a row follows rows at about their distance. */
function isNear({ box }: VisualRow, rows: readonly VisualRow[]): boolean {
  const gaps = rows.slice(1).map((row, index) => row.box.y0 - (rows[index]?.box.y1 ?? 0));
  const heightPt = box.y1 - box.y0;
  const gapPt = box.y0 - (rows.at(-1)?.box.y1 ?? 0);
  return gapPt < closingRowEms * heightPt && gapPt <= Math.max(...gaps) + moreEms * heightPt;
}

/** True if a row has one cell in each of several columns, or in the first one and numbers in most others. */
function fills({ fragments }: VisualRow, columns: readonly Column[]): boolean {
  const places = new Set(fragments.map((fragment) => columnOf(fragment, columns)));
  const numbers = fragments.filter(({ text }) => isNumeric(text)).length;
  const isFull = columns.length > 2 && fragments.length === columns.length;
  return (
    places.size === fragments.length &&
    places.has(0) &&
    (isFull || (numbers * 2 >= columns.length - 1 && numbers > 0)) &&
    fragments.every((fragment) => fragment.line.direction === "ltr" && !reachesOver(fragment, columns))
  );
}
