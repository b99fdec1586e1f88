import type { Fragment } from "../cells/fragment.ts";
import { visualRows } from "../cells/visual-rows.ts";
import type { RuleLine, RuleLines } from "./rule-lines.ts";
import { clusters, snapPt } from "./rule-lines.ts";

/** Rules of one table. */
export interface StackedRules extends RuleLines {
  /** True if they are several groups with unshaded rows between them. */
  readonly isStacked: boolean;
  /** True if the first row is the head of another table than that above with the same columns. */
  readonly isHeaded: boolean;
}

/** Touching rules, with the positions of their borders. */
interface Group {
  readonly rules: RuleLines;
  readonly columns: readonly number[];
  /** The borders of its rows, from the top. */
  readonly rows: readonly number[];
}

/** Groups of one table, from the top. None is empty. */
type Stack = [first: Group, ...below: Group[]];

/**
 * Joins groups of touching rules above each other with the same columns: tables in which every other row is shaded.
 */
export function stackedGroups(groups: readonly RuleLines[], fragments: readonly Fragment[]): readonly StackedRules[] {
  if (groups.length < 2) return groups.map((group) => ({ ...group, isStacked: false, isHeaded: false }));
  const stacks: Stack[] = [];
  const headed = new Set<Stack>();
  for (const group of groups.map(groupOf).toSorted((a, b) => topOf(a) - topOf(b))) {
    const nearest = stacks.findLast(([{ columns }]) => areSame(columns, group.columns));
    const isNear = nearest !== undefined && isBelow(nearest, group, fragments);
    const isHeaded = isNear && startsTable(lastOf(nearest), group, fragments);
    if (isNear && !isHeaded) nearest.push(group);
    else {
      const stack: Stack = [group];
      stacks.push(stack);
      if (isHeaded) headed.add(stack);
    }
  }
  return stacks.map((stack) => ({ ...joined(stack), isStacked: stack.length > 1, isHeaded: headed.has(stack) }));
}

function groupOf(rules: RuleLines): Group {
  const [columns, rows] = [rules.vertical, rules.horizontal].map((lines) => clusters(lines.map(({ at }) => at)));
  return { rules, columns: columns ?? [], rows: rows ?? [] };
}

function lastOf(stack: Stack): Group {
  return stack.at(-1) ?? stack[0];
}

function topOf({ rules }: Group): number {
  return rules.horizontal[0]?.at ?? 0;
}

function bottomOf({ rules }: Group): number {
  return rules.horizontal.at(-1)?.at ?? 0;
}

function areSame(columns: readonly number[], others: readonly number[]): boolean {
  return (
    columns.length === others.length && columns.every((at, index) => Math.abs(at - (others[index] ?? 0)) <= snapPt)
  );
}

/**
 * Maximum height of an unshaded row, in heights of the row below it, whatever its text. Where other rows have rules, a row
 * without is as high: a title of those below.
 */
const maxGapShare = 2.2;
const maxTitleShare = 1.25;

/** Maximum number of lines of an unshaded row. */
const maxLines = 8;

/** True if a group has rows of the table above, with at most an unshaded row between them. */
function isBelow(stack: Stack, below: Group, fragments: readonly Fragment[]): boolean {
  const above = lastOf(stack);
  const gapPt = topOf(below) - bottomOf(above);
  const [first = 0, second = first] = below.rows;
  const heightPt = second - first;
  if (below.columns.length <= 2 || gapPt <= 0 || gapPt > (maxLines + 1) * heightPt) return false;
  if (gapPt <= maxTitleShare * heightPt) return true;
  if (!areStripes(stack, below)) return false;
  if (gapPt <= maxGapShare * heightPt) return true;
  const between = within(fragments, above, [bottomOf(above), topOf(below)]);
  return holdsRow(between, above.columns, gapPt - heightPt);
}

/** Maximum number of shaded rows without an unshaded one between them. Where there are more, all rows have rules. */
const maxShadedRows = 2;

/** Maximum number of shaded rows at the top, which may be heads. */
const maxHeadRows = 3;

function areStripes(stack: Stack, below: Group): boolean {
  const most = stack.length === 1 ? maxHeadRows : maxShadedRows;
  return rowCount(lastOf(stack)) <= most && rowCount(below) <= maxShadedRows;
}

function rowCount({ rows }: Group): number {
  return rows.length - 1;
}

/** Returns the fragments in the columns of a group, between two heights. */
function within(
  fragments: readonly Fragment[],
  { columns }: Group,
  [top, bottom]: readonly [top: number, bottom: number],
): readonly Fragment[] {
  const [left = 0, right = 0] = [columns[0], columns.at(-1)];
  return fragments.filter(({ box }) => {
    const middle = (box.y0 + box.y1) / 2;
    return middle > top && middle < bottom && box.x1 > left && box.x0 < right;
  });
}

/** Maximum distance of lines of a cell, in heights of their text. */
const maxPitch = 1.6;

/**
 * True if text is one row in some columns, of at least this height: cells side by side, and lines that only continue
 * them.
 */
function holdsRow(fragments: readonly Fragment[], columns: readonly number[], leastPt: number): boolean {
  const rows = visualRows(fragments);
  const full = rows.filter((row) => row.fragments.length > 1);
  const isDivided = fragments.every(({ box }) => !columns.some((at) => at > box.x0 + snapPt && at < box.x1 - snapPt));
  const heightPt = rows.reduce((sum, { box }) => sum + maxPitch * (box.y1 - box.y0), 0);
  return full.length === 1 && rows.length <= maxLines && isDivided && heightPt >= leastPt;
}

/**
 * True if the first row of a group is the head of another table: bold words below values that are not bold. A title alone
 * between them may be bold.
 */
function startsTable(above: Group, below: Group, fragments: readonly Fragment[]): boolean {
  const [top = 0, second = top] = below.rows;
  const head = within(fragments, below, [top, second]);
  const areHeads = head.length > 1 && head.every(({ isBold, text }) => isBold && !/\p{N}/u.test(text));
  const between = within(fragments, above, [bottomOf(above), top]);
  const values = within(fragments, above, [above.rows.at(-2) ?? 0, between.length > 1 ? top : bottomOf(above)]);
  return areHeads && !values.some(({ isBold }) => isBold);
}

/** Joins groups, and extends the vertical rules through the gaps between them. */
function joined(stack: Stack): RuleLines {
  const [{ rules, columns }, ...more] = stack;
  if (more.length === 0) return rules;
  const gaps = more.map((below, index) => ({ from: bottomOf(stack[index] ?? below), to: topOf(below) }));
  const through: readonly RuleLine[] = gaps.flatMap((gap) => columns.map((at) => ({ at, ...gap })));
  return {
    horizontal: fromFirst(stack.flatMap((group) => group.rules.horizontal)),
    vertical: fromFirst([...stack.flatMap((group) => group.rules.vertical), ...through]),
  };
}

function fromFirst(lines: readonly RuleLine[]): readonly RuleLine[] {
  return lines.toSorted((a, b) => a.at - b.at);
}
