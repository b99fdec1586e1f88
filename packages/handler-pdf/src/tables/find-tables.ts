import type { PageContent, Rule, Table } from "../model/page-content.ts";
import { alignedRegions } from "./aligned/aligned-regions.ts";
import { alignedTables } from "./aligned/aligned-table.ts";
import { withClosingRow } from "./closing-row.ts";
import { gridOf } from "./ruled/grid.ts";
import { withHeadAbove } from "./head-above.ts";
import { joinContinued } from "./join-continued.ts";
import { partNarrowGaps } from "./aligned/narrow-gaps.ts";
import { withOwnHead } from "./own-head.ts";
import { pageColumns } from "./cells/page-columns.ts";
import { piecesOf, turnedPiecesOf, type Piece } from "./cells/piece.ts";
import type { PlacedLine } from "./cells/placed-lines.ts";
import { touchingGroups } from "./ruled/rule-groups.ts";
import { ruleLines, type RuleLine, type RuleLines } from "./ruled/rule-lines.ts";
import { ruledTable } from "./ruled/ruled-table.ts";
import { rowRuledRegions } from "./ruled/row-ruled-regions.ts";
import { rowRuledTables } from "./ruled/row-ruled-table.ts";
import { taggedTables } from "./tagged-table.ts";
import { stackedGroups } from "./stacked-groups.ts";
import { isInside } from "./cells/table-draft.ts";
import { visualRows } from "./cells/visual-rows.ts";

/** Pieces of text that are looked at; a page with more is a drawing or an attack. */
const maxPieces = 20_000;

/**
 * The tables of a page, from the top: first those whose cells lines enclose, then those that the document's tags name,
 * then those between horizontal lines, then those that only the alignment of their text shows. What is in one is not looked at again.
 * `readLines` tells where each sign stands, which is asked for where cells may stand too close to be told apart.
 */
export function findTables(
  content: PageContent,
  rules: readonly Rule[],
  readLines: () => readonly PlacedLine[] = none,
): readonly Table[] {
  const found = piecesOf(content);
  if (found.length > maxPieces) return [];
  const pieces = partNarrowGaps(found, readLines);
  const lines = ruleLines(rules);
  const tables: Table[] = [];
  const enclosed = enclosedTables(lines, [...pieces, ...turnedPiecesOf(content)]);
  const tagged = taggedTables(pieces).filter((table) => !enclosed.some((other) => isBetter(other, table)));
  tables.push(...tagged, ...withoutOverlap(enclosed, tagged));
  const open = lines.horizontal.filter((line) => !tables.some((table) => crosses(line, table)));
  const rest = free(pieces, tables).filter(mayBeInTable);
  const ruled = rowRuledTables(rowRuledRegions(open, rest), { partial: open, pieces: rest });
  for (const table of ruled) tables.push(...withoutOverlap([withClosingRow(table, rest)], tables));
  for (const column of pageColumns(free(rest, tables))) {
    const rows = visualRows(column);
    for (const region of alignedRegions(rows))
      tables.push(...withoutOverlap(alignedTables(region), tables).map((table) => withHeadAbove(table, rows)));
  }
  const sorted = tables.toSorted((a, b) => a.box.y0 - b.box.y0 || a.box.x0 - b.box.x0);
  return withOwnHeads(joinContinued(sorted, pieces), pieces);
}

function none(): readonly PlacedLine[] {
  return [];
}

function withOwnHeads(tables: readonly Table[], pieces: readonly Piece[]): readonly Table[] {
  if (tables.length === 0) return tables;
  const rows = visualRows(pieces);
  const taken = new Set(tables.flatMap((table) => [...table.lines]));
  return tables.map((table) => withOwnHead(table, rows, taken));
}

/** Points of lists and entries of contents that the tags name are no cells, however they are aligned. */
function mayBeInTable({ line: { tag } }: Piece): boolean {
  return tag === undefined || tag.cell !== undefined || (tag.item === undefined && !tag.role.startsWith("TOC"));
}

function free(pieces: readonly Piece[], tables: readonly Table[]): readonly Piece[] {
  if (tables.length === 0) return pieces;
  const taken = new Set(tables.flatMap((table) => [...table.lines]));
  return pieces.filter((piece) => !taken.has(piece.line));
}

/** The smallest grids first, so that a frame around a table does not hide it. */
function enclosedTables(lines: RuleLines, pieces: readonly Piece[]): readonly Table[] {
  const grids = stackedGroups(touchingGroups(lines), pieces)
    .map(gridOf)
    .filter((grid) => grid !== undefined)
    .toSorted((a, b) => areaOf(a) - areaOf(b));
  const tables: Table[] = [];
  for (const grid of grids) {
    const table = ruledTable(grid, free(pieces, tables));
    if (table !== undefined) tables.push(table);
  }
  return tables;
}

function areaOf({ xs, ys }: { readonly xs: readonly number[]; readonly ys: readonly number[] }): number {
  return ((xs.at(-1) ?? 0) - (xs[0] ?? 0)) * ((ys.at(-1) ?? 0) - (ys[0] ?? 0));
}

/** Lines tell more of spans, tags more of rows: tags are right where they see more rows, and these are as full. */
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
