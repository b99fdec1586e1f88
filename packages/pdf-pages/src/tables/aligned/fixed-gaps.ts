import type { CharacterLine } from "../../model/page-model.ts";
import { ascending } from "../../model/numbers.ts";
import { isNumber, mayBeOneNumber, wordCount } from "../cells/cell-kinds.ts";
import type { Fragment } from "../cells/fragment.ts";
import type { VisualRow } from "../cells/visual-rows.ts";
import { splitBetween } from "./split-fragment.ts";

/** A gap between two words of a fragment. */
interface WordGap {
  readonly fragment: Fragment;
  /** Where the word to the left ends, and where the word to the right starts. */
  readonly end: number;
  readonly start: number;
  /** The widths of these words. */
  readonly widths: readonly [number, number];
  /** True before what may be the unit of a number. */
  readonly isBeforeUnit: boolean;
}

/** Characters closer than this belong to the same word, in ems. */
const leastGapEms = 0.1;

/** Minimum number of rows in which an edge stays in place, and minimum share of the rows with text across it. */
const leastFixed = 4;
const fixedShare = 0.6;

/** Maximum share of gaps before what may be a unit, and the size of a gap that is wider than a space. */
const maxUnits = 0.5;
const widerShare = 1.15;

/** Edges and widths that differ by less are equal, in points. */
const samePt = 0.7;

/** A fragment with more words is a line of prose. */
const maxWords = 9;

/** Maximum number of fragments in a row, and of those that may be several cells. More are a drawing or an attack. */
const maxInRow = 30;
const maxMerged = 2000;

/** Returns the fragments that may be a number and other text in cells with hardly a gap, or none if they are too few. */
export function numbersAmongWords(rows: readonly VisualRow[]): readonly Fragment[] {
  const found = rows
    .filter(({ fragments }) => fragments.length <= maxInRow)
    .flatMap(({ fragments }) => fragments.filter(isNumberAmongWords));
  return found.length < leastFixed || found.length > maxMerged ? [] : found;
}

function isNumberAmongWords({ text, line, isMonospaced }: Fragment): boolean {
  if (isMonospaced || line.direction !== "ltr" || !text.includes(" ") || wordCount(text) > maxWords) return false;
  return text.split(" ").some(isNumber);
}

/**
 * Splits fragments with numbers at gaps that stay in place in several rows, while the widths of the words on both sides
 * of them vary: within one cell, the words beyond a gap move with them, however the cell is aligned. If words of
 * another row start there, such as a head, the widths need not vary.
 */
export function splitAtFixedGaps(
  rows: readonly VisualRow[],
  lines: readonly CharacterLine[],
  parts: Map<Fragment, readonly Fragment[]>,
): void {
  const merged = numbersAmongWords(rows);
  if (merged.length === 0) return;
  const gapsOf = new Map(merged.map((fragment) => [fragment, gapsIn(fragment, lines)]));
  const gaps = [...gapsOf.values()].flat();
  const found = { gaps, merged, spacePt: medianOf(gaps.map(widthOf)) };
  const ends = fixedEdges(found, { of: ({ end }) => end, words: [] });
  const starts = fixedEdges(found, { of: ({ start }) => start, words: startsOfWords(rows) });
  if (ends.length + starts.length === 0) return;
  for (const [fragment, own] of gapsOf) {
    const cuts = own.filter(({ end, start }) => isAt(ends, end) || isAt(starts, start));
    const cells = splitBetween(fragment, lines, (_, { x0 }) => cuts.some(({ start }) => start === x0));
    if (cells.length > 1) parts.set(fragment, cells);
  }
}

function gapsIn(fragment: Fragment, lines: readonly CharacterLine[]): readonly WordGap[] {
  const spacePt = leastGapEms * fragment.sizePt;
  const words = splitBetween(fragment, lines, (left, right) => right.x0 - left.x1 >= spacePt);
  return words.slice(1).flatMap(({ box, text }, index) => {
    const before = words[index];
    if (before === undefined || goTogether(before.text, text)) return [];
    const widths = [before.box.x1 - before.box.x0, box.x1 - box.x0] as const;
    const isBeforeUnit = isNumber(before.text) && besideNumber.test(text);
    return [{ fragment, end: before.box.x1, start: box.x0, widths, isBeforeUnit }];
  });
}

/** Leaders, and operators between two terms. */
const joint = /^(?:\.+|[-+−–=×±])$/u;

/** A unit after its number, or a share in brackets. */
const besideNumber = /^(?:[([]|\p{L}{1,3}$|[%‰°€$£¥₹])/u;

/** True for two words of one cell: thousands of one number, or parts of a list or a formula. */
function goTogether(left: string, right: string): boolean {
  return left.endsWith(",") || joint.test(left) || joint.test(right) || mayBeOneNumber(left, right);
}

/** Words without a digit, such as heads. */
const wordsAlone = /^\P{N}*\p{L}{2}\P{N}*$/u;

/** Returns where words of other columns start. A number may start there because it ends with the others. */
function startsOfWords(rows: readonly VisualRow[]): readonly number[] {
  const others = rows.flatMap(({ fragments }) => fragments.slice(1));
  return others.filter(({ text }) => wordsAlone.test(text)).map(({ box }) => box.x0);
}

function isAt(edges: readonly number[], at: number): boolean {
  return edges.some((edge) => Math.abs(edge - at) <= samePt);
}

/** One edge of gaps, and the places where other words have the same. */
interface Edge {
  readonly of: (gap: WordGap) => number;
  readonly words: readonly number[];
}

/** Fragments that may be several cells, with their gaps and the usual width of these. */
interface Merged {
  readonly merged: readonly Fragment[];
  readonly gaps: readonly WordGap[];
  readonly spacePt: number;
}

function fixedEdges({ merged, gaps, spacePt }: Merged, edge: Edge): readonly number[] {
  const sorted = gaps.toSorted((one, other) => edge.of(one) - edge.of(other));
  const fixed: number[] = [];
  let from = 0;
  for (let end = 1; end <= sorted.length; end += 1) {
    const [first, next] = [sorted[from], sorted[end]];
    if (first === undefined || (next !== undefined && edge.of(next) - edge.of(first) <= samePt)) continue;
    const [alike, at] = [sorted.slice(from, end), edge.of(first)];
    const count = new Set(alike.map(({ fragment }) => fragment)).size;
    const isFixed = count >= leastFixed && (isAt(edge.words, at) || areIndependent(alike, spacePt));
    if (isFixed && count >= fixedShare * countAcross(at, merged)) fixed.push(at);
    from = end;
  }
  return fixed;
}

function countAcross(at: number, fragments: readonly Fragment[]): number {
  return fragments.filter(({ box }) => box.x0 < at - samePt && box.x1 > at + samePt).length;
}

/** True if the gaps stay where they are whatever is beside them. A unit is a space after its number. */
function areIndependent(gaps: readonly WordGap[], spacePt: number): boolean {
  if (!vary(gaps.map(({ widths }) => widths[0])) || !vary(gaps.map(({ widths }) => widths[1]))) return false;
  const units = gaps.filter((gap) => gap.isBeforeUnit && widthOf(gap) < widerShare * spacePt).length;
  return units < maxUnits * gaps.length || vary(gaps.map(widthOf));
}

function widthOf({ end, start }: WordGap): number {
  return start - end;
}

function medianOf(values: readonly number[]): number {
  return ascending(values)[values.length >> 1] ?? 0;
}

function vary([first = 0, ...others]: readonly number[]): boolean {
  return others.some((width) => Math.abs(width - first) > samePt);
}
