import { ascending } from "../../model/numbers.ts";
import type { Box, Rule, Table } from "../../model/page-content.ts";
import type { Vector } from "../../model/page-model.ts";
import { around } from "../cells/fragment.ts";

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
    else if (orientation === "vertical") vertical.push({ at: (box.x0 + box.x1) / 2, from: box.y0, to: box.y1 });
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
  return groups.flatMap(joinCollinear).sort((a, b) => a.at - b.at);
}

function joinCollinear(lines: readonly RuleLine[]): readonly RuleLine[] {
  return lines.length < 2 ? lines : joinStrokes(strokesOf(lines).flatMap((stroke) => joinStrokes(stroke, touchingPt)));
}

/** Divides lines that are sorted by height where they may be of two kinds. */
function strokesOf(lines: readonly RuleLine[]): readonly (readonly RuleLine[])[] {
  const strokes: RuleLine[][] = [];
  for (const line of lines) {
    const last = strokes.at(-1);
    if (last?.[0] === undefined || line.at - last[0].at > apartPt) strokes.push([line]);
    else last.push(line);
  }
  return strokes;
}

/** Pieces of one stroke are at most this far apart, in points: borders that are drawn cell by cell. */
const touchingPt = 0.5;

/** Joins lines with gaps below a limit, except those beside a longer one. */
function joinStrokes(lines: readonly RuleLine[], withinPt: number = snapPt): readonly RuleLine[] {
  if (lines.length < 2) return lines;
  const result: RuleLine[] = [];
  const others: RuleLine[] = [];
  let last: RuleLine | undefined;
  for (const line of lines.toSorted((a, b) => a.from - b.from)) {
    if (last === undefined || line.from > last.to + withinPt) {
      last = line;
      result.push(line);
    } else if (isBeside(line, last)) others.push(line);
    else {
      last = { at: last.at, from: last.from, to: Math.max(last.to, line.to) };
      result[result.length - 1] = last;
    }
  }
  return [...result, ...joinStrokes(others, withinPt)];
}

/** Lines further apart than double borders and both edges of a stroke, in points, may be of two kinds. */
const apartPt = 0.5;

/** Minimum length by which a line is shorter than one beside it that is another one, in points. */
const shorterPt = 20;

/** True for a line beside a longer one that it does not extend: the last rule of a table above a shaded box. */
function isBeside(line: RuleLine, other: RuleLine): boolean {
  const isWithin = line.from >= other.from && line.to <= other.to;
  const isShorter = other.to - other.from - (line.to - line.from) > shorterPt;
  return isWithin && isShorter && Math.abs(line.at - other.at) > apartPt;
}

/** Merges positions within a distance, by default the snap distance, into their mean; ascending. */
export function clusters(positions: readonly number[], withinPt: number = snapPt): readonly number[] {
  const result: number[] = [];
  let first = 0;
  let sum = 0;
  let count = 0;
  for (const position of ascending(positions)) {
    if (count > 0 && position - first > withinPt) {
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

/** Maximum number of slanted lines returned. Few show that a place is a drawing. */
const maxSlanted = 1000;

/** Maximum thickness of a rule, however it is drawn, in points. */
const maxThicknessPt = 3;

/** Minimum length of a rule in points. Shorter lines are dots, ticks and underlines of single letters. */
const minLengthPt = 4;

/** Maximum number of images that are as thin as rules. More are the strips of one image. */
const maxThinImages = 200;

/**
 * Returns the straight lines among the vectors of a page, whose strokes have their true width, the edges of its boxes and
 * shaded areas, the lines that are slanted or curved, and the short ones. Images as thin as rules are rules: Ghostscript
 * writes the rules of TeX as images of one pixel.
 */
export function rulesAmong(vectors: readonly Vector[], images: readonly Box[] = []): readonly Rule[] {
  const rules: Rule[] = [];
  for (const { box, isRectangle, isStroked, isPaper } of joinShading(vectors)) {
    if (rules.length > maxRules) break;
    addRules(rules, box, isRectangle && (isStroked || !isPaper));
  }
  const thin = images.filter(({ x0, y0, x1, y1 }) => Math.min(x1 - x0, y1 - y0) <= maxThicknessPt);
  if (thin.length <= maxThinImages) for (const box of thin) addRules(rules, box, false);
  const slanted = vectors.filter(isSlanted).slice(0, maxSlanted);
  const ticks = vectors.filter(isTick).slice(0, maxTicks);
  return [
    ...rules.slice(0, maxRules),
    ...slanted.map(({ box }): Rule => ({ box, orientation: "slanted" })),
    ...ticks.map(({ box }): Rule => ({ box, orientation: "tick" })),
  ];
}

/** Maximum number of ticks returned. A page of charts has some hundred. */
const maxTicks = 2000;

/** Minimum and maximum length of ticks, and their maximum thickness, in points. */
const tickPt = { least: 1.5, most: 10, thick: 1.2 };

/** True for a short line, such as those at the axes of a chart. */
function isTick({ box: { x0, y0, x1, y1 } }: Vector): boolean {
  const [short, long] = x1 - x0 < y1 - y0 ? [x1 - x0, y1 - y0] : [y1 - y0, x1 - x0];
  return short <= tickPt.thick && long >= tickPt.least && long <= tickPt.most;
}

/** Maximum width of the shaded padding at the sides of a cell, in points. */
const maxPaddingPt = 12;

/** Maximum distance of two parts of one shaded cell, in points. */
const adjoiningPt = 0.5;

/**
 * Joins the parts of shaded cells. Word processors fill the padding at both sides of a cell, the space above and below its
 * text, and each line of text separately, one after the other; or each paragraph of a cell above its own shading. Edges
 * between these parts are not rules.
 */
function joinShading(vectors: readonly Vector[]): readonly Vector[] {
  const result: Vector[] = [];
  for (let at = 0; at < vectors.length;) {
    const end = Math.max(endOfCell(vectors, at), endOfParagraphs(vectors, at));
    const [first, ...others] = vectors.slice(at, end);
    if (first === undefined) break;
    result.push({ ...first, box: others.reduce((whole, { box }) => around(whole, box), first.box) });
    at = end;
  }
  return result;
}

/** Returns the index after the last part of a shaded cell, or the next index. Padding without lines in it is two bars. */
function endOfCell(vectors: readonly Vector[], at: number): number {
  const padding = paddingAt(vectors, at) ?? paddingBelow(vectors, at);
  if (padding === undefined) return at + 1;
  let end = padding.end;
  for (let part = vectors[end]; part !== undefined && isPartOfCell(part, padding); part = vectors[end]) end += 1;
  return end > padding.end ? end : at + 1;
}

/** The shaded padding at both sides of the lines of a cell. */
interface Padding {
  readonly left: Vector;
  readonly sides: Box;
  /** The index after both. */
  readonly end: number;
}

function paddingAt(vectors: readonly Vector[], at: number): Padding | undefined {
  const [left, right] = [vectors[at], vectors[at + 1]];
  if (left === undefined || right === undefined || !arePadding(left, right)) return undefined;
  return { left, sides: around(left.box, right.box), end: at + 2 };
}

/** Returns the padding right below a box that fills the space above the text of a shaded cell. */
function paddingBelow(vectors: readonly Vector[], at: number): Padding | undefined {
  const [above, padding] = [vectors[at], paddingAt(vectors, at + 1)];
  if (above === undefined || padding === undefined || !isAlike(above, padding.left)) return undefined;
  const { box } = above;
  const { x0, x1, y0 } = padding.sides;
  return isAt(box.x0, x0) && isAt(box.x1, x1) && isAt(box.y1, y0) ? padding : undefined;
}

/** Returns the index after the last shaded paragraph in a box, all of which have the same distance from both sides. */
function endOfParagraphs(vectors: readonly Vector[], at: number): number {
  const cell = vectors[at];
  let end = at + 1;
  for (let part = vectors[end]; cell !== undefined && part !== undefined; part = vectors[end]) {
    if (!isInset(part, cell)) break;
    end += 1;
  }
  return end;
}

function isInset(part: Vector, cell: Vector): boolean {
  const [inner, outer] = [part.box, cell.box];
  const [leftPt, rightPt] = [inner.x0 - outer.x0, outer.x1 - inner.x1];
  const isBetween = inner.y0 >= outer.y0 - adjoiningPt && inner.y1 <= outer.y1 + adjoiningPt;
  const isPadded = isBetween && leftPt > adjoiningPt && leftPt <= maxPaddingPt && isAt(leftPt, rightPt);
  return isPadded && isAlike(part, cell) && isThick(part);
}

function isFilled({ isRectangle, isStroked }: Vector): boolean {
  return isRectangle && !isStroked;
}

/** True for a box that is too thick to be a rule. */
function isThick({ box }: Vector): boolean {
  return Math.min(box.x1 - box.x0, box.y1 - box.y0) > maxThicknessPt;
}

/** True for two narrow bars side by side at the same height, with room for text between them. */
function arePadding(left: Vector, right: Vector): boolean {
  const [one, other] = [left.box, right.box];
  return (
    [left, right].every((side) => isFilled(side) && isThick(side) && side.box.x1 - side.box.x0 <= maxPaddingPt) &&
    isAt(one.y0, other.y0) &&
    isAt(one.y1, other.y1) &&
    other.x0 - one.x1 > maxPaddingPt
  );
}

/** True for a line between the paddings of a shaded cell, or the space below its text. */
function isPartOfCell(part: Vector, { left, sides }: Padding): boolean {
  const { x0, x1, y0, y1 } = part.box;
  if (!isAlike(part, left)) return false;
  if (isAt(x0, sides.x0) && isAt(x1, sides.x1)) return isAt(y0, sides.y1);
  return isAt(x0, left.box.x1) && x1 < sides.x1 && y0 > sides.y0 - adjoiningPt && y1 < sides.y1 + adjoiningPt;
}

function isAlike(one: Vector, other: Vector): boolean {
  return isFilled(one) && isFilled(other) && one.isPaper === other.isPaper;
}

function isAt(one: number, other: number): boolean {
  return Math.abs(one - other) <= adjoiningPt;
}

function isSlanted({ box, isRectangle }: Vector): boolean {
  return !isRectangle && Math.min(box.x1 - box.x0, box.y1 - box.y0) > maxThicknessPt;
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

/** A slanted line of a drawing is higher than this many times the text. Lower ones are icons, marks and bullets. */
const leastHeightEms = 1.5;

/** A slanted line that is at least as wide as this share of a table is behind its rows. */
const backgroundShare = 0.9;

/** Minimum number of slanted lines in a drawing, and minimum share of the lines of text beside them. */
const leastSlanted = 2;
const besideShare = 0.5;

/**
 * True if text is among slanted and curved lines: the labels of a chart, a map or a diagram. They are as high as several
 * lines of text, and extend beside or behind half of its height.
 */
export function isAmongSlanted({ box, lines }: Table, rules: readonly Rule[]): boolean {
  const texts = [...lines].map((line) => line.box);
  const heights = ascending(texts.map(({ y0, y1 }) => y1 - y0));
  const leastPt = leastHeightEms * (heights[Math.floor(heights.length / 2)] ?? 0);
  const within = rules.filter((rule) => {
    const isTall = rule.orientation === "slanted" && rule.box.y1 - rule.box.y0 > leastPt;
    const isBehind = rule.box.x1 - rule.box.x0 >= backgroundShare * (box.x1 - box.x0);
    return isTall && !isBehind && areOver(rule.box, box);
  });
  if (areColumns(within, box, texts)) return false;
  return within.length >= leastSlanted && heightBeside(within, box) >= besideShare * (box.y1 - box.y0);
}

/** Minimum height of the background of a column, as a share of that of the table. */
const columnShare = 0.9;

/** True for shapes with round corners behind whole columns, which are beside each other. The curves of a chart are not. */
function areColumns(lines: readonly Rule[], { y0, y1 }: Box, texts: readonly Box[]): boolean {
  const sorted = lines.toSorted((one, other) => one.box.x0 - other.box.x0);
  return sorted.every(({ box }, index) => {
    const previous = sorted[index - 1];
    const isTall = Math.min(box.y1, y1) - Math.max(box.y0, y0) >= columnShare * (y1 - y0);
    const isBehindText = texts.some((text) => text.x0 >= box.x0 && text.x1 <= box.x1);
    return isTall && isBehindText && (previous === undefined || previous.box.x1 <= box.x0);
  });
}

/** Returns how much of the height of a box some lines extend over together. */
function heightBeside(lines: readonly Rule[], { y0, y1 }: Box): number {
  let [height, bottom] = [0, y0];
  for (const { box } of lines.toSorted((one, other) => one.box.y0 - other.box.y0)) {
    const end = Math.min(box.y1, y1);
    height += Math.max(0, end - Math.max(box.y0, bottom));
    bottom = Math.max(bottom, end);
  }
  return height;
}

function areOver(one: Box, other: Box): boolean {
  return one.x0 < other.x1 && one.x1 > other.x0 && one.y0 < other.y1 && one.y1 > other.y0;
}
