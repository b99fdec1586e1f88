import type { Piece } from "./cells/piece.ts";
import { clusters, snapPt, type RuleLine, type RuleLines } from "./ruled/rule-lines.ts";

/** Where every other row has a background, the rows without are no higher than so many times those that have one. */
const maxGapShare = 2.2;

/**
 * Joins groups of touching lines that stand above each other with the same columns: tables whose every other row has a
 * background. The last row may have none, and is known by its text.
 */
export function stackedGroups(groups: readonly RuleLines[], pieces: readonly Piece[]): readonly RuleLines[] {
  const result: RuleLines[] = [];
  const joined = new Set<RuleLines>();
  for (const group of groups.toSorted((a, b) => topOf(a) - topOf(b))) {
    const index = result.findLastIndex((above) => isBelow(above, group));
    const above = result[index];
    const stacked = above === undefined ? group : join(above, group);
    if (above === undefined) result.push(group);
    else result[index] = stacked;
    if (above !== undefined) joined.add(stacked);
  }
  return result.map((group) => (joined.has(group) ? withLastRow(group, pieces) : group));
}

/** Adds the row below, if it stands where the next one should and in the same columns. */
function withLastRow(group: RuleLines, pieces: readonly Piece[]): RuleLines {
  const heights = clusters(group.horizontal.map((line) => line.at));
  const rowHeight = (heights.at(-1) ?? 0) - (heights.at(-2) ?? 0);
  const top = bottomOf(group);
  const columns = columnsOf(group);
  const [left = 0, right = 0] = [columns[0], columns.at(-1)];
  const row = pieces.filter(({ box }) => {
    const middle = (box.y0 + box.y1) / 2;
    return middle > top && middle < top + rowHeight && box.x1 > left && box.x0 < right;
  });
  if (
    row.length < 2 ||
    row.some((piece) => columns.some((at) => at > piece.box.x0 + snapPt && at < piece.box.x1 - snapPt))
  )
    return group;
  const end = { at: top + rowHeight, from: left, to: right };
  const through = columns.map((at) => ({ at, from: top, to: end.at }));
  return {
    horizontal: [...group.horizontal, end],
    vertical: [...group.vertical, ...through].sort((a, b) => a.at - b.at),
  };
}

function topOf(group: RuleLines): number {
  return group.horizontal[0]?.at ?? 0;
}

function bottomOf(group: RuleLines): number {
  return group.horizontal.at(-1)?.at ?? 0;
}

function isBelow(above: RuleLines, below: RuleLines): boolean {
  const gap = topOf(below) - bottomOf(above);
  const [first = 0, second = first] = clusters(below.horizontal.map((line) => line.at));
  const rowHeight = second - first;
  if (gap <= 0 || gap > maxGapShare * rowHeight) return false;
  const left = columnsOf(above);
  const right = columnsOf(below);
  return (
    left.length > 2 &&
    left.length === right.length &&
    left.every((at, index) => Math.abs(at - (right[index] ?? 0)) <= snapPt)
  );
}

function columnsOf(group: RuleLines): readonly number[] {
  return clusters(group.vertical.map((line) => line.at));
}

/** Its upright lines go through what is between the two. */
function join(above: RuleLines, below: RuleLines): RuleLines {
  const through: RuleLine[] = columnsOf(above).map((at) => ({ at, from: bottomOf(above), to: topOf(below) }));
  return {
    horizontal: [...above.horizontal, ...below.horizontal].sort((a, b) => a.at - b.at),
    vertical: [...above.vertical, ...through, ...below.vertical].sort((a, b) => a.at - b.at),
  };
}
