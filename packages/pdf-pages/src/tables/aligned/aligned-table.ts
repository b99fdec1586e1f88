import { loneMarker } from "../../model/list-markers.ts";
import type { Box, Table } from "../../model/page-content.ts";
import { headerCount, isNumeric, isPeriod, wordCount } from "../cells/cell-kinds.ts";
import { columnsOf } from "../cells/columns.ts";
import { logicalRows } from "../cells/logical-rows.ts";
import { around, type Fragment } from "../cells/fragment.ts";
import { spansOfHeads } from "../cells/spanning-heads.ts";
import { cellText, tableOf, type VisualRow, visualRows } from "../cells/visual-rows.ts";
import { isSeveral, Stretches } from "./aligned-regions.ts";
import { looksLikeTable } from "./looks-like-table.ts";
import type { CharacterLine, PlacedCharacter } from "../../model/page-model.ts";

/** Maximum number of parts into which a region is divided. Each stretch of parts is tried as a table. */
const maxParts = 20;

/** A fragment with more words is a line of prose. */
const maxCellWords = 8;

/** Lines closer than this belong together, in ems. */
const nearEms = 0.6;

/** Finds tables without rules: the longest stretches that look like a table. */
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

/** True if lines of prose continue right above or below some rows, which are part of it then. */
function isAmidProse(rows: readonly VisualRow[], start: number, end: number): boolean {
  return touchesProse(rows[start - 1], rows[start]) || touchesProse(rows[end - 1], rows[end]);
}

function touchesProse(above: VisualRow | undefined, below: VisualRow | undefined): boolean {
  if (above === undefined || below === undefined) return false;
  const isNear = below.box.y0 - above.box.y1 < nearEms * (below.fragments[0]?.sizePt ?? 0);
  return isNear && (hasProse(above) || hasProse(below));
}

function hasProse(row: VisualRow): boolean {
  return row.fragments.some((fragment) => wordCount(fragment.text) > maxCellWords);
}

function tableOfRegion(region: readonly VisualRow[]): Table | undefined {
  if (hasSecondHeader(region)) return undefined;
  const columns = columnsOf(region);
  if (columns.length < 2 || (columns.length > 2 && [region[0], region.at(-1)].some(isItem))) return undefined;
  const drafts = logicalRows(region, columns);
  if (!looksLikeTable({ rows: drafts, columns, isRuled: false })) return undefined;
  return tableOf(drafts, headerCount(drafts.map((row) => row.map(cellText))));
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

/** Maximum distance of a line of spanning heads above the heads of single columns, in ems. */
const spanningHeadEms = 0.9;

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
  if (line === undefined || below === undefined || !couldSpan(line, below)) return undefined;
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

function couldSpan(line: VisualRow, below: VisualRow): boolean {
  if (line.fragments.length < 2 || line.fragments.length >= below.fragments.length) return false;
  const isNear = below.box.y0 - line.box.y1 < spanningHeadEms * (below.fragments[0]?.sizePt ?? 10);
  return (
    isNear &&
    [...line.fragments, ...below.fragments].every(({ text, line: { direction } }) => {
      return direction === "ltr" && (!isNumeric(text) || isPeriod(text));
    })
  );
}

/** Minimum gap after a number that is more than a space, in ems. */
const cellGapEms = 0.5;

/** Characters closer than this belong to the same word, in ems. */
const leastGapEms = 0.1;

/** Minimum number of consecutive rows with cells side by side that may be a table with narrow gaps. */
const leastRows = 3;

/** Fragments with more words are prose. */
const maxWords = 9;

/**
 * Splits fragments that are several cells: in a table with narrow gaps the engine merges adjacent cells into one line.
 * Splits at positions where cells of other rows start or end. Calls the slow `readLines` at most once, and only if
 * consecutive rows look like that.
 */
export function splitNarrowGaps(
  fragments: readonly Fragment[],
  readLines: () => readonly CharacterLine[],
): readonly Fragment[] {
  const stretches = stretchesOf(visualRows(fragments)).filter(mayHoldTwo);
  if (stretches.length === 0) return fragments;
  const lines = readLines();
  const parts = new Map<Fragment, readonly Fragment[]>();
  for (const rows of stretches) splitRows(rows, lines, parts);
  return parts.size === 0 ? fragments : fragments.flatMap((fragment) => parts.get(fragment) ?? [fragment]);
}

function stretchesOf(rows: readonly VisualRow[]): readonly (readonly VisualRow[])[] {
  const stretches: VisualRow[][] = [[]];
  for (const row of rows) {
    if (isSeveral(row)) stretches.at(-1)?.push(row);
    else if (stretches.at(-1)?.length !== 0) stretches.push([]);
  }
  return stretches.filter((stretch) => stretch.length >= leastRows);
}

function mayHoldTwo(rows: readonly VisualRow[]): boolean {
  if (numbersAndMore(rows).length >= leastRows) return true;
  const fragments = rows.flatMap((row) => row.fragments).filter(mayBeTwo);
  const edges = sharedEdges(rows);
  return fragments.some((fragment) => edges.crosses(fragment.box));
}

function mayBeTwo({ text, line, isMonospaced }: Fragment): boolean {
  return !isMonospaced && line.direction === "ltr" && text.includes(" ") && text.split(" ").length <= maxWords;
}

/**
 * A row that starts with such a number is a section, a contents entry or a line of code. A small number counts
 * anywhere.
 */
const countNumber = /^\d{1,3}(?:\.\d{1,2})*[.:)]?$/u;
const smallNumber = /^\d{1,2}[.:)]?$/u;

/** Returns fragments that start with a number followed by something else. */
function numbersAndMore(rows: readonly VisualRow[]): readonly Fragment[] {
  return rows.flatMap(({ fragments }) =>
    fragments.filter((fragment, index) => {
      const at = mayBeTwo(fragment) ? fragment.text.indexOf(" ") : 0;
      const number = fragment.text.slice(0, at);
      return /\d/u.test(number) && isNumeric(number) && !(index > 0 ? smallNumber : countNumber).test(number);
    }),
  );
}

type Parts = Map<Fragment, readonly Fragment[]>;

function splitRows(rows: readonly VisualRow[], lines: readonly CharacterLine[], parts: Parts): void {
  const fragments = rows.flatMap((row) => row.fragments);
  const numbers = numbersAndMore(rows);
  for (const fragment of numbers.length < leastRows ? [] : numbers) {
    const gapPt = cellGapEms * fragment.sizePt;
    const found = splitBetween(fragment, lines, (left, right) => right.x0 - left.x1 >= gapPt);
    if (found.length > 1) parts.set(fragment, found);
  }
  const edges = sharedEdges(
    rows.map((row) => ({ ...row, fragments: row.fragments.flatMap((one) => parts.get(one) ?? one) })),
  );
  for (const fragment of fragments) {
    const now = parts.get(fragment) ?? [fragment];
    const found = now.flatMap((one) => splitAtEdges(one, lines, edges));
    if (found.length > now.length) parts.set(fragment, found);
  }
}

/** Splits a fragment where cells of other rows start or end, or at wide gaps, if each part is then in one column. */
function splitAtEdges(fragment: Fragment, lines: readonly CharacterLine[], edges: SharedEdges): readonly Fragment[] {
  if (!mayBeTwo(fragment) || !edges.crosses(fragment.box)) return [fragment];
  const [gapPt, spacePt] = [cellGapEms * fragment.sizePt, leastGapEms * fragment.sizePt];
  const found = splitBetween(fragment, lines, (left, right) => {
    const whitePt = right.x0 - left.x1;
    return whitePt >= gapPt || (whitePt >= spacePt && (edges.begins(right.x0) || edges.ends(left.x1)));
  });
  const areCells = found.every((part, index) => {
    if (edges.crosses(part.box)) return false;
    return isApart(found, index, gapPt) || edges.begins(part.box.x0) || edges.ends(part.box.x1);
  });
  return areCells ? found : [fragment];
}

/** True if a part has wide gaps on both sides, unlike words across several columns. */
function isApart(parts: readonly Fragment[], index: number, gapPt: number): boolean {
  const [before, part, after] = [parts[index - 1], parts[index], parts[index + 1]];
  if (part === undefined) return false;
  const leftPt = part.box.x0 - (before?.box.x1 ?? -Infinity);
  return leftPt >= gapPt && (after?.box.x0 ?? Infinity) - part.box.x1 >= gapPt;
}

/** Maximum overhang of characters over the rounded box of a fragment, in points. */
const slackPt = 1;

/** Returns whether two adjacent characters belong to different cells. */
type IsBetween = (left: PlacedCharacter, right: PlacedCharacter) => boolean;

/**
 * Splits a fragment between some of its characters. A fragment without such a position, or with other characters than the
 * lines, stays whole.
 */
function splitBetween(fragment: Fragment, lines: readonly CharacterLine[], isBetween: IsBetween): readonly Fragment[] {
  const { box, text } = fragment;
  const line = lines.find(({ y, signs }) => y > box.y0 && y < box.y1 && signs.some((sign) => isWithin(sign, fragment)));
  const groups = groupsOf(line?.signs.filter((sign) => isWithin(sign, fragment)) ?? [], isBetween);
  const texts = groups.length < 2 ? undefined : textsOf(text, groups);
  if (texts === undefined) return [fragment];
  return groups.map((signs, index) => {
    const [x0, x1] = [signs[0]?.x0 ?? box.x0, signs.at(-1)?.x1 ?? box.x1];
    return { ...fragment, text: texts[index] ?? "", box: { ...box, x0, x1 } };
  });
}

function isWithin({ x0, x1 }: PlacedCharacter, { box }: Fragment): boolean {
  return x0 >= box.x0 - slackPt && x1 <= box.x1 + slackPt;
}

function groupsOf(signs: readonly PlacedCharacter[], isBetween: IsBetween): readonly (readonly PlacedCharacter[])[] {
  const groups: PlacedCharacter[][] = [];
  for (const sign of signs) {
    const last = groups.at(-1);
    const before = last?.at(-1);
    if (last !== undefined && before !== undefined && !isBetween(before, sign)) last.push(sign);
    else groups.push([sign]);
  }
  return groups;
}

/**
 * Returns the texts of a fragment by groups of characters, separated by spaces, or `undefined` if its characters differ.
 */
function textsOf(text: string, groups: readonly (readonly PlacedCharacter[])[]): readonly string[] | undefined {
  const texts: string[] = [];
  let at = 0;
  for (const signs of groups) {
    const start = at;
    for (const { sign } of signs) {
      while (text[at] === " ") at += 1;
      if (!text.startsWith(sign, at)) return undefined;
      at += sign.length;
    }
    texts.push(text.slice(start, at).trim());
  }
  return at === text.length ? texts : undefined;
}

/** Positions where cells of several rows start and end. */
interface SharedEdges {
  readonly begins: (x: number) => boolean;
  readonly ends: (x: number) => boolean;
  /** Returns whether cells of other rows end inside a box and others start after them. */
  readonly crosses: (box: Box) => boolean;
}

/** Maximum difference of the edges of one column, in points. */
const samePt = 0.7;

/** Minimum number and share of rows with cells that start at an edge. */
const leastRowsOfEdge = 2;
const leastShare = 0.3;

/** An edge this near to the edge of a box is not inside it, in points. */
const insidePt = 3;

/** Finds the edges that cells of some rows share. */
function sharedEdges(rows: readonly VisualRow[]): SharedEdges {
  const least = Math.max(leastRowsOfEdge, leastShare * rows.length);
  const boxes = rows.flatMap(({ fragments }) => fragments.map(({ box }) => box));
  const starts = sharedOf(boxes.map(({ x0 }) => x0).toSorted(byNumber), least);
  const stops = sharedOf(boxes.map(({ x1 }) => x1).toSorted(byNumber), least);
  return {
    begins: (x) => starts.some((start) => Math.abs(start - x) <= samePt),
    ends: (x) => stops.some((stop) => Math.abs(stop - x) <= samePt),
    crosses: ({ x0, x1 }) => {
      const stop = stops.find((x) => x > x0 + insidePt) ?? Infinity;
      return starts.some((start) => start > stop && start < x1 - insidePt);
    },
  };
}

function byNumber(one: number, other: number): number {
  return one - other;
}

/** Returns the centres of groups of at least this many similar numbers. */
function sharedOf(sorted: readonly number[], least: number): readonly number[] {
  const shared: number[] = [];
  let from = 0;
  for (let at = 1; at <= sorted.length; at += 1) {
    const first = sorted[from] ?? 0;
    if ((sorted[at] ?? Infinity) - first <= samePt) continue;
    if (at - from >= least) shared.push(first + ((sorted[at - 1] ?? first) - first) / 2);
    from = at;
  }
  return shared;
}
