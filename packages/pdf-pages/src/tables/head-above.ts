import { isCaption } from "../layout/headings/same-size-headings.ts";
import type { Box, Table, TextLine } from "../model/page-content.ts";
import { isLarger, isRunningHeader, mayBeHeads } from "./aligned/aligned-regions.ts";
import { isNumeric, isPeriod } from "./cells/cell-kinds.ts";
import { type Column, columnOf, columnsOf, reachesOver } from "./cells/columns.ts";
import { around, type Fragment } from "./cells/fragment.ts";
import { type HeadSpans, isFirstLine, isInTurns, spansOfHeads, underOf } from "./cells/spanning-heads.ts";
import { cellText, firstRowOf, joinLine, rowsOf, type VisualRow } from "./cells/visual-rows.ts";

/** Maximum distance of a spanning head above the other heads, in ems. */
const nearEms = 0.8;

/** Maximum overhang to the right of the last column, in points. */
const slackPt = 6;

/**
 * Adds a single spanning head above several columns, `Year ended 31 December` above `2025`, `2024` and `2023`: bold
 * like them or centred over them, and starting to the right of the first column, or of several
 * with labels, which it does not cover. Each column below it shows it.
 */
export function withHeadAbove(table: Table, rows: readonly VisualRow[], taken: ReadonlySet<TextLine>): Table {
  const [above, first] = firstRowOf(table, rows);
  const head = headAbove(first, above);
  if (first === undefined || head === undefined || table.headerRows !== 1 || taken.has(head.line)) return table;
  const inside = rowsOf(table, rows);
  const columns = columnsOf(inside);
  if (columns.length !== table.rows[0]?.length || !standsOver(head, columns)) return table;
  const at = columnOfLine(head, first.fragments, columns);
  if (at !== undefined) return withHeadAbove(withFirstLine(table, head, at), rows, taken);
  return spansValues(head, first, { columns, isRuled: taken.size > 0 })
    ? withHeadFrom(table, head, 1)
    : withHeadFrom(table, head, firstCentred(head, widthsOf(inside, columns)));
}

/** Adds a head above all columns from one on, if there is one. */
function withHeadFrom(table: Table, head: Fragment, from: number | undefined): Table {
  const [own = []] = table.rows;
  if (from === undefined) return table;
  return {
    box: around(table.box, head.box),
    rows: [own.map((_, index) => (index < from ? "" : head.text)), ...table.rows],
    headerRows: 2,
    lines: new Set([head.line, ...table.lines]),
  };
}

/** Maximum number of lines of heads above those of single columns. */
const maxLevels = 3;
const maxLinesAbove = 5;

/**
 * Adds lines of heads right above a table that each span several of its columns: years above `Number` and `Share`, when
 * the first rule is below them.
 */
export function withHeadsAbove(table: Table, rows: readonly VisualRow[], search: HeadSearch): Table {
  const most = search.isEnclosed ? 1 : maxLevels;
  if (table.headerRows < 1 || table.headerRows > most) return table;
  const inside = rowsOf(table, rows);
  const columns = columnsOf(inside);
  const [first, next] = inside;
  if (columns.length !== table.rows[0]?.length || first === undefined) return table;
  const usualPt = next === undefined ? 0 : next.box.y0 - first.box.y1;
  const start = rows.indexOf(first);
  return withLinesAbove(table, rows.slice(Math.max(0, start - maxLinesAbove), start), {
    ...search,
    columns,
    usualPt,
    first,
    top: rows[0],
  });
}

/** Adds some lines above a table, from the last one, until one is no head. */
function withLinesAbove(table: Table, lines: readonly VisualRow[], below: HeadsBelow): Table {
  const [line, above] = [lines.at(-1), lines.at(-2)];
  if (line === undefined || table.headerRows > maxLevels) return table;
  if (line.fragments.some((head) => below.taken.has(head.line)) || isHeaderOrTitle(line, below, table)) return table;
  const stub = firstLineOfLabels(line, above, below);
  if (stub !== undefined) return withLinesAbove(withFirstLine(table, stub, 0), lines.slice(0, -1), below);
  const more = mayBeHeads(line) ? withHeadLine(table, line, below) : withHeadOfHeads(table, line, below);
  return more === table ? table : withLinesAbove(more, lines.slice(0, -1), { ...below, first: line });
}

/** Returns the first line of the head of the labels, if heads that span several columns are above it. */
function firstLineOfLabels(line: VisualRow, above: VisualRow | undefined, below: HeadsBelow): Fragment | undefined {
  const [head, ...others] = line.fragments;
  if (head === undefined || others.length > 0 || above === undefined || !mayBeHeads(above)) return undefined;
  if (!isFirstLineOfLabels(head, below)) return undefined;
  return spansOfHeads(above.fragments, below.first.fragments, below.columns) === undefined ? undefined : head;
}

/** True for a line right above the head of the labels, aligned with it and in the same type. */
function isFirstLineOfLabels(head: Fragment, { first, columns }: HeadsBelow): boolean {
  const [own] = first.fragments;
  if (own === undefined || columnOf(own, columns) !== 0 || !isFirstLine(head, first.fragments)) return false;
  const isNear = first.box.y0 - head.box.y1 < lineEms * own.sizePt;
  return isNear && areAlike(head, own) && head.box.x1 <= (columns[1]?.x0 ?? 0);
}

function withHeadLine(table: Table, line: VisualRow, below: HeadsBelow): Table {
  if (!below.isEnclosed && table.headerRows === 1 && areFirstLines(line, below.first))
    return withFirstLines(table, line, below);
  return areHeads(line, below, table) ? withSpanningHeads(table, line, below) : table;
}

/** True for the running header of the page, or a title in larger type. */
function isHeaderOrTitle(line: VisualRow, { first, top }: HeadsBelow, { box }: Table): boolean {
  return (line === top && isRunningHeader(line, box)) || isLarger(line, first.fragments);
}

/** Maximum distance of the centre of a head from that of the heads below it, in ems. */
const middleEms = 1.5;

/** Adds a single head that is centred over several of the spanning heads below it, and not over the whole table. */
function withHeadOfHeads(table: Table, { fragments: [head], box }: VisualRow, below: HeadsBelow): Table {
  const [own] = below.first.fragments;
  if (head === undefined || own === undefined || table.headerRows < 2 || isCaption(head.text)) return table;
  if (!areAlike(head, own) || !areHeads({ fragments: [head], box }, below, table)) return table;
  const range = rangeOver(box, table, below.columns);
  if (range === undefined || range.offPt > middleEms * head.sizePt) return table;
  return {
    box: around(table.box, box),
    rows: [below.columns.map((_, at) => (at < range.from || at > range.to ? "" : head.text)), ...table.rows],
    headerRows: table.headerRows + 1,
    lines: new Set([head.line, ...table.lines]),
  };
}

interface HeadRange {
  readonly from: number;
  readonly to: number;
  /** The distance of the middle of the head from that of the columns. */
  readonly offPt: number;
}

/** Returns the columns behind the first of several heads over which one is centred best, if it is nearer than to all. */
function rangeOver(box: Box, { rows: [heads = []] }: Table, columns: readonly Column[]): HeadRange | undefined {
  const starts = heads.flatMap((text, at) => (at > 0 && text !== "" && text !== heads[at - 1] ? [at] : []));
  const ends = heads.flatMap((text, at) => (at > 0 && text !== "" && text !== heads[at + 1] ? [at] : []));
  const off = (from: number, to: number): number =>
    Math.abs(box.x0 + box.x1 - (columns[from]?.x0 ?? 0) - (columns[to]?.x1 ?? 0)) / 2;
  const ranges = starts.flatMap((from, index) =>
    ends.slice(index + 1).map((to) => ({ from, to, offPt: off(from, to) })),
  );
  const best = ranges.toSorted((a, b) => a.offPt - b.offPt)[0];
  if (best === undefined || best.offPt >= off(0, columns.length - 1)) return undefined;
  const [left = 0, right = 0] = [columns[best.from]?.x0, columns[best.to]?.x1];
  return box.x0 > left - slackPt && box.x1 < right + slackPt ? best : undefined;
}

function withSpanningHeads(table: Table, line: VisualRow, { first, columns, isEnclosed }: HeadsBelow): Table {
  const spans = spansOfHeads(line.fragments, first.fragments, columns);
  if (isEnclosed && !areProven(spans, table.rows[0] ?? [])) return table;
  const heads = spanningTexts(line, spans, columns);
  if (heads === undefined) return table;
  return {
    box: around(table.box, line.box),
    rows: [heads, ...table.rows],
    headerRows: table.headerRows + 1,
    lines: new Set([...line.fragments.map((head) => head.line), ...table.lines]),
  };
}

/** What is below a line of heads. */
interface HeadsBelow extends HeadSearch {
  /** The first row of the table. */
  readonly first: VisualRow;
  /** The first line of the page. */
  readonly top: VisualRow | undefined;
  readonly columns: readonly Column[];
  /** The gap between the heads of single columns and the first row. */
  readonly usualPt: number;
}

/** Where heads above a table are looked for. */
interface HeadSearch {
  /** Lines that are in a table already. */
  readonly taken: ReadonlySet<TextLine>;
  /** True for a table with rules around all cells, above which may be the lines of a form. */
  readonly isEnclosed: boolean;
}

/** True if heads are periods, or if the heads below them repeat. */
function areProven(spans: HeadSpans | undefined, below: readonly string[]): boolean {
  const over = [...(spans ?? [])].filter(([, columns]) => columns.length > 1);
  const start = over[0]?.[1][0] ?? 0;
  return over.every(([{ text }]) => isPeriod(text)) || isInTurns(below.slice(start), over.length);
}

/** Returns the head of each column, or `undefined` if one spans only a single column behind the first. */
function spanningTexts(
  { fragments }: VisualRow,
  spans: HeadSpans | undefined,
  columns: readonly Column[],
): readonly string[] | undefined {
  if (spans === undefined || [...spans.values()].some((over) => over.length < 2 && !over.includes(0))) return undefined;
  return columns.map((_, at) => cellText(fragments.filter((head) => spans.get(head)?.includes(at) === true)));
}

/** Maximum difference of the gaps between lines of heads and the first row, in points. */
const samePt = 1;

/** True for several heads right above others, between the sides of the table. */
function areHeads({ fragments, box }: VisualRow, { first, usualPt }: HeadsBelow, table: Table): boolean {
  const sizePt = first.fragments[0]?.sizePt ?? 10;
  const isNear = first.box.y0 - box.y1 < Math.max(nearEms * sizePt, usualPt + samePt);
  const isBetween = box.x0 > table.box.x0 - slackPt && box.x1 < table.box.x1 + slackPt;
  const areWords = fragments.every(
    ({ text, line }) => line.direction === "ltr" && (!isNumeric(text) || isPeriod(text)),
  );
  return isNear && isBetween && areWords;
}

/** Maximum distance of the first lines of heads above the second ones, in ems. */
const lineEms = 0.5;

/** True if all texts of a row are the first lines of heads with several: each is aligned with one below in the same type. */
function areFirstLines({ fragments, box }: VisualRow, { fragments: below, box: { y0 } }: VisualRow): boolean {
  return fragments.every((head) => {
    const [own] = underOf(head, below);
    if (own === undefined || !isFirstLine(head, below) || head.line.direction !== "ltr") return false;
    return areAlike(head, own) && !isNumeric(own.text) && y0 - box.y1 < lineEms * own.sizePt;
  });
}

function withFirstLines(table: Table, { fragments }: VisualRow, { first, columns }: HeadsBelow): Table {
  return fragments.reduce((whole, head) => {
    const [own = head] = underOf(head, first.fragments);
    return withFirstLine(whole, head, columnOf(own, columns));
  }, table);
}

function headAbove(first: VisualRow | undefined, above: VisualRow | undefined): Fragment | undefined {
  if (first === undefined || above === undefined) return undefined;
  const [head, ...others] = above.fragments;
  const [own] = first.fragments;
  if (head === undefined || own === undefined || others.length > 0) return undefined;
  const isNear = first.box.y0 - head.box.y1 < nearEms * own.sizePt;
  if (isCaption(head.text)) return undefined;
  return areAlike(head, own) && isNear && /\p{L}/u.test(head.text) ? head : undefined;
}

/**
 * Returns the column of a line that is the first one of a head with several, aligned with the next. A head centred over
 * an odd number of columns is aligned with the middle one, too.
 */
function columnOfLine(head: Fragment, below: readonly Fragment[], columns: readonly Column[]): number | undefined {
  const [under] = underOf(head, below);
  if (under === undefined || !isFirstLine(head, below)) return undefined;
  const at = columnOf(under, columns);
  const isOverMiddle = 2 * at === columns.length && isWiderThan(head, at, columns) && isCentredOver(head, under);
  return isOverMiddle && !head.text.endsWith("-") ? undefined : at;
}

/** Maximum distance of the middles of two heads, in points. */
const centrePt = 1.5;

function isCentredOver({ box }: Fragment, { box: under }: Fragment): boolean {
  return Math.abs(box.x0 + box.x1 - under.x0 - under.x1) / 2 <= centrePt;
}

/** With more columns, a head over a single one does not span them all. */
const mostColumnsOver = 4;

/** True if a head above one column of few extends beyond it, and may span them all. */
function isWiderThan({ box }: Fragment, at: number, columns: readonly Column[]): boolean {
  const column = columns[at];
  return (
    column !== undefined && columns.length <= mostColumnsOver && (box.x0 < column.x0 - 1 || box.x1 > column.x1 + 1)
  );
}

function withFirstLine(table: Table, head: Fragment, at: number): Table {
  const [own = [], ...others] = table.rows;
  const text = joinLine(head.text, own[at] ?? "");
  return {
    box: around(table.box, head.box),
    rows: [own.map((cell, column) => (column === at ? text : cell)), ...others],
    headerRows: 1,
    lines: new Set([head.line, ...table.lines]),
  };
}

function areAlike(head: Fragment, own: Fragment): boolean {
  return head.isBold === own.isBold && Math.abs(head.sizePt - own.sizePt) < 0.1 * own.sizePt;
}

/** True if a head is bold, in an aligned table, or centred over the columns with values. */
function spansValues(head: Fragment, { fragments }: VisualRow, { columns, isRuled }: Under): boolean {
  if (fragments.length < 2) return false;
  const [under, ...others] = underOf(head, fragments);
  const isOverOne = under !== undefined && others.length === 0 && !isWiderThan(head, columnOf(under, columns), columns);
  return (head.isBold && !isRuled) || (isCentred(head, columns) && !isOverOne);
}

interface Under {
  readonly columns: readonly Column[];
  /** True if rules or tags show the table, which then has its heads, and titles above them. */
  readonly isRuled: boolean;
}

/** Maximum distance of the centre of a spanning head from that of its columns, in ems. */
const centredEms = 1;

/**
 * True if a head is centred over all columns but the first, whose cells may be wider than their text. A title is centred
 * over all of them.
 */
function isCentred({ box, sizePt }: Fragment, columns: readonly Column[]): boolean {
  const [label, first, last] = [columns[0], columns[1], columns.at(-1)];
  if (label === undefined || first === undefined || last === undefined) return false;
  const slackPt = centredEms * sizePt;
  const middle = (box.x0 + box.x1) / 2;
  const [least, most, whole] = [(label.x1 + last.x1) / 2, (first.x0 + last.x1) / 2, (label.x0 + last.x1) / 2];
  const distancePt = Math.max(least - middle, middle - most, 0);
  return distancePt < Math.min(slackPt, Math.abs(middle - whole));
}

/** Maximum distance of the centre of a head from that of its columns if labels are in several columns, in ems. */
const closeEms = 0.25;

/** Returns the first of at least two last columns over which a head is centred, after others that have the labels. */
function firstCentred({ box, sizePt }: Fragment, columns: readonly Column[]): number | undefined {
  const right = columns.at(-1)?.x1 ?? 0;
  const from = columns.findIndex(({ x0 }, index) => {
    const isCentredOver = Math.abs(box.x0 + box.x1 - x0 - right) / 2 <= closeEms * sizePt;
    return index > 1 && isCentredOver && box.x0 > (columns[index - 1]?.x1 ?? 0);
  });
  return from < 0 || from > columns.length - 2 ? undefined : from;
}

/** Returns the extent of the widest texts of each column, which may be its heads. */
function widthsOf(rows: readonly VisualRow[], columns: readonly Column[]): readonly Column[] {
  const fragments = rows.flatMap((row) => row.fragments).filter((fragment) => !reachesOver(fragment, columns));
  const widths = columns.map((column) => ({ ...column }));
  for (const fragment of fragments) {
    const column = widths[columnOf(fragment, columns)];
    if (column === undefined) continue;
    column.x0 = Math.min(column.x0, fragment.box.x0);
    column.x1 = Math.max(column.x1, fragment.box.x1);
  }
  return widths;
}

function standsOver({ box, line }: Fragment, columns: readonly Column[]): boolean {
  const isRight = columns.length > 2 && box.x0 > (columns[0]?.x1 ?? 0) && box.x1 <= (columns.at(-1)?.x1 ?? 0) + slackPt;
  return isRight && line.direction === "ltr";
}
