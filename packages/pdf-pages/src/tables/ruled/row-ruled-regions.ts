import { isCaption } from "../../layout/headings/same-size-headings.ts";
import { isLarger, isNumberedHeading, isRunningHeader, isSeveral, mayBeHeads } from "../aligned/aligned-regions.ts";
import { isNumeric, wordCount } from "../cells/cell-kinds.ts";
import type { Fragment } from "../cells/fragment.ts";
import { type VisualRow, visualRows } from "../cells/visual-rows.ts";
import type { Box, TextLine } from "../../model/page-content.ts";
import type { RuleLine } from "./rule-lines.ts";

/** Lines of text between rules across the whole width of a table, by band. */
export interface RowRuledRegion {
  readonly rules: readonly RuleLine[];
  /** The fragments between each two rules; one fewer than rules. */
  readonly bands: readonly (readonly Fragment[])[];
}

/** Minimum length of a rule in points. Shorter rules underline words or totals. */
const minRulePt = 70;

/** Maximum number of rules of one width. More are ruled paper. */
const maxRules = 300;

/** Maximum difference of the ends of rules of one table, in points. */
export const sameExtentPt = 6;

/** Maximum distance of a head above the first rule, in ems. */
const headEms = 2.5;

/** Returns regions between horizontal rules of the same width, as in tables of books and reports. */
export function rowRuledRegions(lines: readonly RuleLine[], fragments: readonly Fragment[]): readonly RowRuledRegion[] {
  const groups: RuleLine[][] = [];
  for (const line of lines) {
    if (line.to - line.from < minRulePt) continue;
    const group = groups.find((candidate) => isAlike(candidate[0], line));
    if (group === undefined) groups.push([line]);
    else group.push(line);
  }
  const likely = groups.filter((group) => group.length > 1 && group.length <= maxRules);
  const prose =
    likely.length === 0 ? [] : fragments.filter(({ text }) => isCaption(text) || wordCount(text) > maxLabelWords);
  const parts = likely.flatMap((rules) => dividedAtText(rules, prose)).filter(({ length }) => length > 1);
  return parts.map((rules) => regionOf(rules, fragments)).filter((region) => !areTotals(region, fragments));
}

/**
 * Divides rules at captions that are wider than them, and at prose that begins left of them: both are in no table. `prose`
 * has the captions and long lines of the page.
 */
function dividedAtText(rules: readonly RuleLine[], prose: readonly Fragment[]): readonly (readonly RuleLine[])[] {
  const [first] = rules;
  const apart = first === undefined ? [] : prose.filter((fragment) => isApart(fragment, first));
  if (apart.length === 0) return [rules];
  const boxes = apart.map(({ box }) => box).toSorted((one, other) => one.y0 - other.y0);
  const parts: RuleLine[][] = [];
  let above: RuleLine | undefined;
  for (const rule of rules) {
    const part = parts.at(-1);
    if (part === undefined || above === undefined || isBoxBetween(boxes, above, rule)) parts.push([rule]);
    else part.push(rule);
    above = rule;
  }
  return parts;
}

/** True if the first of some boxes, sorted by their tops, that begins below a rule ends above the next one. */
function isBoxBetween(boxes: readonly Box[], above: RuleLine, below: RuleLine): boolean {
  let [start, end] = [0, boxes.length];
  while (start < end) {
    const middle = (start + end) >> 1;
    if ((boxes[middle]?.y0 ?? 0) > above.at) end = middle;
    else start = middle + 1;
  }
  const first = boxes[start];
  return first !== undefined && first.y1 < below.at;
}

/** True for text over a rule that is not between its ends: a caption, or prose that begins left of it. */
function isApart({ box, text }: Fragment, { from, to }: RuleLine): boolean {
  if (box.x0 >= to || box.x1 <= from) return false;
  if (box.x0 < from - sameExtentPt) return true;
  return box.x1 > to + sameExtentPt && isCaption(text);
}

/** Minimum share of rows that start with a value, and of those with a label to the left. */
const totalsShare = 0.8;

/**
 * True if the rules are those above or below totals, over the values alone: the labels are to the left of them, and no
 * other column between them has words.
 */
function areTotals({ rules: [rule], bands }: RowRuledRegion, fragments: readonly Fragment[]): boolean {
  const rows = visualRows(bands.flat());
  const values = rows.filter((row) => row.fragments[0] !== undefined && isNumeric(row.fragments[0].text));
  if (rule === undefined || values.length === 0 || values.length < totalsShare * rows.length) return false;
  const labels = fragments.filter(({ box, text }) => box.x1 <= rule.from + sameExtentPt && !isNumeric(text));
  const ends = new Set(labels.map(({ box }) => Math.round(box.y1)));
  const labelled = values.filter(({ box }) => [-1, 0, 1].some((stepPt) => ends.has(Math.round(box.y1) + stepPt)));
  return labelled.length >= totalsShare * values.length;
}

function isAlike(a: RuleLine | undefined, b: RuleLine): boolean {
  return a !== undefined && Math.abs(a.from - b.from) <= sameExtentPt && Math.abs(a.to - b.to) <= sameExtentPt;
}

/** Returns the region between two of a region's rules. */
function partOf(region: RowRuledRegion, start: number, end: number): RowRuledRegion {
  return { rules: region.rules.slice(start, end), bands: region.bands.slice(start, end - 1) };
}

function regionOf(rules: readonly RuleLine[], fragments: readonly Fragment[]): RowRuledRegion {
  const bands = rules.slice(1).map((below, index) => {
    const above = rules[index] ?? below;
    return fragments.filter((fragment) => {
      const middle = (fragment.box.y0 + fragment.box.y1) / 2;
      return middle > above.at && middle < below.at && isBetweenEnds(fragment, above);
    });
  });
  return { rules, bands };
}

/** Where a last cell that goes on beyond the end of a rule may begin: behind this share of it, and this far from its end. */
const lastCellShare = 0.25;
const lastCellEms = 2;

/** True if text is between the ends of a rule. Words of a last cell may be too long for it; code is, in a box. */
function isBetweenEnds({ box: { x0, x1 }, isMonospaced, sizePt }: Fragment, rule: RuleLine): boolean {
  if (x0 < rule.from - sameExtentPt) return false;
  if (x1 <= rule.to + sameExtentPt) return true;
  return !isMonospaced && x0 < rule.to - lastCellEms * sizePt && x0 >= rule.from + lastCellShare * widthOf(rule);
}

/**
 * Adds the line of text above the first rule if it has several fragments, of which none is in a `taken` line: heads may
 * have no rule above.
 */
export function withHead(
  region: RowRuledRegion,
  fragments: readonly Fragment[],
  taken: ReadonlySet<TextLine>,
): RowRuledRegion | undefined {
  const [rule] = region.rules;
  if (rule === undefined) return undefined;
  const above = fragments.filter(({ box, sizePt, line: own }) => {
    const white = rule.at - box.y1;
    if (white <= -1 || white >= headEms * sizePt || taken.has(own)) return false;
    return box.x0 >= rule.from - sameExtentPt && box.x1 <= rule.to + sameExtentPt;
  });
  const line = visualRows(above).at(-1);
  if (line === undefined || !mayBeHeads(line) || hasOwnHead(region, line.fragments)) return undefined;
  if (isHeaderOfPage(line, region, fragments)) return undefined;
  if (isLarger(line, region.bands.flat()) || isCode(line.fragments, region)) return undefined;
  return { rules: [{ ...rule, at: line.box.y0 }, ...region.rules], bands: [line.fragments, ...region.bands] };
}

/** True for the top line of a page at both ends of a rule, with a page number or above a table that has its own heads. */
function isHeaderOfPage(line: VisualRow, { rules, bands }: RowRuledRegion, fragments: readonly Fragment[]): boolean {
  const [rule] = rules;
  if (rule === undefined || fragments.some((other) => other.box.y1 <= line.box.y0)) return false;
  const [heads = [], ...others] = bands.filter(({ length }) => length > 0).map(visualRows);
  const hasHeads = others.length > 0 && heads.length === 1 && heads.every(isSeveral);
  return isRunningHeader(line, { x0: rule.from, x1: rule.to }, hasHeads);
}

/** True for bold heads below the first rule: text above it is unrelated, such as an address, unless it is bold too. */
function hasOwnHead({ bands: [band = []] }: RowRuledRegion, above: readonly Fragment[]): boolean {
  const rows = visualRows(band);
  return (
    rows.length === 1 &&
    rows.every(isSeveral) &&
    band.every(({ isBold }) => isBold) &&
    !above.every(({ isBold }) => isBold)
  );
}

/**
 * Returns the index of the first band that is between two tables, or -1: a paragraph, a heading, a caption, code, a title
 * above heads that repeat, or the heads of the next table.
 */
export function bandBetweenTables(region: RowRuledRegion): number {
  const headings = headingsIn(region);
  return region.bands.findIndex(
    (band, index) =>
      isParagraph(band, region) ||
      band.some((one) => headings.has(one)) ||
      isCode(band, region) ||
      isTitleOfNext(region, index) ||
      isNextHead(region, index),
  );
}

/** Maximum share of monospaced text in tables that have code between them. */
const monospacedShare = 0.1;

/** True for a few lines of code between tables in another type. */
function isCode(lines: readonly Fragment[], { bands }: RowRuledRegion): boolean {
  if (lines.length === 0 || !lines.every(({ isMonospaced }) => isMonospaced)) return false;
  const others = bands.filter((other) => other !== lines).flat();
  if (others.length < lines.length) return false;
  return others.filter(({ isMonospaced }) => isMonospaced).length < monospacedShare * others.length;
}

/**
 * Returns the regions of tables below each other whose only rules are right below their heads: each band but the last then
 * ends with the bold heads of the next table.
 */
export function dividedAtHeads(region: RowRuledRegion): readonly RowRuledRegion[] {
  const heads = region.bands.map(headAtEnd);
  if (
    heads.length === 0 ||
    !heads.every((head, index) => head !== undefined || (index > 0 && index === heads.length - 1))
  )
    return [region];
  return region.bands.map((band, index) => {
    const [head, rule] = [heads[index], region.rules[index + 1]];
    const part = partOf(region, index, index + 2);
    if (head === undefined || rule === undefined) return part;
    const own = band.filter((fragment) => !head.fragments.includes(fragment));
    return { rules: [...part.rules.slice(0, 1), { ...rule, at: head.box.y0 }], bands: [own] };
  });
}

function headAtEnd(band: readonly Fragment[]): VisualRow | undefined {
  const [above, last] = visualRows(band).slice(-2);
  return above !== undefined && last !== undefined && !isBold(above.fragments) && isBoldHead(last.fragments)
    ? last
    : undefined;
}

/** True for the bold heads of another table below rows that are not bold, if the table has such heads, too. */
function isNextHead({ bands }: RowRuledRegion, index: number): boolean {
  const [first = []] = bands;
  return index > 1 && isBoldHead(first) && isBoldHead(bands[index] ?? []) && !isBold(bands[index - 1] ?? []);
}

function isBoldHead(band: readonly Fragment[]): boolean {
  return band.length > 1 && isBold(band) && visualRows(band).length === 1 && !band.some(({ text }) => isNumeric(text));
}

function isBold(band: readonly Fragment[]): boolean {
  return band.every(({ isBold: isBoldText }) => isBoldText);
}

/** Minimum number of heads that repeat. Fewer words may be equal by chance. */
const leastHeads = 3;

/** True for lines with one text each below which the heads of the table start again. */
function isTitleOfNext({ bands }: RowRuledRegion, index: number): boolean {
  const next = bands[index + 1];
  const [head] = bands;
  if (index === 0 || next === undefined || head === undefined || head.length < leastHeads) return false;
  const rows = visualRows(bands[index] ?? []);
  return rows.length > 0 && rows.every((row) => row.fragments.length === 1) && textOf(next) === textOf(head);
}

function textOf(band: readonly Fragment[]): string {
  return visualRows(band)
    .flatMap(({ fragments }) => fragments.map(({ text }) => text))
    .join("\n");
}

/** Returns the numbers of section headings, which may have a rule below. */
function headingsIn({ bands }: RowRuledRegion): ReadonlySet<Fragment> {
  const rows = visualRows(bands.flat());
  return new Set(
    rows.flatMap((row, at) => (isNumberedHeading(row, rows[at - 1], rows[at + 1]) ? row.fragments.slice(0, 1) : [])),
  );
}

/** Returns the parts above and below a paragraph or a heading; or above, in and below the highest band. */
export function partsOf(region: RowRuledRegion, prose: number): readonly RowRuledRegion[] {
  const count = region.rules.length;
  if (isNextHead(region, prose)) return [partOf(region, 0, prose + 1), partOf(region, prose, count)];
  const at = prose < 0 ? tallest(region) : prose;
  const parts = [partOf(region, 0, at + 1), partOf(region, at + 1, count)];
  if (prose < 0) parts.push(partOf(region, at, at + 2));
  return parts.filter((part) => part.rules.length > 1 && part.rules.length < count);
}

/** Minimum share of a table's width of a line of words that belongs to a paragraph between two tables. */
const paragraphShare = 0.6;

/** Maximum indent of a paragraph, as a share of the rule. */
const paragraphIndent = 0.1;

/** True for a band with a line of a paragraph or a caption, after which another table starts. */
function isParagraph(band: readonly Fragment[], { rules }: RowRuledRegion): boolean {
  const [rule] = rules;
  if (rule === undefined) return false;
  const rows = visualRows(band);
  if (rows.some(({ fragments: [text, ...others] }) => others.length === 0 && isCaption(text?.text ?? ""))) return true;
  return rows.some(
    (row) =>
      row.fragments.length === 1 &&
      isNote(row) &&
      row.box.x1 - row.box.x0 > paragraphShare * widthOf(rule) &&
      row.box.x0 - rule.from < paragraphIndent * widthOf(rule),
  );
}

/** Returns the highest band, before and after which other tables may be. */
function tallest({ rules }: RowRuledRegion): number {
  const heights = rules.slice(1).map((rule, index) => rule.at - (rules[index]?.at ?? 0));
  return heights.indexOf(Math.max(...heights));
}

/** A line with more words is a sentence. */
const maxLabelWords = 9;

/** True for a line with more words than a label. */
export function isNote(row: VisualRow): boolean {
  return row.fragments.reduce((sum, fragment) => sum + wordCount(fragment.text), 0) > maxLabelWords;
}

/** Returns the length of a rule, in points. */
export function widthOf(line: RuleLine): number {
  return line.to - line.from;
}
