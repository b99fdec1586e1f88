import { textEms } from "../../model/plain-text.ts";
import type { Box } from "../../model/page-content.ts";
import type { CharacterLine } from "../../model/page-model.ts";
import { ascending } from "../../model/numbers.ts";
import { areNumbers, isNumber, mayBeOneNumber, wordCount } from "../cells/cell-kinds.ts";
import { type Column, columnOf, columnsOf, reachesOver } from "../cells/columns.ts";
import { type Fragment, gapBetween } from "../cells/fragment.ts";
import { type VisualRow, visualRows } from "../cells/visual-rows.ts";
import { isSeveral } from "./aligned-regions.ts";
import { hasProse } from "./aligned-table.ts";
import { numbersAmongWords, splitAtFixedGaps } from "./fixed-gaps.ts";
import { splitBetween } from "./split-fragment.ts";

/** Minimum gap after a number that is more than a space, in ems. */
const cellGapEms = 0.5;

/** Characters closer than this belong to the same word, in ems. */
const leastGapEms = 0.1;

/** Minimum number of consecutive rows with cells side by side that may be a table with narrow gaps. */
const leastRows = 3;

/** Fragments with more words are prose, or at least lines of several cells that each start a column. */
const maxWords = 9;
const maxWordsAtStarts = 16;

/**
 * Splits fragments that are several cells: in a table with narrow gaps the engine merges adjacent cells into one line.
 * Splits at positions where cells of other rows start or end. Calls the slow `readLines` at most once, and only if
 * consecutive rows look like that.
 */
export function splitNarrowGaps(
  fragments: readonly Fragment[],
  readLines: () => readonly CharacterLine[],
): readonly Fragment[] {
  const split = splitWideSpaces(fragments, readLines);
  const stretches = stretchesOf(visualRows(split))
    .map((rows): Stretch => ({ rows, across: acrossColumns(rows) }))
    .filter((stretch) => mayHoldTwo(stretch) || numbersAmongWords(stretch.rows).length > 0);
  if (stretches.length === 0) return split;
  const lines = readLines();
  const parts = new Map<Fragment, readonly Fragment[]>();
  for (const stretch of stretches) splitRows(stretch, lines, parts);
  return parts.size === 0 ? split : split.flatMap((fragment) => parts.get(fragment) ?? [fragment]);
}

/** A gap of several spaces that is at least this wide separates cells, in ems. */
const wideSpacesEms = 0.8;

/** Minimum share of such fragments on a page whose cells are set with spaces. Fewer are padding. */
const leastWideShare = 0.05;

/** A gap this wide in a single fragment separates cells, in ems. */
const singleGapEms = 4;

/** Splits fragments at wide gaps that are filled with spaces, if several lines have such gaps or one is very wide. */
function splitWideSpaces(
  fragments: readonly Fragment[],
  readLines: () => readonly CharacterLine[],
): readonly Fragment[] {
  const spaced = fragments.filter(({ hasWideSpaces }) => hasWideSpaces === true);
  if (spaced.length === 0) return fragments;
  const areMany = spaced.length >= Math.max(leastRows, leastWideShare * fragments.length);
  const wide = new Set(areMany ? spaced : spaced.filter(hasVeryWideGap));
  if (wide.size === 0) return fragments;
  const lines = readLines();
  return fragments.flatMap((fragment) => {
    if (!wide.has(fragment)) return [fragment];
    const gapPt = (areMany ? wideSpacesEms : singleGapEms) * fragment.sizePt;
    return splitBetween(fragment, lines, (left, right) => right.x0 - left.x1 >= gapPt);
  });
}

/** The usual width of monospaced characters, in ems. */
const monospacedEms = 0.6;

/** True if a text is much narrower than its box, so that one of its gaps may be as wide as a column. */
function hasVeryWideGap({ text, box, sizePt, isMonospaced }: Fragment): boolean {
  const ems = isMonospaced ? monospacedEms * text.length : textEms(text);
  return box.x1 - box.x0 - ems * sizePt > singleGapEms * sizePt;
}

/** Maximum number of lines alone in their row between rows of one table: lines of a wrapped label. */
const mostBetween = 4;

function stretchesOf(rows: readonly VisualRow[]): readonly (readonly VisualRow[])[] {
  let stretch: VisualRow[] = [];
  const stretches = [stretch];
  let between = 0;
  for (const row of rows) {
    between = isSeveral(row) || row.fragments.some(({ text }) => areNumbers(text)) ? 0 : between + 1;
    if (between === 0) stretch.push(row);
    else if (stretch.length > 0 && (between > mostBetween || hasProse(row))) {
      stretch = [];
      stretches.push(stretch);
    }
  }
  return stretches.filter(({ length }) => length >= leastRows);
}

/** Rows that may be a table. */
interface Stretch {
  readonly rows: readonly VisualRow[];
  /** The fragments of numbers that lie in several columns, with these. */
  readonly across: AcrossColumns;
}

type AcrossColumns = ReadonlyMap<Fragment, readonly Column[]>;

function mayHoldTwo({ rows, across }: Stretch): boolean {
  if (across.size > 0 || numbersAndMore(rows).length >= leastRows) return true;
  let starts: readonly number[] | undefined;
  return rows.some((row) =>
    row.fragments.some((one) => mayStartColumns(one) && areWithin((starts ??= sharedStarts(rows)), one.box)),
  );
}

function mayBeTwo({ text, line, isMonospaced }: Fragment, most = maxWords): boolean {
  if (isMonospaced || line.direction !== "ltr") return false;
  const words = wordCount(text);
  return words > 1 && words <= most;
}

function mayStartColumns(fragment: Fragment): boolean {
  return mayBeTwo(fragment, maxWordsAtStarts);
}

/**
 * A row that starts with such a number is a section, a contents entry or a line of code. A small number counts
 * anywhere.
 */
const countNumber = /^\d{1,3}(?:\.\d{1,2})*[.:)]?$/u;
const smallNumber = /^\d{1,2}[.:)]?$/u;

/** Matches text with digits in two words. It is checked first, because most lines are prose. */
const digitsInTwoWords = /\d\S* (?:.* )?\S*\d/u;

/** Most cells are one word, for which searching for a space is enough. */
function holdsDigitsInTwoWords(text: string): boolean {
  return text.includes(" ") && digitsInTwoWords.test(text);
}

/** Returns fragments that start with a number followed by something else, or are several numbers. */
function numbersAndMore(rows: readonly VisualRow[]): readonly Fragment[] {
  return rows.flatMap(({ fragments }) =>
    fragments.filter((fragment, index) => {
      if (!mayBeTwo(fragment)) return false;
      if (areNumbers(fragment.text)) return true;
      const number = fragment.text.slice(0, fragment.text.indexOf(" "));
      return isNumber(number) && !(index > 0 ? smallNumber : countNumber).test(number);
    }),
  );
}

type Parts = Map<Fragment, readonly Fragment[]>;

function splitRows({ rows, across }: Stretch, lines: readonly CharacterLine[], parts: Parts): void {
  splitAtFixedGaps(rows, lines, parts);
  const fragments = rows.flatMap((row) => row.fragments);
  splitAfterNumbers(rows, lines, parts);
  const edges = sharedEdges(
    rows.map((row) => ({ ...row, fragments: row.fragments.flatMap((one) => parts.get(one) ?? one) })),
  );
  for (const fragment of fragments) {
    const now = parts.get(fragment) ?? [fragment];
    const found = now.flatMap((one) => splitAtEdges(one, lines, edges));
    if (found.length > now.length) parts.set(fragment, found);
  }
  for (const [fragment, columns] of across) {
    const found = parts.has(fragment) ? [] : splitBetweenColumns(fragment, lines, columns);
    if (found.length > 1) parts.set(fragment, found);
  }
}

/** Splits fragments that start with a number, or are several, at gaps that are wider than a space. */
function splitAfterNumbers(rows: readonly VisualRow[], lines: readonly CharacterLine[], parts: Parts): void {
  const numbers = numbersAndMore(rows).filter((fragment) => !parts.has(fragment));
  if (numbers.length < leastRows) return;
  for (const fragment of numbers) {
    const gapPt = cellGapEms * fragment.sizePt;
    const found = splitBetween(fragment, lines, (left, right) => right.x0 - left.x1 >= gapPt);
    if (found.length > 1) parts.set(fragment, found);
  }
}

/** Splits a fragment at its spaces, if each part is then in another column. */
function splitBetweenColumns(
  fragment: Fragment,
  lines: readonly CharacterLine[],
  columns: readonly Column[],
): readonly Fragment[] {
  const spacePt = leastGapEms * fragment.sizePt;
  const found = splitBetween(fragment, lines, (left, right) => right.x0 - left.x1 >= spacePt);
  const places = new Set(found.map((part) => columnOf(part, columns)));
  const isOneNumber = found.some((part, index) => continuesNumber(found[index - 1], part, columns));
  return places.size === found.length && !isOneNumber ? found : [fragment];
}

/** Maximum distance of a number from the right edge of its column, in points. */
const slackPt = 1;

/**
 * True for two parts of one number, `12 345`. Two numbers are further apart than words, or end at the right of their
 * columns.
 */
function continuesNumber(before: Fragment | undefined, part: Fragment, columns: readonly Column[]): boolean {
  if (before === undefined || !mayBeOneNumber(before.text, part.text)) return false;
  if (gapBetween(before.box, part.box) >= cellGapEms * part.sizePt) return false;
  return ![before, part].every((one) => Math.abs(one.box.x1 - (columns[columnOf(one, columns)]?.x1 ?? 0)) <= slackPt);
}

/** Number of rows above and below that show the columns of a row. */
const rowsAround = 8;

/** Maximum number of fragments in such rows. Rows with more are a drawing or an attack. */
const maxInRow = 30;

/**
 * Returns the fragments that are only numbers and lie in several columns of the rows around them, with these columns. In
 * a row of totals in larger type, the gap between two numbers may be as narrow as a space.
 */
function acrossColumns(rows: readonly VisualRow[]): AcrossColumns {
  const across = new Map<Fragment, readonly Column[]>();
  const isSingle = rows.map(({ fragments }) => !fragments.some(isOfNumbers));
  for (const [index, row] of rows.entries()) {
    if (isSingle[index] === true) continue;
    const from = Math.max(index - rowsAround, 0);
    const near = rows.slice(from, index + rowsAround + 1).filter((_, at) => isSingle[from + at] === true);
    if (near.some(({ fragments }) => fragments.length > maxInRow)) continue;
    const numbers = row.fragments.slice(0, maxInRow).filter((one) => isOfNumbers(one) && isStartedIn(one, near));
    if (numbers.length === 0) continue;
    const columns = columnsOf(near);
    for (const fragment of numbers) if (reachesOver(fragment, columns)) across.set(fragment, columns);
  }
  return across;
}

/** True if some fragments start inside another, as those of its second column must. */
function isStartedIn({ box }: Fragment, rows: readonly VisualRow[]): boolean {
  return rows.some(({ fragments }) => fragments.some((other) => other.box.x0 > box.x0 && other.box.x0 < box.x1));
}

/** True for several words that are all numbers. */
function isOfNumbers({ text, line }: Fragment): boolean {
  if (line.direction !== "ltr" || !holdsDigitsInTwoWords(text)) return false;
  const words = text.split(" ");
  return words.length <= maxWords && words.every(isNumber);
}

/** Splits a fragment where cells of other rows start or end, or at wide gaps, if each part is then in one column. */
function splitAtEdges(fragment: Fragment, lines: readonly CharacterLine[], edges: SharedEdges): readonly Fragment[] {
  if (!mayBeTwo(fragment) || !edges.crosses(fragment.box)) return splitAtStarts(fragment, lines, edges);
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

/** Splits a fragment at wide gaps before the start of a column. Cells of words share no end that would show it, too. */
function splitAtStarts(fragment: Fragment, lines: readonly CharacterLine[], edges: SharedEdges): readonly Fragment[] {
  if (!edges.startsWithin(fragment.box) || !mayStartColumns(fragment)) return [fragment];
  const gapPt = cellGapEms * fragment.sizePt;
  return splitBetween(fragment, lines, (left, right) => right.x0 - left.x1 >= gapPt && edges.begins(right.x0));
}

/** True if a part has wide gaps on both sides, unlike words across several columns. */
function isApart(parts: readonly Fragment[], index: number, gapPt: number): boolean {
  const [before, part, after] = [parts[index - 1], parts[index], parts[index + 1]];
  if (part === undefined) return false;
  const leftPt = part.box.x0 - (before?.box.x1 ?? -Infinity);
  return leftPt >= gapPt && (after?.box.x0 ?? Infinity) - part.box.x1 >= gapPt;
}

/** Positions where cells of several rows start and end. */
interface SharedEdges {
  readonly begins: (x: number) => boolean;
  readonly ends: (x: number) => boolean;
  /** Returns whether cells of other rows end inside a box and others start after them. */
  readonly crosses: (box: Box) => boolean;
  /** Returns whether cells of other rows start inside a box. */
  readonly startsWithin: (box: Box) => boolean;
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
  const starts = sharedStarts(rows);
  const stops = sharedOf(rows, ({ x1 }) => x1);
  return {
    begins: (x) => starts.some((start) => Math.abs(start - x) <= samePt),
    ends: (x) => stops.some((stop) => Math.abs(stop - x) <= samePt),
    startsWithin: (box) => areWithin(starts, box),
    crosses: ({ x0, x1 }) => {
      const stop = stops.find((x) => x > x0 + insidePt) ?? Infinity;
      return starts.some((start) => start > stop && start < x1 - insidePt);
    },
  };
}

/** Returns the positions where cells of several rows start. */
function sharedStarts(rows: readonly VisualRow[]): readonly number[] {
  return sharedOf(rows, ({ x0 }) => x0);
}

/** True if some of these positions are inside a box. */
function areWithin(positions: readonly number[], { x0, x1 }: Box): boolean {
  return positions.some((at) => at > x0 + insidePt && at < x1 - insidePt);
}

/** Returns the centres of groups of similar edges that several rows have. */
function sharedOf(rows: readonly VisualRow[], edgeOf: (box: Box) => number): readonly number[] {
  const least = Math.max(leastRowsOfEdge, leastShare * rows.length);
  const edges: number[] = [];
  for (const { fragments } of rows) for (const { box } of fragments) edges.push(edgeOf(box));
  const sorted = ascending(edges);
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
