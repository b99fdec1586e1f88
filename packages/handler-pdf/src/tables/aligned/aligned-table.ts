import type { Table } from "../../model/page-content.ts";
import { isSeveral } from "./aligned-regions.ts";
import { isNumeric, wordCount } from "../cells/cell-kinds.ts";
import { loneMark } from "../../model/list-marks.ts";
import { columnsOf } from "../cells/columns.ts";
import { headerCount } from "../cells/header-rows.ts";
import { logicalRows } from "../cells/logical-rows.ts";
import { looksLikeTable } from "./looks-like-table.ts";
import type { Piece } from "../cells/piece.ts";
import { withSpanningLine } from "./spanning-line.ts";
import { Stretches } from "./stretches.ts";
import { tableOf } from "../cells/table-draft.ts";
import { cellText, type VisualRow } from "../cells/visual-rows.ts";

/** In so many parts a region is divided in search for the tables in it; each stretch of parts is tried. */
const maxParts = 20;

/** A piece with more words than this is a line of prose. */
const maxCellWords = 8;

/** Lines with less white between them than this belong together. */
const nearEms = 0.6;

/** Tables in lines of text that no ruling holds together: the longest stretches that look like one. */
export function alignedTables(rows: readonly VisualRow[]): readonly Table[] {
  const tables: Table[] = [];
  const breaks = breaksOf(rows);
  const stretches = new Stretches(rows);
  let start = 0;
  while (start < breaks.length - 1) {
    let end = breaks.length - 1;
    let table: Table | undefined;
    while (end > start && table === undefined) {
      table = tableBetween(rows, stretches, { start: breaks[start] ?? 0, end: breaks[end] ?? 0 });
      if (table === undefined) end -= 1;
    }
    if (table !== undefined) tables.push(table);
    start = Math.max(end, start + 1);
  }
  return tables;
}

function tableBetween(
  rows: readonly VisualRow[],
  stretches: Stretches,
  { start, end }: { readonly start: number; readonly end: number },
): Table | undefined {
  if (isAmidProse(rows, start, end)) return undefined;
  const region = stretches.take(start, end);
  return region === undefined ? undefined : (withSpanningLine(region, tableOfRegion) ?? tableOfRegion(region));
}

/** Whether lines of prose go on right above or below some rows, which are a part of them then. */
function isAmidProse(rows: readonly VisualRow[], start: number, end: number): boolean {
  return touchesProse(rows[start - 1], rows[start]) || touchesProse(rows[end - 1], rows[end]);
}

function touchesProse(above: VisualRow | undefined, below: VisualRow | undefined): boolean {
  if (above === undefined || below === undefined) return false;
  const isNear = below.box.y0 - above.box.y1 < nearEms * (below.pieces[0]?.sizePt ?? 0);
  return isNear && (hasProse(above) || hasProse(below));
}

function hasProse(row: VisualRow): boolean {
  return row.pieces.some((piece) => wordCount(piece.text) > maxCellWords);
}

function tableOfRegion(region: readonly VisualRow[]): Table | undefined {
  if (hasSecondHeader(region)) return undefined;
  const columns = columnsOf(region);
  if (columns.length < 2 || (columns.length > 2 && [region[0], region.at(-1)].some(isItem))) return undefined;
  const drafts = logicalRows(region, columns);
  if (!looksLikeTable({ rows: drafts, columns, isRuled: false })) return undefined;
  return tableOf(drafts, headerCount(drafts.map((row) => row.map(cellText))));
}

/** Whether a row is a point of a list, which may stand right above or below a table of more columns. */
function isItem(row: VisualRow | undefined): boolean {
  const [mark, words, ...others] = row?.pieces ?? [];
  if (mark === undefined || words === undefined || others.length > 0) return false;
  return loneMark(mark.text) !== undefined && !isNumber(words);
}

/** Heads in bold after rows that are not, or below a title of their own: another table begins there. Bold sums do not count. */
function hasSecondHeader(rows: readonly VisualRow[]): boolean {
  return rows.some((row, index) => {
    const before = rows[index - 1];
    if (index < 2 || before === undefined || row.pieces.length < 3 || row.pieces.some(isNumber)) return false;
    return (isBold(row) && !isBold(before)) || isTitled(rows, index);
  });
}

function isNumber(piece: Piece): boolean {
  return isNumeric(piece.text);
}

/** Whether a row stands between a title and a row with numbers, and rows with numbers came before. */
function isTitled(rows: readonly VisualRow[], index: number): boolean {
  const isAfterNumbers = rows.slice(0, index - 1).some((row) => row.pieces.some(isNumber));
  return rows[index - 1]?.pieces.length === 1 && isAfterNumbers && rows[index + 1]?.pieces.some(isNumber) === true;
}

/** Where a table may begin or end: at a line that stands alone, in bold after other text, with more white above, or where a list does. */
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
  return row.pieces.every((piece) => piece.isBold);
}
