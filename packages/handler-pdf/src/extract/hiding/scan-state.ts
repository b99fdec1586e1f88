import { type Box, intersection, type Point } from "@reader/pdf-pages";

/** What may hide text: its rendering mode, its colour, or something that covers or clips it. */
export type Finding = "mode" | "colour" | "cover";

/** A fill colour for areas and text. */
export interface Fill {
  /** The operator that set the colour, with its operands. */
  readonly fill: string;
  /** True if the colour is hard to distinguish from white paper. */
  readonly isNearWhite: boolean;
}

/** The look of text and areas when painted. */
export interface ScanStyle extends Fill {
  readonly clip: Box;
}

/** The state that `q` saves. */
export interface ScanFrame extends ScanStyle {
  readonly matrix: Transform;
}

/** What was painted so far, and whether some of it may hide text. */
export interface ScannedPaint {
  /** Why the page needs a closer check; absent if there is no reason yet. */
  finding: Finding | undefined;
  /** Filled areas by colour. */
  readonly areas: Map<string, Box[]>;
  /** Start points of shown text as pairs of numbers; empty if text runs in another direction than to the right. */
  readonly shown: number[];
  comparisons: number;
}

/** The state that a scan of page content carries from one stream to the next, in painting order. */
export interface ScanState extends ScannedPaint {
  frame: ScanFrame;
  readonly saved: ScanFrame[];
  /** The colours seen so far, by the operators that set them. */
  readonly fills: Map<string, Fill>;
  /** The start of the current line of text. */
  line: Transform;
  leading: number;
  /** The box of the current path. */
  path: Box | undefined;
  /** True if the current path will clip what follows. */
  willClip: boolean;
}

/** Maximum number of comparisons per page. Beyond it the page gets the closer check. */
const maxComparisons = 500_000;

/** Minimum side of an area in points. Thinner areas are table rules and underlines, which hide nothing. */
const minAreaSidePt = 3;

/** Returns the state before anything is painted. */
export function createScannedPaint(): ScannedPaint {
  return { finding: undefined, areas: new Map(), shown: [], comparisons: 0 };
}

/** Returns the state at the start of a page, with a black fill colour. */
export function createScanState(): ScanState {
  return {
    ...createScannedPaint(),
    frame: { fill: "0 g", isNearWhite: false, matrix: identity, clip: everywhere },
    saved: [],
    fills: new Map(),
    line: identity,
    leading: 0,
    path: undefined,
    willClip: false,
  };
}

/** Records text shown at the start of the line, and what may hide it. */
export function showText(state: ScanState): void {
  const whole = concat(state.line, state.frame.matrix);
  const { x, y } = placed(whole, 0, 0);
  showTextAt(state, state.frame, { x, y, isRightwards: runsRightwards(whole) });
}

/** The start of a text, and whether it runs to the right from there. */
interface TextStart extends Point {
  readonly isRightwards: boolean;
}

/** Records where text is shown, and what may hide it. */
function showTextAt(paint: ScannedPaint, look: ScanStyle, at: TextStart): void {
  const { isRightwards } = at;
  paint.shown.push(isRightwards ? at.x : Number.NaN, isRightwards ? at.y : Number.NaN);
  const areas = paint.areas.size === 0 ? undefined : paint.areas.get(look.fill);
  compare(paint, areas?.length ?? 0);
  if (look.isNearWhite) paint.finding = "colour";
  else if (areas?.some((area) => !isRightwards || mayReach(at, area)) === true) paint.finding = "colour";
  if (isOutside(at, look.clip)) paint.finding = "cover";
}

/** Ends a path, filled or not, and applies it as a clip if requested. */
export function endPath(state: ScanState, how: "filled" | "unfilled"): void {
  const { path, frame } = state;
  if (path !== undefined && how === "filled") fillArea(state, frame, path);
  if (state.willClip) state.frame = { ...frame, clip: clipOf(path, frame.clip) };
  state.willClip = false;
  state.path = undefined;
}

/** Returns the clip after adding a path. An empty path hides everything. */
export function clipOf(path: Box | undefined, clip: Box): Box {
  return path === undefined ? { x0: 0, y0: 0, x1: 0, y1: 0 } : visiblePartOf(path, clip);
}

/** Records a filled area, and whether it may cover text. */
function fillArea(paint: ScannedPaint, look: ScanStyle, path: Box): void {
  const area = visiblePartOf(path, look.clip);
  if (Math.min(area.x1 - area.x0, area.y1 - area.y0) < minAreaSidePt) return;
  const { shown } = paint;
  compare(paint, shown.length / 2);
  if (isCovering(area, shown)) paint.finding = "cover";
  const { fill } = look;
  const areas = paint.areas.get(fill);
  if (areas === undefined) paint.areas.set(fill, [area]);
  else areas.push(area);
}

function isCovering(area: Box, shown: readonly number[]): boolean {
  for (let index = 0; index < shown.length; index += 2) {
    if (mayReach({ x: shown[index] ?? 0, y: shown[index + 1] ?? 0 }, area)) return true;
  }
  return false;
}

/** Hostile pages have millions of texts and areas. */
function compare(paint: ScannedPaint, comparisons: number): void {
  paint.comparisons += comparisons + 1;
  if (paint.comparisons > maxComparisons) paint.finding ??= "cover";
}

/** Adds points, as pairs of numbers, to the current path. */
export function addToPath(state: ScanState, numbers: readonly number[]): void {
  state.path = grown(state.path, state.frame.matrix, numbers);
}

/** True if a colour is hard to distinguish from white paper. The look of colours in named spaces is unknown here. */
export function isNearWhite(numbers: readonly number[], operator: string): boolean {
  const isInk = operator === "k" || numbers.length === 4;
  return numbers.every((number) => (isInk ? number < 0.1 : number > 0.9));
}

/** A matrix as written in content streams. */
export type Transform = readonly [number, number, number, number, number, number];

/** The identity matrix. */
export const identity: Transform = [1, 0, 0, 1, 0, 0];

/** The clip box when nothing is clipped. */
export const everywhere: Box = { x0: -Infinity, y0: -Infinity, x1: Infinity, y1: Infinity };

/** Returns the matrix that applies `first`, then `second`. */
export function concat(first: Transform, second: Transform): Transform {
  if (second === identity) return first;
  const [a, b, c, d, e, f] = first;
  const [g, h, i, j, k, l] = second;
  return [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l];
}

/** Returns the matrix that translates first and then applies this one. */
export function moved([a, b, c, d, e, f]: Transform, x: number, y: number): Transform {
  return [a, b, c, d, x * a + y * c + e, x * b + y * d + f];
}

/** Applies a matrix to a point. */
function placed([a, b, c, d, e, f]: Transform, x: number, y: number): Point {
  return { x: a * x + c * y + e, y: b * x + d * y + f };
}

/** True if text with this matrix runs to the right, so that its start shows what may cover it. */
function runsRightwards([a, b]: Transform): boolean {
  return a > 0 && Math.abs(b) < 0.01 * a;
}

/** Returns the smallest box around an optional box and points given as pairs of numbers. */
export function grown(box: Box | undefined, matrix: Transform, numbers: readonly number[]): Box {
  let { x0, y0, x1, y1 } = box ?? { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity };
  for (let index = 0; index + 1 < numbers.length; index += 2) {
    const { x, y } = placed(matrix, numbers[index] ?? 0, numbers[index + 1] ?? 0);
    x0 = Math.min(x0, x);
    y0 = Math.min(y0, y);
    x1 = Math.max(x1, x);
    y1 = Math.max(y1, y);
  }
  return { x0, y0, x1, y1 };
}

/** Returns the corners of a rectangle given by one corner and its size. */
export function cornersOf(numbers: readonly number[]): readonly number[] {
  const [x = Number.NaN, y = Number.NaN, width = Number.NaN, height = Number.NaN] = numbers;
  return [x, y, x + width, y, x, y + height, x + width, y + height];
}

/** Returns the part of a box inside a clip. */
export function visiblePartOf(box: Box, clip: Box): Box {
  return clip === everywhere ? box : intersection(box, clip);
}

/** Maximum distance of a baseline outside a box that its letters still reach into, in points. */
const slackPt = 4;

/** True if text that starts here may run into a box, or if that is unknown. */
function mayReach({ x, y }: Point, { x0, y0, x1, y1 }: Box): boolean {
  const isApart = x >= x1 || y >= y1 || y <= y0 - slackPt || x0 >= x1;
  return !isApart;
}

/** True if a clip cuts off text that starts here from its first letter. */
export function isOutside({ x, y }: Point, clip: Box): boolean {
  if (clip === everywhere) return false;
  const isInside = x < clip.x1 && x > clip.x0 - slackPt && y < clip.y1 && y > clip.y0 - slackPt;
  return !isInside || clip.x1 - clip.x0 < 1 || clip.y1 - clip.y0 < 1;
}
