import { rootOf, union } from "./rule-groups.ts";
import { clusters, snapPt, type RuleLine, type RuleLines } from "./rule-lines.ts";

/** The cells that lines enclose. Cells that no line divides are one; a cell's number is that of its first part. */
export interface Grid {
  /** Where columns begin and end, ascending; one more than there are columns. */
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  /** Row by row, for each elementary cell the number of the cell that it belongs to. */
  readonly cellOf: readonly number[];
}

/** More than this many elementary cells are a pattern, squared paper, a drawing. */
const maxCells = 20_000;

/** A line that goes along this share of a cell's side divides it from its neighbour. */
const dividingShare = 0.5;

/** Lines that end this far beyond the outermost ones across them are an open side: the table has a column or row more. */
const openSidePt = 8;

/** The grid that touching lines make; `undefined` where they enclose fewer than two cells. */
export function gridOf(lines: RuleLines): Grid | undefined {
  const xs = withOpenSides(lines.vertical, lines.horizontal);
  const ys = withOpenSides(lines.horizontal, lines.vertical);
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
  return { xs, ys, cellOf: cells.map((_, index) => rootOf(cells, index)) };
}

function withOpenSides(lines: readonly RuleLine[], across: readonly RuleLine[]): readonly number[] {
  const positions = clusters(lines.map((line) => line.at));
  const first = positions[0] ?? 0;
  const last = positions.at(-1) ?? 0;
  const start = across.reduce((least, line) => Math.min(least, line.from), Infinity);
  const end = across.reduce((most, line) => Math.max(most, line.to), -Infinity);
  return [...(start < first - openSidePt ? [start] : []), ...positions, ...(end > last + openSidePt ? [end] : [])];
}

interface Borders {
  readonly lines: readonly RuleLine[];
  /** Where borders stand. */
  readonly at: readonly number[];
  /** Between which positions on the other axis a border has its parts. */
  readonly along: readonly number[];
}

/** Calls `join` for each part of an inner border that no line draws, with the numbers of its place. */
function joinAcross({ lines, at, along }: Borders, join: (before: number, part: number) => void): void {
  for (let index = 1; index < at.length - 1; index += 1) {
    const position = at[index] ?? 0;
    const here = lines.filter((line) => Math.abs(line.at - position) <= snapPt);
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

/** More of a drawing than this is in cells that are no rectangles: boxes and arrows, not rows and columns. */
const maxOddShare = 0.15;

/** Whether the cells of a grid are rectangles, as those of tables are. */
export function isRectangular({ xs, cellOf }: Grid): boolean {
  const columns = xs.length - 1;
  const spans = new Map<number, { x0: number; x1: number; y1: number; parts: number }>();
  for (const [index, cell] of cellOf.entries()) {
    const x = index % columns;
    const y = Math.floor(index / columns);
    const span = spans.get(cell) ?? { x0: x, x1: x, y1: y, parts: 0 };
    spans.set(cell, { x0: Math.min(span.x0, x), x1: Math.max(span.x1, x), y1: y, parts: span.parts + 1 });
  }
  let odd = 0;
  for (const [cell, { x0, x1, y1, parts }] of spans) {
    const full = (x1 - x0 + 1) * (y1 - Math.floor(cell / columns) + 1);
    if (full !== parts) odd += parts;
  }
  return odd <= maxOddShare * cellOf.length;
}
