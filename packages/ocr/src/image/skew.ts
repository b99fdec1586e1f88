import type { RecognisableImage } from "@reader/core/internal";
import { inkLevelsOf } from "./brightness.ts";

const paper = 255;

/** Rotates an image clockwise about its centre by an angle in radians. Corners are filled with the background. */
export function straightened(image: RecognisableImage, radians: number): RecognisableImage {
  const { data, widthPx, heightPx } = image;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const [cx, cy] = [widthPx / 2, heightPx / 2];
  const straight = new Uint8Array(data.length).fill(inkLevelsOf(data).ground);
  for (let row = 0; row < heightPx; row++) {
    // Maps the centre of a pixel to the centre of its source pixel.
    let x = cx + (0.5 - cx) * cos + (row + 0.5 - cy) * sin - 0.5;
    let y = cy - (0.5 - cx) * sin + (row + 0.5 - cy) * cos - 0.5;
    for (let at = row * widthPx; at < (row + 1) * widthPx; at++, x += cos, y -= sin) {
      const [left, top] = [Math.floor(x), Math.floor(y)];
      if (left < 0 || top < 0 || left >= widthPx - 1 || top >= heightPx - 1) continue;
      straight[at] = greyBetween(data, { at: top * widthPx + left, widthPx, across: x - left, down: y - top });
    }
  }
  return { ...image, data: straight };
}

interface Between {
  /** Index of the upper left of four pixels. */
  readonly at: number;
  readonly widthPx: number;
  /** Relative distance to its neighbours, 0 to 1. */
  readonly across: number;
  readonly down: number;
}

function greyBetween(data: Uint8Array, { at, widthPx, across, down }: Between): number {
  const upper = (data[at] ?? paper) * (1 - across) + (data[at + 1] ?? paper) * across;
  const lower = (data[at + widthPx] ?? paper) * (1 - across) + (data[at + widthPx + 1] ?? paper) * across;
  return Math.round(upper * (1 - down) + lower * down);
}

/** Grey level below which a pixel is ink. */
const maxInk = 128;

/** Approximate number of ink pixels sampled, enough for a page of print. */
const wantedPoints = 20_000;

/** Slopes tried, in pixels down per pixel right: up to 10 degrees in coarse steps, then fine steps around the best. */
const maxSlope = 0.176;
const coarseStep = 0.0088;
const fineStep = 0.0017;

interface Points {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
}

/**
 * Estimates the clockwise angle, in radians, that makes lines level: the one at which ink is concentrated in the fewest
 * rows. Used for pages on which the engine finds no lines.
 */
export function estimateSkew(image: RecognisableImage): number {
  const points = inkOf(image);
  const coarse = bestSlope(points, { from: -maxSlope, to: maxSlope, step: coarseStep });
  const fine = bestSlope(points, { from: coarse - coarseStep, to: coarse + coarseStep, step: fineStep });
  return -Math.atan(fine);
}

/** Samples ink pixels evenly over all rows. */
function inkOf({ data, widthPx }: RecognisableImage): Points {
  const all = data.reduce((count, grey) => count + (grey < maxInk ? 1 : 0), 0);
  const every = Math.max(1, Math.floor(all / wantedPoints));
  const xs: number[] = [];
  const ys: number[] = [];
  let seen = 0;
  data.forEach((grey, at) => {
    if (grey >= maxInk) return;
    seen += 1;
    if (seen % every !== 0) return;
    xs.push(at % widthPx);
    ys.push(Math.floor(at / widthPx));
  });
  return { xs, ys };
}

interface Slopes {
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

function bestSlope(points: Points, { from, to, step }: Slopes): number {
  // Starts with the middle, so that an empty page is level.
  const middle = (from + to) / 2;
  let best = { slope: middle, score: scoreOf(points, middle) };
  for (let slope = from; slope <= to; slope += step) {
    const score = scoreOf(points, slope);
    if (score > best.score) best = { slope, score };
  }
  return best.slope;
}

/** Scores how unevenly ink is spread over rows of this slope. */
function scoreOf({ xs, ys }: Points, slope: number): number {
  const rows = new Map<number, number>();
  ys.forEach((y, index) => {
    const row = Math.round(y - (xs[index] ?? 0) * slope);
    rows.set(row, (rows.get(row) ?? 0) + 1);
  });
  let score = 0;
  for (const count of rows.values()) score += count * count;
  return score;
}
