import type { Box, Rule, Table, TextLine } from "../model/page-content.ts";
import { around, type Fragment } from "./cells/fragment.ts";

/** Minimum number of labels beside the ticks of one axis. */
const leastLabels = 3;

/** Maximum distance of the middle of a label from its tick, in points. */
const middlePt = 2;

/** Maximum distance of labels from the ticks, in ems. */
const labelEms = 2;

/** Maximum difference of the ends of ticks of one axis, in points. */
const sameEndPt = 0.5;

/** Maximum distance of the ticks from the frame of a chart, in points. */
const framePt = 2;

/** Maximum distance of the ends of two axes of one chart from each other, in points. */
const cornerPt = 36;

/** Minimum share of the lines of a table that are texts of a chart if it is a part of the chart. */
const chartShare = 0.6;

/** True if most lines of a table are those of a chart. A table beside one may share some of them by chance. */
export function isInChart({ lines }: Table, ofCharts: ReadonlySet<TextLine>): boolean {
  const count = [...lines].filter((line) => ofCharts.has(line)).length;
  return count > 0 && count >= chartShare * lines.size;
}

/**
 * Returns the texts of charts: the labels in the middle below or above ticks in a row, or beside ticks below each other,
 * and what is in the frame that the ticks are at, or between two axes.
 */
export function chartTexts(fragments: readonly Fragment[], rules: readonly Rule[]): ReadonlySet<TextLine> {
  if (rules.filter(({ orientation }) => orientation === "tick").length < leastLabels) return new Set();
  const texts = fragments.map((fragment) => ({ fragment, box: fragment.box }));
  const across = axesAmong(texts, rules);
  const down = axesAmong(
    texts.map(({ fragment, box }) => ({ fragment, box: turned(box) })),
    rules.map((rule) => ({ ...rule, box: turned(rule.box) })),
  ).map(({ extent, areas, labels }) => ({ extent: turned(extent), areas: areas.map(turned), labels }));
  const axes = [...across, ...down];
  if (axes.length === 0) return new Set();
  const between = across.flatMap((one) => down.flatMap((other) => areaBetween(one.extent, other.extent)));
  const areas = [...axes.flatMap((axis) => axis.areas), ...between];
  const inside = fragments.filter(({ box }) => areas.some((area) => isMiddleIn(box, area)));
  return new Set([...axes.flatMap(({ labels }) => labels), ...inside].map(({ line }) => line));
}

/** Returns a box with its axes exchanged. */
function turned({ x0, x1, y0, y1 }: Box): Box {
  return { x0: y0, x1: y1, y0: x0, y1: x1 };
}

interface PlacedText {
  readonly fragment: Fragment;
  readonly box: Box;
}

/** Maximum number of axes across a page, and of those down it. A page of small charts has some dozens. */
const maxAxes = 50;

/** An axis whose ticks have labels. */
interface Axis {
  /** From half a step before its first tick to half a step after its last one. */
  readonly extent: Box;
  /** The frame of the chart, if the ticks are at one. */
  readonly areas: readonly Box[];
  readonly labels: readonly Fragment[];
}

/** Returns the axes whose ticks are in a row. */
function axesAmong(texts: readonly PlacedText[], rules: readonly Rule[]): readonly Axis[] {
  const lines = rules.filter(({ orientation }) => orientation !== "slanted").map(({ box }) => box);
  const ticks = rules.filter(({ orientation, box }) => orientation === "tick" && isUpright(box));
  const axes: Axis[] = [];
  for (const row of ticksByRow(ticks.map(({ box }) => box))) {
    if (axes.length >= maxAxes) break;
    const labels = labelsOf(row, texts).map(({ fragment }) => fragment);
    if (labels.length >= leastLabels) axes.push({ extent: extentOf(row), areas: framesAt(row, lines), labels });
  }
  return axes;
}

function extentOf(ticks: readonly Box[]): Box {
  const whole = ticks.reduce(around);
  const halfStep = (whole.x1 - whole.x0) / (ticks.length - 1) / 2;
  return { ...whole, x0: whole.x0 - halfStep, x1: whole.x1 + halfStep };
}

/** Returns the area between an axis across a chart and one down it, if they meet at a corner. */
function areaBetween(across: Box, down: Box): readonly Box[] {
  const isBeside = Math.min(Math.abs(across.x0 - down.x1), Math.abs(down.x0 - across.x1)) <= cornerPt;
  const isBelow = Math.min(Math.abs(across.y0 - down.y1), Math.abs(down.y0 - across.y1)) <= cornerPt;
  return isBeside && isBelow ? [{ x0: across.x0, x1: across.x1, y0: down.y0, y1: down.y1 }] : [];
}

function isUpright({ x0, x1, y0, y1 }: Box): boolean {
  return y1 - y0 > x1 - x0;
}

/** Groups upright ticks that start and end at the same height. */
function ticksByRow(ticks: readonly Box[]): readonly (readonly Box[])[] {
  const rows = new Map<string, Box[]>();
  for (const tick of ticks) {
    const key = `${Math.round(tick.y0 / sameEndPt)} ${Math.round(tick.y1 / sameEndPt)}`;
    const row = rows.get(key);
    if (row === undefined) rows.set(key, [tick]);
    else row.push(tick);
  }
  return [...rows.values()].filter(({ length }) => length >= leastLabels);
}

/** Returns the texts in the middle below or above some ticks. */
function labelsOf(ticks: readonly Box[], texts: readonly PlacedText[]): readonly PlacedText[] {
  const middles = ticks.map(middleOf);
  const [{ y0, y1 } = { y0: 0, y1: 0 }] = ticks;
  return texts.filter(({ box, fragment }) => {
    const away = Math.max(box.y0 - y1, y0 - box.y1);
    const isNear = away > -1 && away <= labelEms * fragment.sizePt;
    return isNear && middles.some((middle) => Math.abs(middleOf(box) - middle) <= middlePt);
  });
}

function middleOf({ x0, x1 }: Box): number {
  return (x0 + x1) / 2;
}

/** Returns the frame above or below some ticks, whose sides are beside all of them. */
function framesAt(ticks: readonly Box[], lines: readonly Box[]): readonly Box[] {
  const middles = ticks.map(middleOf);
  const [first, last] = [Math.min(...middles), Math.max(...middles)];
  const [{ y0, y1 } = { y0: 0, y1: 0 }] = ticks;
  const sides = lines.filter((line) => {
    const isAtTicks = Math.abs(line.y1 - y0) <= framePt || Math.abs(line.y0 - y1) <= framePt;
    return isAtTicks && isUpright(line) && line.y1 - line.y0 > y1 - y0;
  });
  const left = sides
    .filter((side) => middleOf(side) <= first + framePt)
    .toSorted(byMiddle)
    .at(-1);
  const right = sides.filter((side) => middleOf(side) >= last - framePt).toSorted(byMiddle)[0];
  return left === undefined || right === undefined ? [] : [around(left, right)];
}

function byMiddle(one: Box, other: Box): number {
  return middleOf(one) - middleOf(other);
}

function isMiddleIn({ x0, x1, y0, y1 }: Box, frame: Box): boolean {
  const [across, down] = [(x0 + x1) / 2, (y0 + y1) / 2];
  return across > frame.x0 && across < frame.x1 && down > frame.y0 && down < frame.y1;
}
