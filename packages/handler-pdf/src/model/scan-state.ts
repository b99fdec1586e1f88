import { intersection, type Point } from "./boxes.ts";
import type { Box } from "./page-content.ts";

/** What may hide text: its mode of painting, its colour, or what is painted over it or clips it. */
export type Finding = "mode" | "colour" | "cover";

/** A colour that areas and text are filled with. */
export interface Fill {
  /** The operator that set it, with its operands. */
  readonly fill: string;
  /** Whether it can hardly be told from white paper. */
  readonly isNearWhite: boolean;
}

/** How text and areas look where they are painted. */
export interface ScanLook extends Fill {
  readonly clip: Box;
}

/** What `q` saves. */
export interface ScanFrame extends ScanLook {
  readonly matrix: Transform;
}

/** What was painted so far, and whether some of it may hide text. */
export interface ScannedPaint {
  /** Why a closer look is needed; absent while nothing was met. */
  finding: Finding | undefined;
  /** Areas that were filled, by their colour. */
  readonly areas: Map<string, Box[]>;
  /** Where text starts that was shown, in pairs of numbers; no numbers where it runs some other way than to the right. */
  readonly shown: number[];
  comparisons: number;
}

/** What a scan of page content carries from one stream to the next, in the order of painting. */
export interface ScanState extends ScannedPaint {
  frame: ScanFrame;
  readonly saved: ScanFrame[];
  /** The colours that were met, by the words that set them. */
  readonly fills: Map<string, Fill>;
  /** Where the line of text starts that is being written. */
  line: Transform;
  leading: number;
  /** The box of the path that is being drawn. */
  path: Box | undefined;
  /** Whether that path is to clip what follows. */
  willClip: boolean;
}

/** Comparisons of places that a page is worth; beyond them it is looked at closer. */
const maxComparisons = 500_000;

/** Thinner areas are rules of tables and underlines; nothing hides behind them. */
const minAreaSidePt = 3;

/** Nothing is painted yet. */
export function createScannedPaint(): ScannedPaint {
  return { finding: undefined, areas: new Map(), shown: [], comparisons: 0 };
}

/** The state at the start of a page: the fill colour is black. */
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

/** Notes that text is shown where the line starts, and what may hide it. */
export function showText(state: ScanState): void {
  const whole = concat(state.line, state.frame.matrix);
  const { x, y } = placed(whole, 0, 0);
  showTextAt(state, state.frame, { x, y, isRightwards: runsRightwards(whole) });
}

/** Where text starts, and whether it runs to the right from there. */
interface TextStart extends Point {
  readonly isRightwards: boolean;
}

/** Notes where text is shown, and what may hide it. */
function showTextAt(paint: ScannedPaint, look: ScanLook, at: TextStart): void {
  const { isRightwards } = at;
  paint.shown.push(isRightwards ? at.x : Number.NaN, isRightwards ? at.y : Number.NaN);
  const areas = paint.areas.size === 0 ? undefined : paint.areas.get(look.fill);
  compare(paint, areas?.length ?? 0);
  if (look.isNearWhite) paint.finding = "colour";
  else if (areas?.some((area) => !isRightwards || mayReach(at, area)) === true) paint.finding = "colour";
  if (isOutside(at, look.clip)) paint.finding = "cover";
}

/** Ends a path, which is filled or not, and clips what follows where that was asked for. */
export function endPath(state: ScanState, how: "filled" | "unfilled"): void {
  const { path, frame } = state;
  if (path !== undefined && how === "filled") fillArea(state, frame, path);
  if (state.willClip) state.frame = { ...frame, clip: clipOf(path, frame.clip) };
  state.willClip = false;
  state.path = undefined;
}

/** What is seen once a path clips, too; an empty one lets nothing be seen. */
export function clipOf(path: Box | undefined, clip: Box): Box {
  return path === undefined ? { x0: 0, y0: 0, x1: 0, y1: 0 } : seenOf(path, clip);
}

/** Notes an area that is filled, and whether it may cover text. */
function fillArea(paint: ScannedPaint, look: ScanLook, path: Box): void {
  const area = seenOf(path, look.clip);
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

/** Adds points, in pairs of numbers, to the path that is being drawn. */
export function addToPath(state: ScanState, numbers: readonly number[]): void {
  state.path = grown(state.path, state.frame.matrix, numbers);
}

/** Whether a colour can hardly be told from white paper; what a colour of a named space looks like is not known here. */
export function isNearWhite(numbers: readonly number[], operator: string): boolean {
  const isInk = operator === "k" || numbers.length === 4;
  return numbers.every((number) => (isInk ? number < 0.1 : number > 0.9));
}

/** A matrix as content writes it. */
export type Transform = readonly [number, number, number, number, number, number];

/** The matrix that changes nothing. */
export const identity: Transform = [1, 0, 0, 1, 0, 0];

/** Where nothing is clipped. */
export const everywhere: Box = { x0: -Infinity, y0: -Infinity, x1: Infinity, y1: Infinity };

/** The matrix that does `first` and then `second`. */
export function concat(first: Transform, second: Transform): Transform {
  if (second === identity) return first;
  const [a, b, c, d, e, f] = first;
  const [g, h, i, j, k, l] = second;
  return [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l];
}

/** The matrix that moves by so much and then does what this one does. */
export function moved([a, b, c, d, e, f]: Transform, x: number, y: number): Transform {
  return [a, b, c, d, x * a + y * c + e, x * b + y * d + f];
}

/** Where a matrix puts a point. */
function placed([a, b, c, d, e, f]: Transform, x: number, y: number): Point {
  return { x: a * x + c * y + e, y: b * x + d * y + f };
}

/** Whether text of this matrix runs to the right, so that its start tells what it may be under. */
function runsRightwards([a, b]: Transform): boolean {
  return a > 0 && Math.abs(b) < 0.01 * a;
}

/** The smallest box around a box, which may be absent, and some points in pairs of numbers. */
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

/** The corners of a rectangle that is given by one of them and its size. */
export function cornersOf(numbers: readonly number[]): readonly number[] {
  const [x = Number.NaN, y = Number.NaN, width = Number.NaN, height = Number.NaN] = numbers;
  return [x, y, x + width, y, x, y + height, x + width, y + height];
}

/** What is seen of a box through a clip. */
export function seenOf(box: Box, clip: Box): Box {
  return clip === everywhere ? box : intersection(box, clip);
}

/** What a base line may stand outside of a box, while its letters reach into it. */
const slackPt = 4;

/** Whether text that starts here may run into a box; what cannot be told may. */
function mayReach({ x, y }: Point, { x0, y0, x1, y1 }: Box): boolean {
  const isApart = x >= x1 || y >= y1 || y <= y0 - slackPt || x0 >= x1;
  return !isApart;
}

/** Whether text that starts here is cut off by a clip from its first letter on. */
export function isOutside({ x, y }: Point, clip: Box): boolean {
  if (clip === everywhere) return false;
  const isInside = x < clip.x1 && x > clip.x0 - slackPt && y < clip.y1 && y > clip.y0 - slackPt;
  return !isInside || clip.x1 - clip.x0 < 1 || clip.y1 - clip.y0 < 1;
}
