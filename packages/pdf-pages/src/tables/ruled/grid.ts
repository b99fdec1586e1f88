import type { Column } from "../cells/columns.ts";
import type { Fragment } from "../cells/fragment.ts";
import { clusters, type RuleLine, type RuleLines, snapPt } from "./rule-lines.ts";

/** Cells enclosed by rules. Cells without a rule between them are one; its number is that of its first part. */
export interface Grid {
  /** Column borders, ascending; one more than columns. */
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  /** Row by row: the number of the cell that each elementary cell belongs to. */
  readonly cellOf: readonly number[];
  /** True if some side has no rule: other rules extend beyond the outermost ones that cross them. */
  readonly isOpen: boolean;
}

/** Maximum number of elementary cells. More are a pattern, graph paper or a drawing. */
const maxCells = 20_000;

/** Minimum share of a cell's side that a rule covers to divide it from its neighbour. */
const dividingShare = 0.5;

/**
 * Rules that extend this far beyond the outermost crossing rules are an open side: the table has another column or row.
 * In points.
 */
const openSidePt = 8;

/** Rules this close enclose no text, in points: they are the borders of cells with space between them. */
const thinnestPt = 4;

/** Returns the columns between borders. */
export function columnsBetween(xs: readonly number[]): readonly Column[] {
  return xs.slice(1).map((x1, index) => ({ x0: xs[index] ?? 0, x1 }));
}

/** Returns the grid of touching rules, or `undefined` if they enclose fewer than two cells. */
export function gridOf(lines: RuleLines): Grid | undefined {
  const { positions: xs, isOpen: isOpenBeside } = withOpenSides(lines.vertical, lines.horizontal);
  const { positions: ys, isOpen: isOpenAcross } = withOpenSides(lines.horizontal, lines.vertical);
  const columns = xs.length - 1;
  const rows = ys.length - 1;
  if (columns < 1 || rows < 1 || columns * rows < 2 || columns * rows > maxCells) return undefined;
  const cells = Array.from({ length: columns * rows }, (_, index) => index);
  joinAcross({ lines: lines.vertical, at: xs, along: ys }, (column, row) =>
    union(cells, row * columns + column, row * columns + column + 1),
  );
  joinAcross({ lines: lines.horizontal, at: ys, along: xs }, (row, column) =>
    union(cells, row * columns + column, (row + 1) * columns + column),
  );
  const cellOf = cells.map((_, index) => rootOf(cells, index));
  return { xs, ys, cellOf, isOpen: isOpenBeside || isOpenAcross };
}

interface Sides {
  readonly positions: readonly number[];
  readonly isOpen: boolean;
}

function withOpenSides(lines: readonly RuleLine[], across: readonly RuleLine[]): Sides {
  const positions = clusters(
    lines.map((line) => line.at),
    thinnestPt,
  );
  const first = positions[0] ?? 0;
  const last = positions.at(-1) ?? 0;
  const start = across.reduce((least, line) => Math.min(least, line.from), Infinity);
  const end = across.reduce((most, line) => Math.max(most, line.to), -Infinity);
  const before = start < first - openSidePt ? [start] : [];
  const after = end > last + openSidePt ? [end] : [];
  return { positions: [...before, ...positions, ...after], isOpen: before.length + after.length > 0 };
}

interface Borders {
  readonly lines: readonly RuleLine[];
  /** The positions of borders. */
  readonly at: readonly number[];
  /** The positions on the other axis between which a border has its parts. */
  readonly along: readonly number[];
}

/** Calls `join` for each part of an inner border that no rule draws, with its indexes. */
function joinAcross({ lines, at, along }: Borders, join: (before: number, part: number) => void): void {
  for (let index = 1; index < at.length - 1; index += 1) {
    const position = at[index] ?? 0;
    const here = lines.filter((line) => Math.abs(line.at - position) < thinnestPt);
    for (let part = 0; part < along.length - 1; part += 1) {
      if (!isDrawn(here, along[part] ?? 0, along[part + 1] ?? 0)) join(index - 1, part);
    }
  }
}

function isDrawn(lines: readonly RuleLine[], from: number, to: number): boolean {
  let covered = 0;
  for (const line of lines) covered += Math.max(0, Math.min(line.to, to) - Math.max(line.from, from));
  return covered >= dividingShare * (to - from);
}

/** Returns the number of cells. */
export function cellCount({ cellOf }: Grid): number {
  return cellOf.reduce((count, cell, index) => (cell === index ? count + 1 : count), 0);
}

/** True if some cell spans several elementary cells. */
export function hasSpans({ cellOf }: Grid): boolean {
  return cellOf.some((cell, index) => cell !== index);
}

/** Maximum share of cells that are not rectangles. A drawing of boxes and arrows has more. */
const maxOddShare = 0.15;

/** True if the cells of a grid are rectangles, as in tables. */
export function isRectangular(grid: Grid): boolean {
  if (!hasSpans(grid)) return true;
  const { xs, cellOf } = grid;
  const columns = xs.length - 1;
  const spans = new Map<number, { x0: number; x1: number; y1: number; parts: number }>();
  for (const [index, cell] of cellOf.entries()) {
    const x = index % columns;
    const y = Math.floor(index / columns);
    const span = spans.get(cell);
    if (span === undefined) {
      spans.set(cell, { x0: x, x1: x, y1: y, parts: 1 });
    } else {
      span.x0 = Math.min(span.x0, x);
      span.x1 = Math.max(span.x1, x);
      span.y1 = y;
      span.parts += 1;
    }
  }
  let odd = 0;
  for (const [cell, { x0, x1, y1, parts }] of spans) {
    const full = (x1 - x0 + 1) * (y1 - Math.floor(cell / columns) + 1);
    if (full !== parts) odd += parts;
  }
  return odd <= maxOddShare * cellOf.length;
}

/** One elementary cell, as part of its cell. */
export interface SpannedCell {
  readonly cell: number;
  /** The fragments of the whole cell. */
  readonly fragments: readonly Fragment[];
  /** The same in the first part of the cell, empty in the others. */
  readonly own: readonly Fragment[];
  /** True if the cell spans several columns, but not all. */
  readonly isWide: boolean;
  /** True if this part is in the first column of its cell. */
  readonly isFirstColumn: boolean;
}

/** Returns the rows of a grid, with the cell of each elementary cell. */
export function spanRows(
  grid: Grid,
  placed: ReadonlyMap<number, readonly Fragment[]>,
): readonly (readonly SpannedCell[])[] {
  const columns = grid.xs.length - 1;
  const widths = hasSpans(grid) ? widthsOf(grid) : undefined;
  return Array.from({ length: grid.ys.length - 1 }, (_, row) =>
    grid.cellOf.slice(row * columns, (row + 1) * columns).map((cell, column) => {
      const fragments = placed.get(cell) ?? [];
      const width = widths?.get(cell) ?? 1;
      return {
        cell,
        fragments,
        own: cell === row * columns + column ? fragments : [],
        isWide: width > 1 && width < columns,
        isFirstColumn: column === cell % columns,
      };
    }),
  );
}

/** Returns how many columns each cell spans. */
function widthsOf({ xs, cellOf }: Grid): ReadonlyMap<number, number> {
  const columns = xs.length - 1;
  const widths = new Map<number, number>();
  for (const [index, cell] of cellOf.entries()) {
    widths.set(cell, Math.max(widths.get(cell) ?? 0, (index % columns) - (cell % columns) + 1));
  }
  return widths;
}

/** Maximum number of crossings tested per page. Drawings have more, tables do not. */
const maxPairs = 4_000_000;

/**
 * Groups rules that touch each other directly or through others. Each group with rules in both directions may be the
 * grid of a table.
 */
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

/** Returns the representative of a set, with path halving. */
function rootOf(parents: number[], index: number): number {
  let at = index;
  for (;;) {
    const parent = parents[at] ?? at;
    if (parent === at) return at;
    parents[at] = parents[parent] ?? parent;
    at = parent;
  }
}

/** Joins two sets. The lower representative stays, so that results do not depend on the order. */
function union(parents: number[], a: number, b: number): void {
  const rootA = rootOf(parents, a);
  const rootB = rootOf(parents, b);
  parents[Math.max(rootA, rootB)] = Math.min(rootA, rootB);
}
