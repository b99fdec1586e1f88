import type { Box } from "../page-content.ts";
import type { Point } from "./geometry.ts";
import { everywhere, grown, identity, isOutside, mayReach, placed, runsRightwards, seenOf } from "./scan-geometry.ts";
import { concat, type Transform } from "./scan-geometry.ts";

/** What may hide text: its mode of painting, its colour, or what is painted over it or clips it. */
export type Finding = "mode" | "colour" | "cover";

/** A colour that areas and text are filled with. */
export interface Fill {
  /** The operator that set it, with its operands. */
  readonly fill: string;
  /** Whether it can hardly be told from white paper. */
  readonly isNearWhite: boolean;
}

/** What `q` saves. */
export interface ScanFrame extends Fill {
  readonly matrix: Transform;
  readonly clip: Box;
}

/** What a scan of page content carries from one stream to the next, in the order of painting. */
export interface ScanState {
  /** Why a closer look is needed; absent while nothing was met. */
  finding: Finding | undefined;
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
  /** Areas that were filled, by their colour. */
  readonly areas: Map<string, Box[]>;
  /** Where text starts that was shown; no numbers where it runs some other way than to the right. */
  readonly shown: Point[];
  comparisons: number;
}

/** Comparisons of places that a page is worth; beyond them it is looked at closer. */
const maxComparisons = 500_000;

/** Thinner areas are rules of tables and underlines; nothing hides behind them. */
const minAreaSidePt = 3;

/** The state at the start of a page: the fill colour is black. */
export function createScanState(): ScanState {
  return {
    finding: undefined,
    frame: { fill: "0 g", isNearWhite: false, matrix: identity, clip: everywhere },
    saved: [],
    fills: new Map(),
    line: identity,
    leading: 0,
    path: undefined,
    willClip: false,
    areas: new Map(),
    shown: [],
    comparisons: 0,
  };
}

/** Notes that text is shown where the line starts, and what may hide it. */
export function showText(state: ScanState): void {
  const { fill, isNearWhite, clip, matrix } = state.frame;
  const whole = concat(state.line, matrix);
  const at = placed(whole, 0, 0);
  const isRightwards = runsRightwards(whole);
  state.shown.push(isRightwards ? at : { x: Number.NaN, y: Number.NaN });
  const areas = state.areas.get(fill) ?? [];
  compare(state, areas.length);
  if (isNearWhite || areas.some((area) => !isRightwards || mayReach(at, area))) state.finding = "colour";
  if (isOutside(at, clip)) state.finding = "cover";
}

/** Ends a path, which is filled or not, and clips what follows where that was asked for. */
export function endPath(state: ScanState, how: "filled" | "unfilled"): void {
  const { path, frame } = state;
  if (path !== undefined && how === "filled") fillArea(state, path);
  if (state.willClip) state.frame = { ...frame, clip: clipOf(path, frame.clip) };
  state.willClip = false;
  state.path = undefined;
}

function clipOf(path: Box | undefined, clip: Box): Box {
  return path === undefined ? { x0: 0, y0: 0, x1: 0, y1: 0 } : seenOf(path, clip);
}

function fillArea(state: ScanState, path: Box): void {
  const area = seenOf(path, state.frame.clip);
  if (Math.min(area.x1 - area.x0, area.y1 - area.y0) < minAreaSidePt) return;
  compare(state, state.shown.length);
  if (state.shown.some((at) => mayReach(at, area))) state.finding = "cover";
  const { fill } = state.frame;
  const areas = state.areas.get(fill);
  if (areas === undefined) state.areas.set(fill, [area]);
  else areas.push(area);
}

/** Hostile pages have millions of texts and areas. */
function compare(state: ScanState, comparisons: number): void {
  state.comparisons += comparisons + 1;
  if (state.comparisons > maxComparisons) state.finding ??= "cover";
}

/** Adds points, in pairs of numbers, to the path that is being drawn. */
export function addToPath(state: ScanState, numbers: readonly number[]): void {
  state.path = grown(state.path, state.frame.matrix, numbers);
}
