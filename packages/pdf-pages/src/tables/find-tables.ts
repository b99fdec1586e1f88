import type { Box, PageContent, Rule, Table, TextLine } from "../model/page-content.ts";
import type { CharacterLine } from "../model/page-model.ts";
import { alignedRegions } from "./aligned/aligned-regions.ts";
import { alignedTables } from "./aligned/aligned-table.ts";
import { barredTables } from "./aligned/barred-table.ts";
import { hasListings, isInListing } from "./aligned/in-listing.ts";
import { areAxisLabels, areUnmappedGlyphs } from "./aligned/plain-grids.ts";
import { splitNarrowGaps } from "./aligned/narrow-gaps.ts";
import { type Column, columnOf, columnsOf, pageColumns } from "./cells/columns.ts";
import { isNumeric } from "./cells/cell-kinds.ts";
import { withCurrencySigns, withSigns } from "./cells/currency-signs.ts";
import { around, type Fragment, fragmentsOf, verticalFragmentsOf } from "./cells/fragment.ts";
import { withLeaders, withoutLeaders } from "./cells/leaders.ts";
import { withUnits } from "./cells/unit-lines.ts";
import { cellText, firstRowOf, isInside, rowsOf, type VisualRow, visualRows } from "./cells/visual-rows.ts";
import { dashedRules, withDashes, withRules } from "./ruled/dashed-rules.ts";
import { columnsBetween, type Grid, gridOf, touchingGroups } from "./ruled/grid.ts";
import { stackedGroups } from "./ruled/stacked-groups.ts";
import { rowRuledRegions } from "./ruled/row-ruled-regions.ts";
import { rowRuledTables } from "./ruled/row-ruled-table.ts";
import { isAmongSlanted, type RuleLine, ruleLines, type RuleLines, snapPt } from "./ruled/rule-lines.ts";
import { ruledTable } from "./ruled/ruled-table.ts";
import { isShadedHead } from "./ruled/shaded-head.ts";
import { chartTexts, isInChart } from "./chart-texts.ts";
import { withClosingRow } from "./closing-row.ts";
import { withHeadAbove, withHeadsAbove } from "./head-above.ts";
import { withRowsAbove, withUnshadedRows } from "./rows-above.ts";
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
  const ofCharts = chartTexts(found, rules);
  const led = withoutLeaders(splitNarrowGaps(found, readLines));
  const drawn = ruleLines(rules);
  const signed = withCurrencySigns(led.fragments, drawn.vertical);
  const vertical = verticalFragmentsOf(content);
  const complete = (table: Table): Table => withSigns(withLeaders(table, led.leaders), signed.signs);
  const slanted = rules.filter(({ orientation }) => orientation === "slanted");
  return withUnits(signed.fragments, (fragments) =>
    tablesAmong({ fragments, vertical, drawn, slanted, ofCharts, complete }),
  );
}

/** What the tables of a page are found in. */
interface Findings {
  readonly fragments: readonly Fragment[];
  readonly vertical: readonly Fragment[];
  readonly drawn: RuleLines;
  /** Lines that show a drawing. */
  readonly slanted: readonly Rule[];
  /** Lines of text in charts. */
  readonly ofCharts: ReadonlySet<TextLine>;
  /** Adds the lines of a table that are not among the fragments. */
  readonly complete: (table: Table) => Table;
}

function tablesAmong(findings: Findings): readonly Table[] {
  const { fragments: found, vertical, drawn, slanted, ofCharts, complete } = findings;
  const dashed = dashedRules(found);
  const { fragments } = dashed;
  const lines = withRules(drawn, dashed.rules);
  const tables: Table[] = [];
  const all = vertical.length === 0 ? fragments : [...fragments, ...vertical];
  const { tables: grids, striped } = enclosedTables(lines, all);
  const enclosed = grids.filter((table) => !isInChart(table, ofCharts));
  const tagged = taggedTables(fragments).filter((table) => !enclosed.some((other) => isBetter(other, table)));
  tables.push(...tagged, ...withoutOverlap(enclosed, tagged));
  const open = lines.horizontal.filter((line) => !tables.some((table) => crosses(line, table)));
  const rest = free(fragments, tables).filter(mayBeInTable);
  const ruled = rowRuledTables(rowRuledRegions(open, rest), { partial: open, fragments: rest });
  const drawings: Table[] = [];
  const add = (more: readonly Table[]): void => {
    // No part of a drawing is a table.
    for (const table of withoutOverlap(more, [...tables, ...drawings])) {
      const isDrawn = isInChart(table, ofCharts) || isAmongSlanted(table, slanted);
      (isDrawn || isOfDrawing(table) || hasScale(table, rest, lines.vertical) ? drawings : tables).push(table);
    }
  };
  for (const table of ruled) add([withClosingRow(table, rest)]);
  const allRows = hasListings(fragments) ? visualRows(fragments) : undefined;
  for (const column of pageColumns(free(rest, [...tables, ...drawings]))) {
    const rows = visualRows(column);
    tables.push(...withoutOverlap(barredTables(rows), tables));
    for (const region of alignedRegions(rows)) {
      const aligned = alignedTables(region, { horizontal: open, vertical: lines.vertical });
      const others =
        allRows === undefined
          ? aligned
          : aligned.filter((table) => !isInListing(table, rows) && !isInListing(table, allRows));
      add(others.map((table) => withHeadAbove(table, rows, noLines)));
    }
  }
  const joined = joinBeside(tables.toSorted(byPlace), rest).map((table) => complete(withDashes(table, dashed.lines)));
  const sorted = joined.toSorted(byPlace);
  return withOwnHeads(joinContinued(sorted, fragments, striped), fragments, new Set(enclosed));
}

/** True for the numbers of axes, or the glyphs of a font that draws. */
function isOfDrawing({ rows }: Table): boolean {
  return areAxisLabels(rows) || areUnmappedGlyphs(rows);
}

/** Minimum count of the numbers of a scale, and minimum share of those centred at lines. */
const leastMarks = 5;
const markedShare = 0.8;

/** Maximum distance of the middle of a number from the line it marks, in points. */
const markPt = 1.5;

/** True if a row has the numbers of a scale: they are centred at vertical lines of a chart. */
function hasScale(table: Table, fragments: readonly Fragment[], vertical: readonly RuleLine[]): boolean {
  const { y0: top, y1: bottom } = table.box;
  const beside = vertical.filter(({ from, to }) => from < bottom && to > top);
  if (beside.length < leastMarks * markedShare) return false;
  const isMark = ({ box: { x0, x1 } }: Fragment): boolean =>
    beside.some(({ at }) => Math.abs(x0 + x1 - 2 * at) <= 2 * markPt);
  return linesOf(table, fragments).some((row) => {
    const numbers = row.fragments.filter(({ text }) => isNumeric(text));
    if (numbers.length < leastMarks || numbers.length < row.fragments.length) return false;
    return numbers.filter(isMark).length >= markedShare * numbers.length;
  });
}

function byPlace(a: Table, b: Table): number {
  return a.box.y0 - b.box.y0 || a.box.x0 - b.box.x0;
}

/**
 * Joins the parts of a table across the gutter of a page in columns: all rows continue in a part without labels, after a
 * gap that is no wider than others.
 */
function joinBeside(tables: readonly Table[], fragments: readonly Fragment[]): readonly Table[] {
  const joined: Table[] = [];
  for (const table of tables) {
    const last = joined.at(-1);
    if (last !== undefined && continuesBeside(last, table, fragments)) joined[joined.length - 1] = beside(last, table);
    else joined.push(table);
  }
  return joined;
}

/** Minimum number of rows that continue beside others, so that it is no chance. */
const leastRowsBeside = 4;

function continuesBeside(left: Table, right: Table, fragments: readonly Fragment[]): boolean {
  const count = left.rows.length;
  if (count < leastRowsBeside || count !== right.rows.length || left.headerRows !== right.headerRows) return false;
  if (left.box.x1 >= right.box.x0 || startsWithValues(left) || !startsWithValues(right)) return false;
  const [own, others] = [linesOf(left, fragments), linesOf(right, fragments)];
  const whole = visualRows([...own, ...others].flatMap((row) => row.fragments));
  return [own, others, whole].every(({ length }) => length === count) && isGapUsual(columnsOf(own), columnsOf(others));
}

function linesOf({ lines }: Table, fragments: readonly Fragment[]): readonly VisualRow[] {
  return visualRows(fragments.filter(({ line }) => lines.has(line)));
}

/** True if the gap between two groups of columns is no wider than others. */
function isGapUsual(left: readonly Column[], right: readonly Column[]): boolean {
  const widest = [left, right].map((columns) => {
    return Math.max(...columns.slice(1).map(({ x0 }, index) => x0 - (columns[index]?.x1 ?? x0)));
  });
  const [last, first] = [left.at(-1), right[0]];
  return last !== undefined && first !== undefined && first.x0 - last.x1 <= Math.max(...widest);
}

/** True if all rows below the head start with values, not with labels. */
function startsWithValues({ rows, headerRows }: Table): boolean {
  return rows.slice(headerRows).every(([first = ""]) => isNumeric(first));
}

function beside(left: Table, right: Table): Table {
  return {
    box: around(left.box, right.box),
    rows: left.rows.map((row, index) => [...row, ...(right.rows[index] ?? [])]),
    headerRows: left.headerRows,
    lines: new Set([...left.lines, ...right.lines]),
  };
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
  const whole = visualRows(fragments);
  const groups = pageColumns(fragments);
  const columns = groups.length > 1 ? groups.map(visualRows) : [];
  const taken = linesIn(tables);
  return tables.map((table) => {
    const own = columns.filter((rows) => rows.some((row) => row.fragments.some(({ line }) => table.lines.has(line))));
    const [rows = whole] = own.length === 1 ? own : [];
    const headed = withOwnHead(withRowsAbove(table, rows, taken), rows, taken);
    const spanned = withHeadsAbove(headed, rows, { taken, isEnclosed: enclosed.has(table) });
    return enclosed.has(spanned) ? spanned : withHeadAbove(spanned, rows, taken);
  });
}

/** Tagged list items and contents entries are not cells, however they are aligned. */
function mayBeInTable({ line: { tag } }: Fragment): boolean {
  return tag === undefined || tag.cell !== undefined || (tag.item === undefined && !tag.role.startsWith("TOC"));
}

function free(fragments: readonly Fragment[], tables: readonly Table[]): readonly Fragment[] {
  if (tables.length === 0) return fragments;
  const taken = linesIn(tables);
  return fragments.filter((fragment) => !taken.has(fragment.line));
}

/** Returns the lines of all tables. Most pages have one, whose set needs no copy. */
function linesIn(tables: readonly Table[]): ReadonlySet<TextLine> {
  const [only] = tables;
  if (only !== undefined && tables.length === 1) return only.lines;
  return new Set(tables.flatMap((table) => [...table.lines]));
}

interface EnclosedTables {
  readonly tables: readonly Table[];
  /** Those of which only every other row is shaded. They may continue the table above. */
  readonly striped: ReadonlySet<Table>;
}

/** The smallest grids first, so that a frame around a table does not hide it. */
function enclosedTables(lines: RuleLines, fragments: readonly Fragment[]): EnclosedTables {
  const grids = stackedGroups(touchingGroups(lines), fragments)
    .flatMap((group) => {
      const grid = gridOf(group);
      return grid === undefined ? [] : [{ ...group, ...grid }];
    })
    .toSorted((a, b) => areaOf(a) - areaOf(b));
  const tables: Table[] = [];
  const striped = new Set<Table>();
  let others = fragments;
  for (const grid of grids) {
    const table = ruledTable(grid, others);
    if (table === undefined || isOfDrawing(table) || isHeadAlone(grid, table, others)) continue;
    const whole = grid.isStacked ? withRowsAround(table, columnsBetween(grid.xs), others) : table;
    tables.push(whole);
    others = free(others, [whole]);
    if (grid.isStacked && !grid.isHeaded) striped.add(whole);
  }
  return { tables, striped };
}

/** True if cells in one row are the heads of a table without other cells. */
function isHeadAlone({ ys }: Grid, { lines }: Table, fragments: readonly Fragment[]): boolean {
  const [, bottom, ...others] = ys;
  const inside = fragments.filter(({ line }) => lines.has(line));
  return bottom !== undefined && others.length === 0 && isShadedHead(inside, bottom, fragments);
}

/** Adds the rows above and below a table that are in its columns: only every other row is shaded. */
function withRowsAround(table: Table, borders: readonly Column[], fragments: readonly Fragment[]): Table {
  // Text without rules may reach a little over the borders of the shaded cells.
  const columns = borders.map(({ x0, x1 }) => ({ x0: x0 + snapPt, x1: x1 - snapPt }));
  if (columns.length !== table.rows[0]?.length) return table;
  return withClosingRow(withUnshadedRows(table, columns, visualRows(fragments)), fragments, columns);
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
 * Joins the parts of a table separated by shaded rows: a table without a head, or a striped one, right below another
 * continues it if it has as many columns between the same edges.
 */
export function joinContinued(
  tables: readonly Table[],
  fragments: readonly Fragment[],
  striped: ReadonlySet<Table> = new Set(),
): readonly Table[] {
  const joined: Table[] = [];
  for (const table of tables) {
    const last = joined.at(-1);
    const isHeadless = table.headerRows === 0 || striped.has(table);
    if (last !== undefined && isHeadless && goesOn(last, table, fragments))
      joined[joined.length - 1] = together(last, table);
    else joined.push(table);
  }
  return joined;
}

function goesOn(above: Table, below: Table, fragments: readonly Fragment[]): boolean {
  if (above.rows[0]?.length !== below.rows[0]?.length) return false;
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

/** Maximum distance of heads above the first row, in ems. */
const ownHeadEms = 2;

/**
 * Adds the bold heads right above a table whose rows are not bold: shading of every other row encloses the rows but not
 * the heads. Lines in `taken` are in a table already.
 */
export function withOwnHead(table: Table, rows: readonly VisualRow[], taken: ReadonlySet<TextLine>): Table {
  const [head, first] = firstRowOf(table, rows);
  if (first === undefined || head === undefined || !isHead(head, first, table.box)) return table;
  if (head.fragments.some(({ line }) => taken.has(line))) return table;
  const columns = columnsOf(rowsOf(table, rows));
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
