import type { Table, TextLine } from "../model/page-content.ts";
import { isNumeric, isPeriod } from "./cells/cell-kinds.ts";
import { type Column, columnOf, columnsOf } from "./cells/columns.ts";
import { around, type Fragment } from "./cells/fragment.ts";
import { type HeadSpans, isFirstLine, isInTurns, spansOfHeads, underOf } from "./cells/spanning-heads.ts";
import { cellText, firstRowOf, joinLine, rowsOf, type VisualRow } from "./cells/visual-rows.ts";

/** Maximum distance of a spanning head above the other heads, in ems. */
const nearEms = 0.8;

/** Maximum overhang to the right of the last column, in points. */
const slackPt = 6;

/**
 * Adds a single spanning head above several columns, `Year ended 31 December` above `2025`, `2024` and `2023`: bold
 * like them or centred over them, and starting to the right of the first column, which it does not cover. Each column
 * below it shows it.
 */
export function withHeadAbove(table: Table, rows: readonly VisualRow[], taken: ReadonlySet<TextLine>): Table {
  const [above, first] = firstRowOf(table, rows);
  const head = headAbove(first, above);
  if (first === undefined || head === undefined || table.headerRows !== 1 || taken.has(head.line)) return table;
  const columns = columnsOf(rowsOf(table, rows));
  if (columns.length !== table.rows[0]?.length || !standsOver(head, columns)) return table;
  const at = columnOfLine(head, first.fragments, columns);
  if (at !== undefined) return withHeadAbove(withFirstLine(table, head, at), rows, taken);
  if (!spansValues(head, first, { columns, isRuled: taken.size > 0 })) return table;
  return {
    box: around(table.box, head.box),
    rows: [columns.map((_, index) => (index === 0 ? "" : head.text)), ...table.rows],
    headerRows: 2,
    lines: new Set([head.line, ...table.lines]),
  };
}

/**
 * Adds a line of heads right above a table that each span several of its columns: years above `Number` and `Share`, when
 * the first rule is below them.
 */
export function withHeadsAbove(table: Table, rows: readonly VisualRow[], { taken, isEnclosed }: HeadSearch): Table {
  const [line, first] = firstRowOf(table, rows);
  if (first === undefined || line === undefined || table.headerRows !== 1) return table;
  if (!areHeads(line, first, { table, taken })) return table;
  const columns = columnsOf(rowsOf(table, rows));
  const spans = spansOfHeads(line.fragments, first.fragments, columns);
  const [own = []] = table.rows;
  if (own.length !== columns.length || (isEnclosed && !areProven(spans, own))) return table;
  const heads = spanningTexts(line, spans, columns);
  if (heads === undefined) return table;
  return {
    box: around(table.box, line.box),
    rows: [heads, ...table.rows],
    headerRows: 2,
    lines: new Set([...line.fragments.map((head) => head.line), ...table.lines]),
  };
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

/** True for several heads right above others, between the sides of the table, and in no other one. */
function areHeads(
  { fragments, box }: VisualRow,
  first: VisualRow,
  { table, taken }: Pick<HeadSearch, "taken"> & { readonly table: Table },
): boolean {
  if (fragments.some(({ line }) => taken.has(line))) return false;
  const sizePt = first.fragments[0]?.sizePt ?? 10;
  const isNear = first.box.y0 - box.y1 < nearEms * sizePt;
  const isBetween = box.x0 > table.box.x0 - slackPt && box.x1 < table.box.x1 + slackPt;
  const areWords = fragments.every(
    ({ text, line }) => line.direction === "ltr" && (!isNumeric(text) || isPeriod(text)),
  );
  return fragments.length > 1 && isNear && isBetween && areWords;
}

function headAbove(first: VisualRow | undefined, above: VisualRow | undefined): Fragment | undefined {
  if (first === undefined || above === undefined) return undefined;
  const [head, ...others] = above.fragments;
  const [own] = first.fragments;
  if (head === undefined || own === undefined || others.length > 0) return undefined;
  const isNear = first.box.y0 - head.box.y1 < nearEms * own.sizePt;
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
  const isOverMiddle = 2 * at === columns.length && isWiderThan(head, at, columns);
  return isOverMiddle && !head.text.endsWith("-") ? undefined : at;
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

function standsOver({ box, line }: Fragment, columns: readonly Column[]): boolean {
  const isRight = columns.length > 2 && box.x0 > (columns[0]?.x1 ?? 0) && box.x1 <= (columns.at(-1)?.x1 ?? 0) + slackPt;
  return isRight && line.direction === "ltr";
}
