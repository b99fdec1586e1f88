import type { Box, RecognisableImage } from "@reader/core/internal";
import { type InkLevels, inkLevelsOf } from "./brightness.ts";

/** Minimum length of a rule, as a share of the longer side and in pixels. Letters are shorter. */
const minLengthShare = 1 / 40;
const minLengthPx = 60;

/** Maximum thickness of a rule as a share of the longer side (2 mm of a page), at least 4 pixels. */
const maxThicknessShare = 1 / 250;
const minThicknessPx = 4;

/**
 * Minimum length and share of certain ink of a rule broken by noise. Counting likely ink would join the letters of
 * words, so such a rule must be longer than a word (30 mm of a page).
 */
const minBrokenShare = 1 / 10;
const minSureShare = 0.4;

/** Minimum thin share of a rule. Other rules and letters may touch it. */
const minThinShare = 0.7;

const paper = 255;

/** How pixels are traversed: along the rules searched for, and across them. */
interface Direction {
  /** Number of lines, and their length. */
  readonly lines: number;
  readonly length: number;
  /** Index step from one pixel of a line to the next, and from one line to the next. */
  readonly along: number;
  readonly across: number;
}

/**
 * Erases the rules of tables, frames and forms. Tesseract takes cells between them for illustrations and skips their
 * text.
 */
export function withoutRules(image: RecognisableImage): RecognisableImage {
  const { data, widthPx, heightPx } = image;
  const cleaned = Uint8Array.from(data);
  const longerSide = Math.max(widthPx, heightPx);
  const limits = {
    minLength: Math.max(minLengthPx, longerSide * minLengthShare),
    minBrokenLength: longerSide * minBrokenShare,
    maxThickness: Math.max(minThicknessPx, longerSide * maxThicknessShare),
  };
  const ink = inkLevelsOf(data);
  const rows: Direction = { lines: heightPx, length: widthPx, along: 1, across: widthPx };
  const columns: Direction = { lines: widthPx, length: heightPx, along: widthPx, across: 1 };
  for (const direction of [rows, columns]) eraseRules({ data, cleaned, limits, ink }, direction);
  return { ...image, data: cleaned };
}

interface Sheet {
  readonly data: Uint8Array;
  readonly cleaned: Uint8Array;
  readonly limits: { readonly minLength: number; readonly minBrokenLength: number; readonly maxThickness: number };
  readonly ink: InkLevels;
}

function eraseRules(sheet: Sheet, direction: Direction): void {
  const { likely, sure } = sheet.ink;
  for (let line = 0; line < direction.lines; line++) {
    const whole: Run = { line, start: 0, end: direction.length, maxGrey: likely };
    for (const run of runsIn(sheet, direction, whole)) {
      if (isBrokenRule(sheet, direction, run) && eraseRun(sheet, direction, run)) continue;
      for (const part of runsIn(sheet, direction, { ...run, maxGrey: sure })) eraseRun(sheet, direction, part);
    }
  }
}

/** A part of a line from `start` to `end`. Pixels darker than `maxGrey` are ink. */
interface Run {
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly maxGrey: number;
}

/** Yields the runs of ink in a range that are long enough for a rule. */
function* runsIn({ data, limits }: Sheet, { along, across }: Direction, within: Run): Generator<Run> {
  const { line, maxGrey } = within;
  let { start } = within;
  for (let at = start; at <= within.end; at++) {
    if (at < within.end && (data[line * across + at * along] ?? paper) < maxGrey) continue;
    if (at - start >= limits.minLength) yield { line, start, end: at, maxGrey };
    start = at + 1;
  }
}

function isBrokenRule({ data, limits, ink }: Sheet, { along, across }: Direction, { line, start, end }: Run): boolean {
  if (end - start < limits.minBrokenLength) return false;
  let sure = 0;
  for (let at = start; at < end; at++) if ((data[line * across + at * along] ?? paper) < ink.sure) sure += 1;
  return sure >= (end - start) * minSureShare;
}

/** Erases the thin parts of a run of ink if most of it is thin, unlike an area or a row of letters. */
function eraseRun(sheet: Sheet, direction: Direction, run: Run): boolean {
  const { line, start, end } = run;
  const thin: number[] = [];
  for (let at = start; at < end; at++) if (isThin(sheet, direction, { ...run, start: at })) thin.push(at);
  if (thin.length < (end - start) * minThinShare) return false;
  const isThinAt = new Set(thin);
  for (const at of withCrossings(thin, run, sheet.limits.maxThickness)) {
    eraseAt(sheet, direction, { line, at, isThin: isThinAt.has(at) });
  }
  return true;
}

/** A pixel of a rule. If the rule is thin there, all ink belongs to it. */
interface RulePixel {
  readonly line: number;
  readonly at: number;
  readonly isThin: boolean;
}

/** Erases a pixel of a rule with its neighbours across, for rules that are not quite level, and with its grey edges. */
function eraseAt(
  { data, cleaned, ink }: Sheet,
  direction: Direction,
  { line, at, isThin: hasOwnInk }: RulePixel,
): void {
  const { along, across, lines } = direction;
  // White would be lighter than the paper of a faint page and reduce confidence nearby.
  const erase = (each: number): number => (cleaned[each * across + at * along] = ink.ground);
  const isSure = (each: number): boolean => (data[each * across + at * along] ?? paper) < ink.sure;
  erase(line);
  for (const step of [-1, 1]) {
    let each = line + step;
    for (; hasOwnInk && each >= 0 && each < lines && isSure(each); each += step) erase(each);
    if (each >= 0 && each < lines && !isSure(each)) erase(each);
  }
}

/** Includes gaps where another rule crosses or ends. The corner would be read as a full stop. */
function* withCrossings(thin: readonly number[], { start, end }: Run, maxGap: number): Generator<number> {
  let last = start - 1;
  for (const at of [...thin, end]) {
    if (at - last - 1 <= maxGap) for (let gap = last + 1; gap < at; gap++) yield gap;
    if (at < end) yield at;
    last = at;
  }
}

/** True if the ink at the start of a run is at most as thick as a rule. */
function isThin({ data, limits }: Sheet, { lines, along, across }: Direction, { line, start, maxGrey }: Run): boolean {
  const { maxThickness } = limits;
  const isInkOn = (each: number): boolean =>
    each >= 0 && each < lines && (data[each * across + start * along] ?? paper) < maxGrey;
  let thickness = 1;
  for (let each = line - 1; thickness <= maxThickness && isInkOn(each); each--) thickness++;
  for (let each = line + 1; thickness <= maxThickness && isInkOn(each); each++) thickness++;
  return thickness <= maxThickness;
}

/** Minimum contrast of print on a panel, and the share of the panel it covers. */
const minContrast = 48;
const minPrintShare = 0.01;
const maxPrintShare = 0.5;

/** Share of the contrast that counts as noise of the panel and becomes white. */
const noiseShare = 0.08;

/** The greys of print and paper around the panels. Stronger ones would make a faint page seem fainter. */
interface Ends {
  readonly ink: number;
  readonly ground: number;
}

/**
 * Makes panels with dark print white. The engine uses one threshold per page and loses dark print on grey, as in a
 * table header. It finds light print on a panel by itself.
 */
export function withoutPanels(image: RecognisableImage): RecognisableImage {
  const panels = findPanels(image);
  if (panels.length === 0) return image;
  const data = Uint8Array.from(image.data);
  const { ground, half } = inkLevelsOf(image.data);
  const ends = { ground, ink: Math.max(0, half * 2 - ground) };
  // Largest first, so that nested panels follow.
  for (const panel of panels) {
    const greys = printGreys(image, panel, ends);
    if (greys === undefined) continue;
    const { box, edgePx } = panel;
    // Includes the edge, which would remain as a frame.
    const outer = { x0: box.x0 - edgePx, y0: box.y0 - edgePx, x1: box.x1 + edgePx, y1: box.y1 + edgePx };
    eachPixel(image, outer, (at) => (data[at] = ground));
    eachPixel(image, box, (at) => (data[at] = greys[image.data[at] ?? 0] ?? ground));
  }
  return { ...image, data };
}

/** Returns the grey mapping of a panel, or `undefined` if it has no dark print. */
function printGreys(image: RecognisableImage, { box, grey }: Panel, { ink, ground }: Ends): Uint8Array | undefined {
  let [dark, light, all, darkest] = [0, 0, 0, grey];
  eachPixel(image, box, (at) => {
    const seen = image.data[at] ?? 0;
    all += 1;
    darkest = Math.min(darkest, seen);
    if (seen - grey <= -minContrast) dark += 1;
    if (seen - grey >= minContrast) light += 1;
  });
  if (dark < light || dark < all * minPrintShare || dark > all * maxPrintShare) return undefined;
  const contrast = grey - darkest;
  const mapped = (_: number, each: number): number => {
    const inked = Math.min(1, Math.max(0, (grey - each) / contrast - noiseShare) / (1 - noiseShare));
    return Math.round(ground + (ink - ground) * inked);
  };
  return Uint8Array.from({ length: 256 }, mapped);
}

function eachPixel({ widthPx, heightPx }: RecognisableImage, box: Panel["box"], see: (at: number) => void): void {
  const [left, right] = [Math.max(0, box.x0), Math.min(widthPx, box.x1)];
  for (let y = Math.max(0, box.y0); y < Math.min(heightPx, box.y1); y++) {
    for (let at = y * widthPx + left; at < y * widthPx + right; at++) see(at);
  }
}

/** Number of cells along the longer side, finer than the space around print. A cell of a page has about 4 pixels. */
const cellsAlong = 600;
const minCellPx = 2;

/**
 * Maximum grey range of a flat cell, and maximum difference of means in a panel. Print and illustrations are not flat.
 */
const maxRange = 24;
const maxMeanStep = 10;

/** Maximum brightness of a panel as a share of the background. The engine loses dark print below 0.75. */
const maxGroundShare = 0.85;

/** Minimum width and height of a panel as a share of the longer side: 6 and 3 mm of a page. */
const minWidthShare = 0.02;
const minHeightShare = 0.01;

/** Minimum flat share of each edge. The corners must be flat too. Otherwise it is a large letter or an illustration. */
const minEdgeShare = 0.9;

/** A rectangular area of one grey with print on it. */
interface Panel {
  /** In pixels, without half-covered ones at the edges. */
  readonly box: Box;
  readonly grey: number;
  /** Maximum width of its edge, in pixels. */
  readonly edgePx: number;
}

/** Finds panels that are darker than the page, largest first. */
export function findPanels(image: RecognisableImage): readonly Panel[] {
  const grid = gridOf(image);
  const longer = Math.max(image.widthPx, image.heightPx) / grid.cellPx;
  const panels: Panel[] = [];
  for (let cell = 0; cell < grid.means.length; cell++) {
    const grey = grid.means[cell] ?? noMean;
    if (grey === noMean) continue;
    const box = rectangleOf(takeArea(grid, cell));
    if (box === undefined || !isLarge(box, longer)) continue;
    panels.push({ box: scaled(box, grid.cellPx), grey, edgePx: grid.cellPx * 2 });
  }
  return panels.toSorted((one, other) => areaOf(other.box) - areaOf(one.box));
}

/** Means of the flat cells that are darker than the page. */
interface Grid {
  readonly cellPx: number;
  readonly across: number;
  readonly down: number;
  readonly means: Int16Array;
}

const noMean = -1;

/** Computes the grid without cells cut by the edge of the image. */
function gridOf(image: RecognisableImage): Grid {
  const { data, widthPx, heightPx } = image;
  const cellPx = Math.max(minCellPx, Math.round(Math.max(widthPx, heightPx) / cellsAlong));
  const [across, down] = [Math.floor(widthPx / cellPx), Math.floor(heightPx / cellPx)];
  const maxGrey = inkLevelsOf(data).ground * maxGroundShare;
  const means = new Int16Array(across * down).fill(noMean);
  for (let cell = 0; cell < means.length; cell++) {
    const start = Math.floor(cell / across) * cellPx * widthPx + (cell % across) * cellPx;
    // One pixel is enough to skip paper, which most cells are.
    if ((data[start] ?? 0) > maxGrey + maxRange) continue;
    const mean = flatMean(image, start, cellPx);
    if (mean !== undefined && mean <= maxGrey) means[cell] = mean;
  }
  return { cellPx, across, down, means };
}

function flatMean({ data, widthPx }: RecognisableImage, start: number, cellPx: number): number | undefined {
  let [least, most, sum] = [255, 0, 0];
  for (let row = start; row < start + cellPx * widthPx; row += widthPx) {
    for (let at = row; at < row + cellPx; at++) {
      const grey = data[at] ?? 0;
      [least, most, sum] = [Math.min(least, grey), Math.max(most, grey), sum + grey];
    }
  }
  return most - least > maxRange ? undefined : Math.round(sum / (cellPx * cellPx));
}

/** Returns true if a cell belongs to the area. */
type IsHeld = (x: number, y: number) => boolean;

interface Area {
  readonly box: Box;
  readonly isHeld: IsHeld;
}

/** Takes the connected cells of one grey out of the grid. */
function takeArea({ across, down, means }: Grid, start: number): Area {
  const grey = means[start] ?? noMean;
  const cells = new Set([start]);
  means[start] = noMean;
  let [x0, y0, x1, y1] = [across, down, 0, 0];
  // Iterating a set includes items added meanwhile.
  for (const cell of cells) {
    const [x, y] = [cell % across, Math.floor(cell / across)];
    [x0, y0, x1, y1] = [Math.min(x0, x), Math.min(y0, y), Math.max(x1, x + 1), Math.max(y1, y + 1)];
    for (const next of [x > 0 ? cell - 1 : -1, x < across - 1 ? cell + 1 : -1, cell - across, cell + across]) {
      const mean = means[next] ?? noMean;
      if (mean === noMean || Math.abs(mean - grey) > maxMeanStep) continue;
      means[next] = noMean;
      cells.add(next);
    }
  }
  return { box: { x0, y0, x1, y1 }, isHeld: (x, y) => cells.has(y * across + x) };
}

/** Returns the rectangle of an area, if it is one. An edge that is not quite level is moved in by one cell. */
function rectangleOf({ box, isHeld }: Area): Box | undefined {
  const inX = (x: number): boolean => shareOf(box.y0, box.y1, (y) => isHeld(x, y)) >= minEdgeShare;
  const inY = (y: number): boolean => shareOf(box.x0, box.x1, (x) => isHeld(x, y)) >= minEdgeShare;
  const x0 = [box.x0, box.x0 + 1].find(inX);
  const x1 = [box.x1, box.x1 - 1].find((x) => inX(x - 1));
  const y0 = [box.y0, box.y0 + 1].find(inY);
  const y1 = [box.y1, box.y1 - 1].find((y) => inY(y - 1));
  if (x0 === undefined || x1 === undefined || y0 === undefined || y1 === undefined) return undefined;
  // The corner cell itself may be half covered.
  const areCorners = [x0 + 1, x1 - 2].every((x) => isHeld(x, y0 + 1) && isHeld(x, y1 - 2));
  return areCorners ? { x0, y0, x1, y1 } : undefined;
}

function shareOf(from: number, to: number, isHeldAt: (at: number) => boolean): number {
  let held = 0;
  for (let at = from; at < to; at++) held += Number(isHeldAt(at));
  return held / Math.max(1, to - from);
}

function isLarge({ x0, y0, x1, y1 }: Box, longer: number): boolean {
  return x1 - x0 >= longer * minWidthShare && y1 - y0 >= longer * minHeightShare;
}

function scaled({ x0, y0, x1, y1 }: Box, by: number): Box {
  return { x0: x0 * by, y0: y0 * by, x1: x1 * by, y1: y1 * by };
}

function areaOf({ x0, y0, x1, y1 }: Box): number {
  return (x1 - x0) * (y1 - y0);
}
