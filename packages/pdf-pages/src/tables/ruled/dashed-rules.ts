import type { Table, TextLine } from "../../model/page-content.ts";
import { hasBars } from "../aligned/barred-table.ts";
import { around, type Fragment } from "../cells/fragment.ts";
import { type VisualRow, visualRows } from "../cells/visual-rows.ts";
import type { RuleLine, RuleLines } from "./rule-lines.ts";

/** Dashes and equals signs, as many as no placeholder of a missing value has. */
const dashes = /^[-=\u2012-\u2015\u2212\u2500\u2501\u2550]{3,}(?: [-=\u2012-\u2015\u2212\u2500\u2501\u2550]{3,})*$/u;

/** Minimum number of dashes in a line that is a rule. */
const leastDashes = 10;

/** Fragments of a page, with rules for the lines that consist of dashes. */
export interface DashedRules {
  readonly rules: readonly RuleLine[];
  /** The fragments that are not dashes. */
  readonly fragments: readonly Fragment[];
  readonly lines: readonly TextLine[];
}

/** Finds the rules that are drawn with characters. In tables with bars, they belong to the bars. */
export function dashedRules(fragments: readonly Fragment[]): DashedRules {
  if (!fragments.some(isDashed)) return { rules: [], fragments, lines: [] };
  const rows = visualRows(fragments);
  const drawn = rows.filter((row, index) => isRule(row) && !isAmongOthers(rows, index));
  const own = new Set(drawn.flatMap((row) => row.fragments));
  return {
    rules: drawn.map(({ box }) => ({ at: (box.y0 + box.y1) / 2, from: box.x0, to: box.x1 })),
    fragments: fragments.filter((fragment) => !own.has(fragment)),
    lines: [...own].map(({ line }) => line),
  };
}

function isDashed({ text }: Fragment): boolean {
  return dashes.test(text);
}

function isRule({ fragments }: VisualRow): boolean {
  return fragments.every(isDashed) && fragments.reduce((sum, { text }) => sum + text.length, 0) >= leastDashes;
}

/** True if dashes belong to the rows around them, as parts of bars, or as placeholders of missing values. */
function isAmongOthers(rows: readonly VisualRow[], index: number): boolean {
  return [rows[index - 1], rows[index + 1]].some(isBarred) || isAmongValues(rows, index);
}

/** Minimum share of a table's width that dashes cover between two rows of values, if they are a rule. */
const spanningShare = 0.8;

/** True if several dashes are between two rows of values, and do not span them. The first row is a head. */
function isAmongValues(rows: readonly VisualRow[], index: number): boolean {
  const [first, above, row, below] = [-2, -1, 0, 1].map((step) => rows[index + step]);
  if (row === undefined || row.fragments.length < 2 || ![first, above, below].every(hasCells)) return false;
  // Lines of words above numbers are lines of a head.
  if (hasNumbers(below) && !hasNumbers(above)) return false;
  const box = [above, below].reduce((whole, each) => (each === undefined ? whole : around(whole, each.box)), row.box);
  return widthOf(row.fragments) < spanningShare * (box.x1 - box.x0);
}

function widthOf(fragments: readonly Fragment[]): number {
  return fragments.reduce((sum, { box }) => sum + box.x1 - box.x0, 0);
}

function hasCells(row: VisualRow | undefined): boolean {
  return row !== undefined && row.fragments.length > 1 && !row.fragments.every(isDashed);
}

function hasNumbers(row: VisualRow | undefined): boolean {
  return row?.fragments.some(({ text }) => /\d/.test(text)) === true;
}

function isBarred(row: VisualRow | undefined): boolean {
  return row?.fragments.some(({ text }) => hasBars(text)) === true;
}

/** Adds rules to those of a page. */
export function withRules({ horizontal, vertical }: RuleLines, rules: readonly RuleLine[]): RuleLines {
  if (rules.length === 0) return { horizontal, vertical };
  return { horizontal: [...horizontal, ...rules].sort((one, other) => one.at - other.at), vertical };
}

/** Adds the lines of dashes in a table, and right above and below it, to its lines. */
export function withDashes(table: Table, dashed: readonly TextLine[]): Table {
  const { box, lines } = table;
  const own = dashed.filter(({ box: { x0, x1, y0, y1 } }) => {
    const heightPt = y1 - y0;
    return x0 < box.x1 && x1 > box.x0 && y1 > box.y0 - heightPt && y0 < box.y1 + heightPt;
  });
  return own.length === 0 ? table : { ...table, lines: new Set([...lines, ...own]) };
}
