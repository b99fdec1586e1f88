import type { Table } from "../../model/page-content.ts";
import { isSeveral } from "../aligned/aligned-regions.ts";
import { looksLikeTable } from "../aligned/looks-like-table.ts";
import { headerCount, isNumeric, isPeriod, wordCount } from "../cells/cell-kinds.ts";
import { type Column, columnOf, columnsOf, overlapOf } from "../cells/columns.ts";
import { cellsOf, edgesOf, isOneRow, logicalRows, rowsBelowHead } from "../cells/logical-rows.ts";
import type { Piece } from "../cells/piece.ts";
import { type HeadSpans, spansOfHeads } from "../cells/spanning-heads.ts";
import { cellText, type DraftRow, tableOfTexts, type VisualRow, visualRows } from "../cells/visual-rows.ts";
import type { RuleLine } from "./rule-lines.ts";

/** Heads take at most so many lines; more between the first two rules is a table's body. */
const maxHeaderLines = 5;

/** What stands around a region. */
interface Surroundings {
  /** All horizontal rules, among which are those below heads over several columns. */
  readonly partial: readonly RuleLine[];
  readonly pieces: readonly Piece[];
}

/** So many pieces are looked at, over all regions and their parts; a table is found at once, ruled paper never. */
const maxPiecesTried = 20_000;

/** Tables between rules of one width: each whole region that is one, else what is in its parts. */
export function rowRuledTables(regions: readonly RowRuledRegion[], around: Surroundings): readonly Table[] {
  const tables: Table[] = [];
  const queue = [...regions];
  let tried = 0;
  for (let region = queue.shift(); region !== undefined && tried < maxPiecesTried; region = queue.shift()) {
    const current = region;
    tried += region.bands.reduce((sum, band) => sum + band.length, region.rules.length);
    const prose = region.bands.findIndex((band) => isParagraph(band, current));
    const table = prose < 0 ? headedTable(region, around) : undefined;
    if (table === undefined) queue.unshift(...partsOf(region, prose));
    else tables.push(table);
  }
  return tables;
}

function headedTable(region: RowRuledRegion, { partial, pieces }: Surroundings): Table | undefined {
  const headed = withHead(region, pieces);
  const table = headed === undefined ? undefined : rowRuledTable(headed, partial);
  return table ?? rowRuledTable(region, partial);
}

/** What is above and below a paragraph; or above, in and below the band with the most height. */
function partsOf(region: RowRuledRegion, prose: number): readonly RowRuledRegion[] {
  const count = region.rules.length;
  const at = prose < 0 ? tallest(region) : prose;
  const parts = [partOf(region, 0, at + 1), partOf(region, at + 1, count)];
  if (prose < 0) parts.push(partOf(region, at, at + 2));
  return parts.filter((part) => part.rules.length > 1 && part.rules.length < count);
}

/** A line of words over this share of a table's width is of a paragraph between two tables. */
const paragraphShare = 0.6;

/** How much further right than a rule a paragraph may begin, as a share of the rule. */
const paragraphIndent = 0.1;

function isParagraph(band: readonly Piece[], { rules }: RowRuledRegion): boolean {
  const [rule] = rules;
  if (rule === undefined) return false;
  return visualRows(band).some(
    (row) =>
      row.pieces.length === 1 &&
      isNote(row) &&
      row.box.x1 - row.box.x0 > paragraphShare * widthOf(rule) &&
      row.box.x0 - rule.from < paragraphIndent * widthOf(rule),
  );
}

/** The band with the most height, before which and after which other tables may be. */
function tallest({ rules }: RowRuledRegion): number {
  const heights = rules.slice(1).map((rule, index) => rule.at - (rules[index]?.at ?? 0));
  return heights.indexOf(Math.max(...heights));
}

function rowRuledTable({ bands, rules }: RowRuledRegion, horizontal: readonly RuleLine[]): Table | undefined {
  const partial = horizontal.filter((line) => widthOf(line) < partialShare * widthOf(rules[0] ?? line));
  const lines = withoutTitles(bands.map(visualRows), partial).filter((band) => band.length > 0);
  const columns = columnsOf(withoutSpanning(lines));
  if (columns.length < 2) return undefined;
  const [first = [], ...others] = lines;
  const isHeaded = others.length > 0 && isHead(first);
  const head = isHeaded ? headRows(first, columns, partial) : [];
  const bodyBands = isHeaded ? others : lines;
  const body = bodyRows(bodyBands, columns, isHeaded ? rowsBelowHead : logicalRows);
  const drafts = [...head.map((row) => row.cells), ...body];
  if (!looksLikeTable({ rows: drafts, columns, isRuled: true })) return undefined;
  const texts = [...head.map((row) => row.shown.map(cellText)), ...body.map((row) => row.map(cellText))];
  return tableOfTexts(drafts.flat(2), texts, isHeaded && head.length > 1 ? head.length : headerCount(texts));
}

/** All lines but those above the heads of single columns, which would hide the white between these. */
function withoutSpanning([first = [], ...others]: readonly (readonly VisualRow[])[]): readonly VisualRow[] {
  const most = Math.max(...first.map(({ pieces }) => pieces.length));
  const full = first.findIndex(({ pieces }) => pieces.length === most);
  const isHead = others.length > 0 && first.length <= maxHeaderLines;
  return [...(isHead ? first.slice(full) : first), ...others.flat()];
}

/** Whether the lines above the first rule inside of a table are its head. */
function isHead(lines: readonly VisualRow[]): boolean {
  return lines.length <= maxHeaderLines && lines.filter(holdsAmount).length < 2;
}

/** What stands in the body of a table: several such lines are no head. */
function holdsAmount({ pieces }: VisualRow): boolean {
  return pieces.some(({ text }) => isNumeric(text) && !isPeriod(text) && /\d/u.test(text));
}

/** A rule that goes over less than this share of a table is one of a head over several columns. */
const partialShare = 0.9;

function widthOf(line: RuleLine): number {
  return line.to - line.from;
}

/**
 * Titles above the first line that has several pieces, and notes below the last one, belong beside a table. What has a
 * rule of its own below it is a head.
 */
function withoutTitles(
  bands: readonly (readonly VisualRow[])[],
  partial: readonly RuleLine[],
): readonly (readonly VisualRow[])[] {
  const rows = bands.flat();
  const first = rows.findIndex(
    (row) => isSeveral(row) || row.pieces.some((piece) => headRule(piece, partial) !== undefined),
  );
  const end = rows.findLastIndex((row) => isSeveral(row) || !isNote(row)) + 1;
  const kept = new Set(rows.slice(Math.max(first, 0), end));
  return bands.map((band) => band.filter((row) => kept.has(row)));
}

/** More words on a line are a sentence. */
const maxLabelWords = 9;

function isNote(row: VisualRow): boolean {
  return row.pieces.reduce((sum, piece) => sum + wordCount(piece.text), 0) > maxLabelWords;
}

/** Where rules stand between rows, what is between two is one row, unless there are whole rows in it. */
function bodyRows(
  bands: readonly (readonly VisualRow[])[],
  columns: readonly Column[],
  rowsOf: typeof logicalRows,
): readonly DraftRow[] {
  const placed = bands.map((band) => cellsOf(piecesIn(band), columns));
  const edges = edgesOf(placed);
  const single = placed.filter((cells) => isOneRow(cells, edges)).length;
  return bands.flatMap((band, index) => {
    const cells = placed[index] ?? [];
    return bands.length > 1 && single > bands.length / 2 && isOneRow(cells, edges) ? [cells] : rowsOf(band, columns);
  });
}

function piecesIn(band: readonly VisualRow[]): readonly Piece[] {
  return band.flatMap((row) => row.pieces);
}

interface HeadRow {
  readonly cells: DraftRow;
  /** The same, with heads over several columns in each of them. */
  readonly shown: DraftRow;
}

/** The lines of a header: one row, or as many as there are levels of heads over several columns. */
function headRows(
  lines: readonly VisualRow[],
  columns: readonly Column[],
  partial: readonly RuleLine[],
): readonly HeadRow[] {
  const levels: Piece[][] = [[]];
  const spans = new Map<Piece, readonly number[]>();
  for (const [index, line] of lines.entries()) {
    levels.at(-1)?.push(...line.pieces);
    const shared = sharedSpans(line, lines.slice(index + 1), columns);
    for (const piece of line.pieces) {
      const known = hasOwnRule(piece, line, partial) ? undefined : shared?.get(piece);
      spans.set(piece, known ?? columnsUnder(piece, columns, partial));
    }
    if (line.pieces.some((piece) => (spans.get(piece)?.length ?? 1) > 1)) levels.push([]);
  }
  return levels
    .filter((pieces) => pieces.length > 0)
    .map((pieces) => ({
      cells: cellsOf(pieces, columns),
      shown: columns.map((_, column) =>
        pieces.filter((piece) => spans.get(piece)?.includes(column) ?? columnOf(piece, columns) === column),
      ),
    }));
}

/** Over which columns the heads of a line reach, where a line below has more heads, of which each has some. */
function sharedSpans(line: VisualRow, others: readonly VisualRow[], columns: readonly Column[]): HeadSpans | undefined {
  const below = others.find(({ pieces }) => pieces.length > line.pieces.length);
  if (below === undefined) return undefined;
  const texts = cellsOf(below.pieces, columns).map(cellText);
  return spansOfHeads(line.pieces, texts, columns);
}

/** A rule below a head, as wide as the columns that it heads, stands this near. */
const headRuleEms = 1.2;

function headRule(piece: Piece, partial: readonly RuleLine[]): RuleLine | undefined {
  const { box, sizePt } = piece;
  const middle = (box.x0 + box.x1) / 2;
  return partial.find(
    (line) => line.from <= middle && line.to >= middle && line.at > box.y0 && line.at < box.y1 + headRuleEms * sizePt,
  );
}

/** Rules below heads beside each other may touch, and are one then that tells nothing of either. */
function hasOwnRule(piece: Piece, { pieces }: VisualRow, partial: readonly RuleLine[]): boolean {
  const rule = headRule(piece, partial);
  return rule !== undefined && pieces.every((other) => other === piece || headRule(other, partial) !== rule);
}

function columnsUnder(piece: Piece, columns: readonly Column[], partial: readonly RuleLine[]): readonly number[] {
  const rule = headRule(piece, partial);
  const extent = rule === undefined ? {} : { x0: rule.from, x1: rule.to };
  const wide = { ...piece, box: { ...piece.box, ...extent } };
  const under = columns.flatMap((column, index) => (overlapOf(column, wide) > 1 ? [index] : []));
  return under.length > 0 ? under : [columnOf(piece, columns)];
}

/** Lines of text between lines that go over the whole width of a table, band by band. */
interface RowRuledRegion {
  readonly rules: readonly RuleLine[];
  /** What stands between each two rules; one fewer than there are rules. */
  readonly bands: readonly (readonly Piece[])[];
}

/** Shorter lines hold no table together: they underline words or sums. */
const minRulePt = 70;

/** More rules of one width than this are ruled paper. */
const maxRules = 300;

/** Rules of one table begin and end at the same places, give or take this. */
const sameExtentPt = 6;

/** A head above the first rule stands this near to it, in ems. */
const headEms = 2.5;

/** Regions between horizontal lines of the same width, as in tables of books and reports. */
export function rowRuledRegions(lines: readonly RuleLine[], pieces: readonly Piece[]): readonly RowRuledRegion[] {
  const groups: RuleLine[][] = [];
  for (const line of lines) {
    if (line.to - line.from < minRulePt) continue;
    const group = groups.find((candidate) => isAlike(candidate[0], line));
    if (group === undefined) groups.push([line]);
    else group.push(line);
  }
  const likely = groups.filter((group) => group.length > 1 && group.length <= maxRules);
  return likely.map((rules) => regionOf(rules, pieces));
}

function isAlike(a: RuleLine | undefined, b: RuleLine): boolean {
  return a !== undefined && Math.abs(a.from - b.from) <= sameExtentPt && Math.abs(a.to - b.to) <= sameExtentPt;
}

/** The region of some of a region's rules, from one to another. */
function partOf(region: RowRuledRegion, start: number, end: number): RowRuledRegion {
  return { rules: region.rules.slice(start, end), bands: region.bands.slice(start, end - 1) };
}

function regionOf(rules: readonly RuleLine[], pieces: readonly Piece[]): RowRuledRegion {
  const bands = rules.slice(1).map((below, index) => {
    const above = rules[index] ?? below;
    return pieces.filter((piece) => {
      const middle = (piece.box.y0 + piece.box.y1) / 2;
      const isWithin = piece.box.x0 >= above.from - sameExtentPt && piece.box.x1 <= above.to + sameExtentPt;
      return isWithin && middle > above.at && middle < below.at;
    });
  });
  return { rules, bands };
}

/** The same with the line of text above the first rule, where several pieces stand on it: heads may have no rule above. */
function withHead(region: RowRuledRegion, pieces: readonly Piece[]): RowRuledRegion | undefined {
  const [rule] = region.rules;
  if (rule === undefined) return undefined;
  const above = pieces.filter(({ box, sizePt }) => {
    const white = rule.at - box.y1;
    return (
      white > -1 && white < headEms * sizePt && box.x0 >= rule.from - sameExtentPt && box.x1 <= rule.to + sameExtentPt
    );
  });
  const line = visualRows(above).at(-1);
  if (line === undefined || !isSeveral(line) || hasOwnHead(region, line.pieces)) return undefined;
  return { rules: [{ ...rule, at: line.box.y0 }, ...region.rules], bands: [line.pieces, ...region.bands] };
}

/** Bold heads below the first rule: what stands above it is other text, such as an address, unless it is bold too. */
function hasOwnHead({ bands: [band = []] }: RowRuledRegion, above: readonly Piece[]): boolean {
  const rows = visualRows(band);
  return rows.length === 1 && rows.every(isSeveral) && band.every(isBold) && !above.every(isBold);
}

function isBold(piece: Piece): boolean {
  return piece.isBold;
}
