import { isNumeric, isPeriod } from "./cell-kinds.ts";
import { type Column, columnOf } from "./columns.ts";
import { isRunOn, isWrapped, type Fragment } from "./fragment.ts";

type Cells = readonly (readonly Fragment[])[];

/** Minimum extra gap between rows compared with lines of a row, in ems. */
const widerEms = 0.12;

/**
 * Finds rows whose cells have several lines by the gaps that cross all columns; `undefined` if there are none, or if a
 * resulting row would be several. Also finds rows with vertically centred cells, whose lines are not side by side.
 */
export function bandRows(fragments: readonly Fragment[], columns: readonly Column[]): readonly Cells[] | undefined {
  const bands = bandsOf(fragments);
  const gaps = leadingsOf(bands);
  const limits = limitsOf(gaps, widerEms * (fragments[0]?.sizePt ?? 10));
  for (const limit of bands.some(isOfLines) ? [...limits, noWhite] : limits) {
    const rows = bandsBetween(bands, gaps, limit).map((row) => cellsOf(row, columns));
    const wrapping = { ...wrappingOf(rows), isProven: areNumbered(rows) };
    if (rows.every((row) => isOneRow(row, wrapping)) && !endsInGroup(rows)) return rows;
  }
  return undefined;
}

/** True if the last line of the first row is the label of a group below the heads. */
function endsInGroup([head, next]: readonly Cells[]): boolean {
  const [labels = [], ...others] = head ?? [];
  const label = linesOf(labels).at(-1);
  if (label === undefined || labels.length < 2) return false;
  const above = [labels.filter((fragment) => fragment !== label), ...others];
  const isBelow = above.flat().every(({ box }) => box.y1 <= label.box.y1 - label.sizePt / 2);
  return isBelow && isGroupBelowHead(above, [[label]], next);
}

/** Minimum indent of the labels of a group, in ems. */
const leastIndentEms = 0.4;

/** True if a label right below the heads is that of a group, not a line of its head: the next label is indented. */
export function isGroupBelowHead(head: Cells, row: Cells, next: Cells | undefined): boolean {
  const [[label] = [], ...values] = row;
  const below = next?.[0]?.[0];
  if (label === undefined || below === undefined || values.flat().length > 0) return false;
  const heads = head.slice(1).flat();
  if (heads.length === 0 || heads.some((one) => isNumber(one) && !isPeriod(one.text))) return false;
  return below.box.x0 - label.box.x0 >= leastIndentEms * label.sizePt;
}

/** Minimum number of rows with a number each, and minimum share of the rows in a column of such numbers. */
const leastNumbered = 4;
const numberedShare = 0.8;

/**
 * True if each row has one number in a column of them, beside its first lines, and some rows have several lines. Then all
 * lines between two gaps are one row, wherever they break.
 */
function areNumbered(rows: readonly Cells[]): boolean {
  if (rows.length < leastNumbered || !rows.some((row) => row.some(({ length }) => length > 1))) return false;
  return (rows[0] ?? []).some((_, column) => {
    const numbered = rows.filter((row) => {
      const [number, ...others] = row[column] ?? [];
      return number !== undefined && others.length === 0 && isNumber(number) && isAtTop(number, row);
    });
    return numbered.length >= numberedShare * rows.length;
  });
}

/** True if no text of a row is above a line of it. */
function isAtTop({ box, sizePt }: Fragment, row: Cells): boolean {
  return row.flat().every((other) => other.box.y1 > box.y1 - sizePt / 2);
}

/** Below any gap: each band is a row. */
const noWhite = -Infinity;

/** Anything higher is more than one line, in ems. */
const severalLinesEms = 1.8;

/** True if lines beside a centred cell overlap it, so that all are one band although each line has a gap below. */
function isOfLines(band: readonly Fragment[]): boolean {
  const sizePt = band.reduce((most, fragment) => Math.max(most, fragment.sizePt), 0);
  return bottomOf(band) - topOf(band) > severalLinesEms * sizePt;
}

/** Joins bands with gaps below a limit. */
function bandsBetween(
  bands: readonly (readonly Fragment[])[],
  gaps: readonly number[],
  limit: number,
): readonly Fragment[][] {
  const rows: Fragment[][] = [];
  for (const [index, band] of bands.entries()) {
    const last = rows.at(-1);
    if (last === undefined || (gaps[index - 1] ?? 0) > limit) rows.push([...band]);
    else last.push(...band);
  }
  return rows;
}

/** Groups fragments that overlap vertically, from the top. */
function bandsOf(fragments: readonly Fragment[]): readonly (readonly Fragment[])[] {
  const bands: Fragment[][] = [];
  let bottom = -Infinity;
  for (const fragment of fragments.toSorted((a, b) => a.box.y0 - b.box.y0)) {
    // Boxes of letters slightly exceed their lines above and below.
    if (fragment.box.y0 >= bottom - 0.25 * fragment.sizePt) bands.push([fragment]);
    else bands.at(-1)?.push(fragment);
    bottom = Math.max(bottom, fragment.box.y1);
  }
  return bands;
}

/**
 * Returns the distances of the lines on both sides of each gap. How far a box extends above and below its line depends on
 * the font and on raised signs: the edge counts whose distance is nearest to the usual one.
 */
function leadingsOf(bands: readonly (readonly Fragment[])[]): readonly number[] {
  const distances = bands.slice(1).map((band, index) => {
    const above = bands[index] ?? band;
    const last = above.reduce((lowest, each) => (each.box.y1 > lowest.box.y1 ? each : lowest));
    const first = band.reduce((highest, each) => (each.box.y0 < highest.box.y0 ? each : highest));
    const from = edgesOfLine(above.filter(({ box }) => box.y1 > (last.box.y0 + last.box.y1) / 2));
    return edgesOfLine(band.filter(({ box }) => box.y0 < (first.box.y0 + first.box.y1) / 2)).map(
      (edge, at) => edge - (from[at] ?? edge),
    );
  });
  const usual = middleOf(distances.map(([, middle = 0]) => middle));
  return distances.map((each) =>
    each.reduce((best, one) => (Math.abs(one - usual) < Math.abs(best - usual) ? one : best)),
  );
}

/** Returns the top, middle and bottom of a line at its largest text. */
function edgesOfLine(line: readonly Fragment[]): readonly number[] {
  const { y0, y1 } = line.reduce((largest, each) => (each.sizePt > largest.sizePt ? each : largest)).box;
  return [y0, (y0 + y1) / 2, y1];
}

function topOf(band: readonly Fragment[]): number {
  return band.reduce((least, { box }) => Math.min(least, box.y0), Infinity);
}

function bottomOf(band: readonly Fragment[]): number {
  return band.reduce((most, { box }) => Math.max(most, box.y1), -Infinity);
}

/** Maximum number of gap limits tried. */
const maxLimits = 4;

/** Returns limits between gaps of lines and gaps of rows: at the largest steps in the sorted gaps. */
function limitsOf(gaps: readonly number[], leastStep: number): readonly number[] {
  const sorted = gaps.toSorted((a, b) => a - b);
  const steps = sorted.slice(1).map((gap, index) => {
    const before = sorted[index] ?? gap;
    return { limit: (gap + before) / 2, step: gap - before };
  });
  const wide = steps.filter(({ step }) => step >= leastStep).sort((a, b) => b.step - a.step);
  return wide.slice(0, maxLimits).map(({ limit }) => limit);
}

/** Returns how far the text of each column extends, without text that reaches over the next column. */
export function edgesOf(rows: readonly Cells[]): readonly number[] {
  const columns = rows[0]?.length ?? 0;
  let nextPt = Infinity;
  const edges: number[] = [];
  for (let column = columns - 1; column >= 0; column -= 1) {
    const cells = rows.flatMap((row) => row[column] ?? []);
    const own = cells.filter(({ box }) => box.x1 <= nextPt);
    edges.unshift((own.length > 0 ? own : cells).reduce((most, { box }) => Math.max(most, box.x1), 0));
    if (cells.length > 0) nextPt = middleOf(cells.map(({ box }) => box.x0));
  }
  return edges;
}

function middleOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Infinity;
}

/** Assigns fragments to their columns. */
export function cellsOf(fragments: readonly Fragment[], columns: readonly Column[]): Cells {
  const cells = columns.map((): Fragment[] => []);
  for (const fragment of fragments) cells[columnOf(fragment, columns)]?.push(fragment);
  return cells;
}

/** How lines of words may continue in the cells of a table. */
export interface Wrapping {
  /** How far the text of each column extends. */
  readonly edges: readonly number[];
  /** The columns whose wrapped cells have words and numbers, such as `17 May` above `2013`. */
  readonly mixed: ReadonlySet<number>;
  /** True if other evidence shows the rows, so that lines of words may end anywhere. */
  readonly isProven?: boolean;
}

/** Minimum number of wrapped cells with words and numbers in a column. A single one may be a head above its value. */
const leastMixed = 2;

/** Returns how the cells of some rows wrap. */
export function wrappingOf(rows: readonly Cells[]): Wrapping {
  return { edges: edgesOf(rows), mixed: mixedColumns(rows) };
}

/** Finds the columns with cells of several lines, all of which are words or have a word beside each number. */
function mixedColumns(rows: readonly Cells[]): ReadonlySet<number> {
  const columns = (rows[0] ?? []).flatMap((_, column) => {
    const wrapped = rows.flatMap((row) => {
      const cell = row[column] ?? [];
      return cell.length > 1 ? [linesOf(cell)] : [];
    });
    const mixed = wrapped.filter((lines) => lines.some(isBareNumber));
    return mixed.length >= leastMixed && mixed.every(areMixed) ? [column] : [];
  });
  return new Set(columns);
}

/** True if no two numbers follow each other: they would be values of two rows. */
function areMixed(lines: readonly Fragment[]): boolean {
  return lines.slice(1).every((line, index) => !isBareNumber(line) || !isBareNumber(lines[index] ?? line));
}

/** True for a number without letters, such as those of a unit or a month. */
function isBareNumber({ text }: Fragment): boolean {
  return isNumeric(text) && !/\p{L}/u.test(text);
}

function isNumber({ text }: Fragment): boolean {
  return isNumeric(text);
}

function linesOf(fragments: readonly Fragment[]): readonly Fragment[] {
  return fragments.toSorted((a, b) => a.box.y0 - b.box.y0);
}

/**
 * True if lines are one row: numbers are alone in their cells, except for those in mixed columns beside a label with
 * fewer lines, and lines of words continue because the next word had no room.
 */
export function isOneRow(cells: Cells, { edges, mixed, isProven = false }: Wrapping): boolean {
  if (isSquare(cells)) return false;
  const labelLines = cells.find((fragments) => fragments.length > 0)?.length ?? 0;
  return cells.every((fragments, column) => {
    if (fragments.length < 2) return true;
    const lines = linesOf(fragments);
    const mayHoldNumbers = mixed.has(column) && fragments.length > labelLines;
    if (!mayHoldNumbers && lines.some((line, index) => isNumber(line) && !isAnnounced(lines[index - 1]))) return false;
    if (isProven) return true;
    return lines.every((fragment, index) => {
      const above = lines[index - 1];
      return (
        above === undefined ||
        above.box.y1 > fragment.box.y1 - 1 ||
        isWrapped(above, fragment, edges[column] ?? 0) ||
        (column > 0 && isRunOn(above, fragment, edges[column] ?? 0))
      );
    });
  });
}

/** True for the words before a value: `Default value:`. */
function isAnnounced(above: Fragment | undefined): boolean {
  return above?.text.endsWith(":") === true;
}

/** Columns that all have the same lines are rows. Cells of one row seldom break alike. */
const minSquareColumns = 3;

/** Minimum number of lines in each of two columns that are rows, if both or one of them has only single words. */
const minNames = 3;
const minNamesOfOne = 4;

function isSquare(cells: Cells): boolean {
  const used = cells.filter((fragments) => fragments.length > 0);
  const lines = used[0]?.length ?? 0;
  if (used.length < 2 || lines < 2 || used.some((fragments) => fragments.length !== lines)) return false;
  if (used.length >= minSquareColumns) return !used.some(isBroken);
  if (used.every((names) => areNames(names, minNames))) return true;
  return used.some((names) => areNames(names, minNamesOfOne)) && !used.some(goesOnInLowercase);
}

/** True if a word or a sentence of a cell is broken over two lines. */
function isBroken(fragments: readonly Fragment[]): boolean {
  const lines = linesOf(fragments);
  return lines.some(({ text }, index) => {
    const above = lines[index - 1]?.text ?? "";
    if (/\p{L}[-\u2010]$/u.test(above) && /^\p{Ll}/u.test(text)) return true;
    return index === 1 && /^\p{Lu}.* /u.test(above) && /^\p{Ll}/u.test(text);
  });
}

function areNames(fragments: readonly Fragment[], least: number): boolean {
  return fragments.length >= least && fragments.every(({ text }) => !text.includes(" "));
}

/** True if a line of words continues the sentence above it. */
function goesOnInLowercase(fragments: readonly Fragment[]): boolean {
  return !areNames(fragments, 1) && linesOf(fragments).some(({ text }, index) => index > 0 && /^\p{Ll}/u.test(text));
}
