import type { Fragment } from "../cells/fragment.ts";
import { visualRows } from "../cells/visual-rows.ts";
import type { RuleLine, RuleLines } from "./rule-lines.ts";
import { clusters, snapPt } from "./rule-lines.ts";

/** Rules of one table. */
export interface StackedRules extends RuleLines {
  /** True if they are several groups with unshaded rows between them. */
  readonly isStacked: boolean;
}

/** If every other row is shaded, an unshaded one without text is at most this many times as high. */
const maxGapShare = 2.2;

/**
 * Joins groups of touching rules above each other with the same columns: tables in which every other row is shaded.
 */
export function stackedGroups(groups: readonly RuleLines[], fragments: readonly Fragment[]): readonly StackedRules[] {
  const result: StackedRules[] = [];
  for (const group of groups.toSorted((a, b) => topOf(a) - topOf(b))) {
    const index = result.findLastIndex((above) => isBelow(above, group, fragments));
    const above = result[index];
    if (above === undefined) result.push({ ...group, isStacked: false });
    else result[index] = { ...join(above, group), isStacked: true };
  }
  return result;
}

function topOf(group: RuleLines): number {
  return group.horizontal[0]?.at ?? 0;
}

function bottomOf(group: RuleLines): number {
  return group.horizontal.at(-1)?.at ?? 0;
}

/** True if a group has the columns of another one, and follows it after at most an unshaded row. */
function isBelow(above: RuleLines, below: RuleLines, fragments: readonly Fragment[]): boolean {
  const gap = topOf(below) - bottomOf(above);
  const [first = 0, second = first] = clusters(below.horizontal.map((line) => line.at));
  const left = unitedColumns(above);
  const right = unitedColumns(below);
  return (
    gap > 0 &&
    left.length > 2 &&
    left.length === right.length &&
    left.every((at, index) => Math.abs(at - (right[index] ?? 0)) <= snapPt) &&
    (gap <= maxGapShare * (second - first) || holdsRow(between(above, below, fragments), left))
  );
}

function between(above: RuleLines, below: RuleLines, fragments: readonly Fragment[]): readonly Fragment[] {
  const [left = 0, right = 0] = [unitedColumns(above)[0], unitedColumns(above).at(-1)];
  return fragments.filter(({ box }) => {
    const middle = (box.y0 + box.y1) / 2;
    return middle > bottomOf(above) && middle < topOf(below) && box.x1 > left && box.x0 < right;
  });
}

/** Maximum number of lines of an unshaded row. */
const maxLines = 8;

/** True if text is one row in some columns: cells side by side, and lines that only continue them. */
function holdsRow(fragments: readonly Fragment[], columns: readonly number[]): boolean {
  const rows = visualRows(fragments);
  const full = rows.filter((row) => row.fragments.length > 1);
  const isDivided = fragments.every(({ box }) => !columns.some((at) => at > box.x0 + snapPt && at < box.x1 - snapPt));
  return full.length === 1 && rows.length <= maxLines && isDivided;
}

function unitedColumns(group: RuleLines): readonly number[] {
  return clusters(group.vertical.map((line) => line.at));
}

/** Extends the vertical rules through the gap between two groups. */
function join(above: RuleLines, below: RuleLines): RuleLines {
  const through: RuleLine[] = unitedColumns(above).map((at) => ({ at, from: bottomOf(above), to: topOf(below) }));
  return {
    horizontal: [...above.horizontal, ...below.horizontal].sort((a, b) => a.at - b.at),
    vertical: [...above.vertical, ...through, ...below.vertical].sort((a, b) => a.at - b.at),
  };
}
