import type { Table, TextLine } from "../../model/page-content.ts";
import { isSeveral } from "../aligned/aligned-regions.ts";
import { looksLikeTable } from "../aligned/looks-like-table.ts";
import { cellsOf, isOneRow, wrappingOf } from "../cells/band-rows.ts";
import { headerCount, isNumber, isNumeric, isPeriod, wordCount } from "../cells/cell-kinds.ts";
import { type Column, columnOf, columnsOf, overlapOf } from "../cells/columns.ts";
import { withGroupLabels } from "../cells/centred-labels.ts";
import { logicalRows, rowsBelowHead } from "../cells/logical-rows.ts";
import type { Fragment } from "../cells/fragment.ts";
import { type HeadSpans, spansOfHeads } from "../cells/spanning-heads.ts";
import { cellText, type DraftRow, tableOfTexts, type VisualRow, visualRows } from "../cells/visual-rows.ts";
import {
  bandBetweenTables,
  dividedAtHeads,
  isNote,
  partsOf,
  type RowRuledRegion,
  sameExtentPt,
  widthOf,
  withHead,
} from "./row-ruled-regions.ts";
import { headedColumns } from "./headed-columns.ts";
import type { RuleLine } from "./rule-lines.ts";
import { isShadedHead } from "./shaded-head.ts";

/** Maximum number of head lines. More between the first two rules are a table body. */
const maxHeaderLines = 5;

/** The surroundings of a region. */
interface Surroundings {
  /** All horizontal rules, including those below spanning heads. */
  readonly partial: readonly RuleLine[];
  readonly fragments: readonly Fragment[];
}

/** Maximum number of fragments checked over all regions and parts. A table is found at once, ruled paper never. */
const maxFragmentsTried = 20_000;

/** Finds tables between rules of one width: each region that is one, otherwise tables in its parts. */
export function rowRuledTables(regions: readonly RowRuledRegion[], around: Surroundings): readonly Table[] {
  const tables: Table[] = [];
  const taken = new Set<TextLine>();
  const queue = regions.flatMap(dividedAtHeads).filter(({ bands }) => bands.some((band) => band.length > 0));
  let tried = 0;
  for (let region = queue.shift(); region !== undefined && tried < maxFragmentsTried; region = queue.shift()) {
    tried += region.bands.reduce((sum, band) => sum + band.length, region.rules.length);
    const between = bandBetweenTables(region);
    const table = between < 0 ? headedTable(region, around, taken) : undefined;
    if (table === undefined) queue.unshift(...partsOf(region, between));
    else {
      tables.push(table);
      for (const line of table.lines) taken.add(line);
    }
  }
  return tables;
}

/** `taken` has the lines of other tables, which are no head of this one. */
function headedTable(
  region: RowRuledRegion,
  { partial, fragments }: Surroundings,
  taken: ReadonlySet<TextLine>,
): Table | undefined {
  const headed = withHead(region, fragments, taken);
  const table = headed === undefined ? undefined : rowRuledTable(headed, partial);
  return table !== undefined || isHeadAlone(region, fragments) ? table : rowRuledTable(region, partial);
}

/** True if a region of one band is the heads of a table. */
function isHeadAlone({ bands, rules }: RowRuledRegion, fragments: readonly Fragment[]): boolean {
  const [band, ...others] = bands;
  return band !== undefined && others.length === 0 && isShadedHead(band, rules[1]?.at ?? 0, fragments);
}

function rowRuledTable({ bands, rules }: RowRuledRegion, horizontal: readonly RuleLine[]): Table | undefined {
  const partial = horizontal.filter((line) => widthOf(line) < partialShare * widthOf(rules[0] ?? line));
  const lines = withoutTitles(bands.map(visualRows), partial).filter((band) => band.length > 0);
  const [first = [], ...others] = lines;
  const isHeaded = isHead(first, others);
  const all = columnsOf(withoutSpanning(lines));
  const columns = isHeaded ? headedColumns(all, { head: first, body: others.flat() }) : all;
  if (columns.length < 2) return undefined;
  const head = isHeaded ? headRows(first, columns, partial) : [];
  const bodyBands = withGroupLabels(isHeaded ? others : lines, columns);
  const body = bodyRows(bodyBands, columns, isHeaded ? rowsBelowHead : logicalRows);
  const drafts = [...head.map((row) => row.cells), ...body];
  const held = { isRuled: true, isDivided: areDivided(lines), hasHeadOfEach: isHeadOfEach(head) };
  if (!looksLikeTable({ rows: drafts, columns, ...held })) return undefined;
  const texts = [...head.map((row) => row.shown.map(cellText)), ...body.map((row) => row.map(cellText))];
  const isShown = head.length > 1 || isHeadOfGroups(head, others);
  return tableOfTexts(drafts.flat(2), texts, isShown ? head.length : headerCount(texts));
}

/**
 * True for a row with more words than numbers above a rule, if other rules are between groups of rows. Shares such as
 * `2.5%` may be heads there.
 */
function isHeadOfGroups([head]: readonly HeadRow[], groups: readonly (readonly VisualRow[])[]): boolean {
  const cells = (head?.cells ?? []).map(cellText).filter((text) => text !== "");
  const numbers = cells.filter(isNumeric).length;
  return numbers * 2 < cells.length && groups.every((rows) => rows.length > 1);
}

/** True if each column has one head. */
function isHeadOfEach([head, ...others]: readonly HeadRow[]): boolean {
  return head !== undefined && others.length === 0 && head.cells.every(({ length }) => length === 1);
}

/** True if rules divide some lines from others, such as heads. Code may be shaded line by line. */
function areDivided(bands: readonly (readonly VisualRow[])[]): boolean {
  return bands.length > 1 && bands.some((band) => band.length > 1);
}

/** Returns all lines except those above the heads of single columns, which would hide the gaps between these. */
function withoutSpanning([first = [], ...others]: readonly (readonly VisualRow[])[]): readonly VisualRow[] {
  const most = Math.max(...first.map(({ fragments }) => fragments.length));
  const full = first.findIndex(({ fragments }) => fragments.length === most);
  const isHead = others.length > 0 && first.length <= maxHeaderLines;
  return [...(isHead ? first.slice(full) : first), ...others.flat()];
}

/** True if the lines above the first inner rule are the head of the table. */
function isHead(lines: readonly VisualRow[], others: readonly (readonly VisualRow[])[]): boolean {
  return others.length > 0 && lines.length <= maxHeaderLines && lines.filter(holdsAmount).length < 2;
}

/** True for values of a table body: several such lines are not a head. */
function holdsAmount({ fragments }: VisualRow): boolean {
  return fragments.some(({ text }) => isNumber(text) && !isPeriod(text));
}

/** A rule across a smaller share of a table belongs to a spanning head. */
const partialShare = 0.9;

/**
 * Removes titles above the first line with several fragments, and notes below the last one. Text with its own rule below
 * is a head.
 */
function withoutTitles(
  bands: readonly (readonly VisualRow[])[],
  partial: readonly RuleLine[],
): readonly (readonly VisualRow[])[] {
  const rows = bands.flat();
  const first = rows.findIndex(
    (row) => isSeveral(row) || row.fragments.some((fragment) => headRule(fragment, partial) !== undefined),
  );
  const top = rows.findLastIndex((row, index) => {
    const above = rows[index - 1];
    return index <= first && (above === undefined || !overlapsAbove(row, above) || !isWhole(above));
  });
  const end = rows.findLastIndex((row) => isSeveral(row) || !isNote(row)) + 1;
  const start = isGroupTitle(rows[top - 1], rows.slice(first)) ? top - 1 : top;
  const kept = new Set(rows.slice(Math.max(start, 0), end));
  return bands.map((band) => band.filter((row) => kept.has(row)));
}

/** Maximum number of words of the title of a group of rows. */
const maxTitleWords = 3;

/**
 * True for the title of the first group of rows: a few words, below which is another one with the same left edge and type.
 * Monospaced lines are commands and what they print.
 */
function isGroupTitle(row: VisualRow | undefined, below: readonly VisualRow[]): boolean {
  const [title, ...others] = row?.fragments ?? [];
  if (title === undefined || others.length > 0 || title.isMonospaced || wordCount(title.text) > maxTitleWords)
    return false;
  return below.some(({ fragments: [other, ...rest] }) => {
    if (other === undefined || rest.length > 0 || other.text === title.text) return false;
    const isAlike = other.isBold === title.isBold && Math.abs(other.sizePt - title.sizePt) < 1;
    return isAlike && Math.abs(other.box.x0 - title.box.x0) < 1;
  });
}

/** If rules separate rows, the text between two rules is one row, unless it contains whole rows. */
function bodyRows(
  bands: readonly (readonly VisualRow[])[],
  columns: readonly Column[],
  rowsOf: typeof logicalRows,
): readonly DraftRow[] {
  const placed = bands.map((band) => cellsOf(fragmentsIn(band), columns));
  const all = bands.flat();
  const wrapping = wrappingOf(placed);
  const single = placed.filter((cells) => isOneRow(cells, wrapping)).length;
  return bands.flatMap((band, index) => {
    const cells = placed[index] ?? [];
    return bands.length > 1 && single > bands.length / 2 && isOneRow(cells, wrapping)
      ? [cells]
      : rowsOf(band, { columns, all });
  });
}

function fragmentsIn(band: readonly VisualRow[]): readonly Fragment[] {
  return band.flatMap((row) => row.fragments);
}

interface HeadRow {
  readonly cells: DraftRow;
  /** The same, with spanning heads in each of their columns. */
  readonly shown: DraftRow;
}

/** Returns the header lines: one row, or one per level of spanning heads. */
function headRows(
  lines: readonly VisualRow[],
  columns: readonly Column[],
  partial: readonly RuleLine[],
): readonly HeadRow[] {
  const levels: Fragment[][] = [[]];
  const spans = new Map<Fragment, readonly number[]>();
  for (const [index, line] of lines.entries()) {
    levels.at(-1)?.push(...line.fragments);
    const over = spansOfLine(lines, index, { columns, partial });
    for (const [fragment, under] of over) spans.set(fragment, under);
    if ([...over.values()].some((under) => under.length > 1) || isUnderlined(line, partial)) levels.push([]);
  }
  return levels
    .filter((fragments) => fragments.length > 0)
    .map((fragments) => ({
      cells: cellsOf(fragments, columns),
      shown: columns.map((_, column) =>
        fragments.filter((fragment) => spans.get(fragment)?.includes(column) ?? columnOf(fragment, columns) === column),
      ),
    }));
}

interface Head {
  readonly columns: readonly Column[];
  readonly partial: readonly RuleLine[];
}

/** Returns which columns the heads of a line span. */
function spansOfLine(lines: readonly VisualRow[], index: number, { columns, partial }: Head): HeadSpans {
  const [line, ...below] = lines.slice(index);
  if (line === undefined) return new Map();
  const shared = isInterleaved(lines, index) ? undefined : sharedSpans(line, below, columns);
  return new Map(
    line.fragments.map((fragment) => {
      const hasOwn = hasOwnRule(fragment, line, partial);
      const known = hasOwn ? undefined : shared?.get(fragment);
      return [fragment, known ?? columnsUnder(fragment, columns, hasOwn ? partial : [])];
    }),
  );
}

/** True if one rule is below all of several heads, which are then a row. */
function isUnderlined({ fragments }: VisualRow, partial: readonly RuleLine[]): boolean {
  const [rule, ...others] = fragments.map((fragment) => headRule(fragment, partial));
  return rule !== undefined && others.length > 0 && others.every((other) => other === rule);
}

/** True if a line is near another one: heads with different numbers of lines are centred, and none is above others. */
function isInterleaved(lines: readonly VisualRow[], index: number): boolean {
  const [above, line, below] = [lines[index - 1], lines[index], lines[index + 1]];
  if (line === undefined) return false;
  return overlapsAbove(line, above) || (below !== undefined && overlapsAbove(below, line));
}

/** True if the row has all words of its lines. */
function isWhole({ fragments, box }: VisualRow): boolean {
  return fragments.every(({ line }) => line.box.x0 >= box.x0 - sameExtentPt && line.box.x1 <= box.x1 + sameExtentPt);
}

/** Lines of one text are further apart, in ems. Their boxes may overlap: those of some fonts are higher than a line. */
const leastLineEms = 0.8;

function overlapsAbove({ box, fragments }: VisualRow, above: VisualRow | undefined): boolean {
  if (above === undefined) return false;
  const distancePt = (box.y0 + box.y1 - above.box.y0 - above.box.y1) / 2;
  return distancePt < leastLineEms * (fragments[0]?.sizePt ?? 10);
}

/** Returns which columns the heads of a line span, if a line below has more heads under each of them. */
function sharedSpans(line: VisualRow, others: readonly VisualRow[], columns: readonly Column[]): HeadSpans | undefined {
  const below = others.find(({ fragments }) => fragments.length > line.fragments.length);
  if (below === undefined) return undefined;
  return spansOfHeads(line.fragments, below.fragments, columns);
}

/** Maximum distance of a rule below a head that is as wide as its columns, in ems. */
const headRuleEms = 1.2;

function headRule(fragment: Fragment, partial: readonly RuleLine[]): RuleLine | undefined {
  const { box, sizePt } = fragment;
  const [middle, halfway] = [(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2];
  return partial.find(
    (line) => line.from <= middle && line.to >= middle && line.at > halfway && line.at < box.y1 + headRuleEms * sizePt,
  );
}

/** Rules below adjacent heads may touch, and then show the extent of neither. */
function hasOwnRule(fragment: Fragment, { fragments }: VisualRow, partial: readonly RuleLine[]): boolean {
  const rule = headRule(fragment, partial);
  return rule !== undefined && fragments.every((other) => other === fragment || headRule(other, partial) !== rule);
}

function columnsUnder(fragment: Fragment, columns: readonly Column[], partial: readonly RuleLine[]): readonly number[] {
  const rule = headRule(fragment, partial);
  const extent = rule === undefined ? {} : { x0: rule.from, x1: rule.to };
  const wide = { ...fragment, box: { ...fragment.box, ...extent } };
  const under = columns.flatMap((column, index) => (overlapOf(column, wide) > 1 ? [index] : []));
  return under.length > 0 ? under : [columnOf(fragment, columns)];
}
