import { ascending } from "../../model/numbers.ts";
import type { Box, Rule } from "../../model/page-content.ts";
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
    else vertical.push({ at: (box.x0 + box.x1) / 2, from: box.y0, to: box.y1 });
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

/** Maximum thickness of a rule, however it is drawn, in points. */
const maxThicknessPt = 3;

/** Minimum length of a rule in points. Shorter lines are dots, ticks and underlines of single letters. */
const minLengthPt = 4;

/**
 * Returns the straight lines among the vectors of a page, whose strokes have their true width, and the edges of its boxes
 * and shaded areas.
 */
export function rulesAmong(vectors: readonly Vector[]): readonly Rule[] {
  const rules: Rule[] = [];
  for (const { box, isRectangle, isStroked, isPaper } of vectors) {
    if (rules.length > maxRules) break;
    addRules(rules, box, isRectangle && (isStroked || !isPaper));
  }
  return rules.slice(0, maxRules);
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
