import { snapPt, type RuleLine, type RuleLines } from "./rule-lines.ts";

/** Crossings that are tried on one page; drawings have more, grids of text do not. */
const maxPairs = 4_000_000;

/** Lines that touch each other, directly or through others: each group with lines both ways may be the grid of a table. */
export function touchingGroups(lines: RuleLines): readonly RuleLines[] {
  const { horizontal, vertical } = lines;
  if (horizontal.length * vertical.length > maxPairs) return [];
  const parents = Array.from({ length: horizontal.length + vertical.length }, (_, index) => index);
  for (const [across, flat] of horizontal.entries()) {
    for (const [index, upright] of vertical.entries()) {
      if (upright.at > flat.to + snapPt) break;
      if (touch(flat, upright)) union(parents, across, horizontal.length + index);
    }
  }
  return collect(lines, parents);
}

function touch(flat: RuleLine, upright: RuleLine): boolean {
  return (
    upright.at >= flat.from - snapPt &&
    upright.at <= flat.to + snapPt &&
    flat.at >= upright.from - snapPt &&
    flat.at <= upright.to + snapPt
  );
}

function collect(lines: RuleLines, parents: number[]): readonly RuleLines[] {
  const groups = new Map<number, { horizontal: RuleLine[]; vertical: RuleLine[] }>();
  const groupOf = (index: number): { horizontal: RuleLine[]; vertical: RuleLine[] } => {
    const root = rootOf(parents, index);
    const known = groups.get(root) ?? { horizontal: [], vertical: [] };
    groups.set(root, known);
    return known;
  };
  for (const [index, line] of lines.horizontal.entries()) groupOf(index).horizontal.push(line);
  for (const [index, line] of lines.vertical.entries()) groupOf(lines.horizontal.length + index).vertical.push(line);
  return [...groups.values()].filter((group) => group.horizontal.length > 0 && group.vertical.length > 0);
}

/** The representative of a set; paths are halved on the way, so that chains stay short. */
export function rootOf(parents: number[], index: number): number {
  let at = index;
  for (;;) {
    const parent = parents[at] ?? at;
    if (parent === at) return at;
    parents[at] = parents[parent] ?? parent;
    at = parent;
  }
}

/** Makes two sets one; the lower representative stays, so that results do not depend on the order. */
export function union(parents: number[], a: number, b: number): void {
  const rootA = rootOf(parents, a);
  const rootB = rootOf(parents, b);
  parents[Math.max(rootA, rootB)] = Math.min(rootA, rootB);
}
