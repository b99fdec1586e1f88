import { ascending } from "../../model/numbers.ts";
import type { Box, Rule, Table } from "../../model/page-content.ts";
import type { Vector } from "../../model/page-model.ts";

/** A rule: its position on the other axis, and its extent. */
export interface RuleLine {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** The rules of a page, each with its visible length, ordered by `at`. */
export interface RuleLines {
  readonly horizontal: readonly RuleLine[];
  readonly vertical: readonly RuleLine[];
}

/** Rules this close are one, in points: double borders, both edges of a stroke, adjacent boxes. */
export const snapPt: number = 3;

/** Joins what looks like one rule: programs draw borders cell by cell, twice, or as dashes. */
export function ruleLines(rules: readonly Rule[]): RuleLines {
  const horizontal: RuleLine[] = [];
  const vertical: RuleLine[] = [];
  for (const { box, orientation } of rules) {
    if (orientation === "horizontal") horizontal.push({ at: (box.y0 + box.y1) / 2, from: box.x0, to: box.x1 });
    else if (orientation === "vertical") vertical.push({ at: (box.x0 + box.x1) / 2, from: box.y0, to: box.y1 });
  }
  return { horizontal: joinLines(horizontal), vertical: joinLines(vertical) };
}

function joinLines(lines: readonly RuleLine[]): readonly RuleLine[] {
  const groups: RuleLine[][] = [];
  let group: RuleLine[] = [];
  let start = -Infinity;
  for (const line of lines.toSorted((a, b) => a.at - b.at)) {
    if (line.at - start > snapPt) {
      group = [];
      groups.push(group);
      start = line.at;
    }
    group.push(line);
  }
  return groups.flatMap(joinCollinear);
}

function joinCollinear(lines: readonly RuleLine[]): readonly RuleLine[] {
  if (lines.length < 2) return lines;
  const result: RuleLine[] = [];
  let last: RuleLine | undefined;
  for (const line of lines.toSorted((a, b) => a.from - b.from)) {
    if (last !== undefined && line.from <= last.to + snapPt) {
      last = { at: last.at, from: last.from, to: Math.max(last.to, line.to) };
      result[result.length - 1] = last;
    } else {
      last = line;
      result.push(line);
    }
  }
  return result;
}

/** Merges positions within the snap distance into their mean; ascending. */
export function clusters(positions: readonly number[]): readonly number[] {
  const result: number[] = [];
  let first = 0;
  let sum = 0;
  let count = 0;
  for (const position of ascending(positions)) {
    if (count > 0 && position - first > snapPt) {
      result.push(sum / count);
      [sum, count] = [0, 0];
    }
    if (count === 0) first = position;
    sum += position;
    count += 1;
  }
  if (count > 0) result.push(sum / count);
  return result;
}

/** Maximum number of rules returned. The largest printed grids seen have about 2000. */
const maxRules = 4000;

/** Maximum number of slanted lines returned. Few show that a place is a drawing. */
const maxSlanted = 1000;

/** Maximum thickness of a rule, however it is drawn, in points. */
const maxThicknessPt = 3;

/** Minimum length of a rule in points. Shorter lines are dots, ticks and underlines of single letters. */
const minLengthPt = 4;

/**
 * Returns the straight lines among the vectors of a page, whose strokes have their true width, the edges of its boxes and
 * shaded areas, and the lines that are slanted or curved.
 */
export function rulesAmong(vectors: readonly Vector[]): readonly Rule[] {
  const rules: Rule[] = [];
  for (const { box, isRectangle, isStroked, isPaper } of vectors) {
    if (rules.length > maxRules) break;
    addRules(rules, box, isRectangle && (isStroked || !isPaper));
  }
  const slanted = vectors.filter(isSlanted).slice(0, maxSlanted);
  return [...rules.slice(0, maxRules), ...slanted.map(({ box }): Rule => ({ box, orientation: "slanted" }))];
}

function isSlanted({ box, isRectangle }: Vector): boolean {
  return !isRectangle && Math.min(box.x1 - box.x0, box.y1 - box.y0) > maxThicknessPt;
}

function addRules(rules: Rule[], box: Box, isBox: boolean): void {
  const width = box.x1 - box.x0;
  const height = box.y1 - box.y0;
  if (!Number.isFinite(width + height)) return;
  if (height <= maxThicknessPt) {
    if (width >= minLengthPt) rules.push({ box, orientation: "horizontal" });
    return;
  }
  if (width <= maxThicknessPt) {
    if (height >= minLengthPt) rules.push({ box, orientation: "vertical" });
    return;
  }
  if (isBox && width >= minLengthPt && height >= minLengthPt) rules.push(...edgesOf(box));
}

function edgesOf(box: Box): readonly Rule[] {
  return [
    { box: { ...box, y1: box.y0 }, orientation: "horizontal" },
    { box: { ...box, y0: box.y1 }, orientation: "horizontal" },
    { box: { ...box, x1: box.x0 }, orientation: "vertical" },
    { box: { ...box, x0: box.x1 }, orientation: "vertical" },
  ];
}

/** A slanted line of a drawing is higher than this many times the text. Lower ones are icons, marks and bullets. */
const leastHeightEms = 1.5;

/** A slanted line that is at least as wide as this share of a table is behind its rows. */
const backgroundShare = 0.9;

/** Minimum number of slanted lines in a drawing, and minimum share of the lines of text beside them. */
const leastSlanted = 2;
const besideShare = 0.5;

/**
 * True if text is among slanted and curved lines: the labels of a chart, a map or a diagram. They are as high as several
 * lines of text, and extend beside or behind half of its height.
 */
export function isAmongSlanted({ box, lines }: Table, rules: readonly Rule[]): boolean {
  const texts = [...lines].map((line) => line.box);
  const heights = ascending(texts.map(({ y0, y1 }) => y1 - y0));
  const leastPt = leastHeightEms * (heights[Math.floor(heights.length / 2)] ?? 0);
  const within = rules.filter((rule) => {
    const isTall = rule.orientation === "slanted" && rule.box.y1 - rule.box.y0 > leastPt;
    const isBehind = rule.box.x1 - rule.box.x0 >= backgroundShare * (box.x1 - box.x0);
    return isTall && !isBehind && areOver(rule.box, box);
  });
  return within.length >= leastSlanted && heightBeside(within, box) >= besideShare * (box.y1 - box.y0);
}

/** Returns how much of the height of a box some lines extend over together. */
function heightBeside(lines: readonly Rule[], { y0, y1 }: Box): number {
  let [height, bottom] = [0, y0];
  for (const { box } of lines.toSorted((one, other) => one.box.y0 - other.box.y0)) {
    const end = Math.min(box.y1, y1);
    height += Math.max(0, end - Math.max(box.y0, bottom));
    bottom = Math.max(bottom, end);
  }
  return height;
}

function areOver(one: Box, other: Box): boolean {
  return one.x0 < other.x1 && one.x1 > other.x0 && one.y0 < other.y1 && one.y1 > other.y0;
}
