import type { Rule } from "../../model/page-content.ts";

/** A drawn line: where it stands on the other axis, and from where to where it goes. */
export interface RuleLine {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** The drawn lines of a page, each as long as it looks, in the order of `at`. */
export interface RuleLines {
  readonly horizontal: readonly RuleLine[];
  readonly vertical: readonly RuleLine[];
}

/** Lines this close to each other are one: double borders, both edges of a stroke, boxes side by side. */
export const snapPt: number = 3;

/** Joins what looks like one line: programs draw a border cell by cell, twice, or as dashes. */
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
  const sorted = lines.toSorted((a, b) => a.at - b.at);
  const groups: RuleLine[][] = [[]];
  for (const line of sorted) {
    const [first] = groups.at(-1) ?? [];
    if (first !== undefined && line.at - first.at > snapPt) groups.push([line]);
    else groups.at(-1)?.push(line);
  }
  return groups.flatMap(joinCollinear);
}

function joinCollinear(lines: readonly RuleLine[]): readonly RuleLine[] {
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

/** Positions that differ by no more than the snap distance become one, their mean; ascending. */
export function clusters(positions: readonly number[]): readonly number[] {
  const result: number[] = [];
  let group: number[] = [];
  for (const position of positions.toSorted((a, b) => a - b)) {
    if (position - (group[0] ?? position) > snapPt) {
      result.push(mean(group));
      group = [];
    }
    group.push(position);
  }
  return group.length > 0 ? [...result, mean(group)] : result;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
