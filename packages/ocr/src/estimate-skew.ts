import type { RecognisableImage } from "@reader/core/handler";

/** What is darker is ink. */
const maxInk = 128;

/** Points of ink that are looked at, about: enough for a page of print. */
const wantedPoints = 20_000;

/** Slopes that are tried, in pixels down a pixel to the right: up to 10 degrees, and then more finely. */
const maxSlope = 0.176;
const coarseStep = 0.0088;
const fineStep = 0.0017;

interface Points {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
}

/**
 * The angle by which a picture must be turned, clockwise in radians, for its lines to be level: the one at which ink
 * lies in the fewest rows. For pages on which the engine finds nothing as they are.
 */
export function estimateSkew(image: RecognisableImage): number {
  const points = inkOf(image);
  const coarse = bestSlope(points, { from: -maxSlope, to: maxSlope, step: coarseStep });
  const fine = bestSlope(points, { from: coarse - coarseStep, to: coarse + coarseStep, step: fineStep });
  return -Math.atan(fine);
}

/** Every so many pixels along rows: each row counts, or print would fall between them. */
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
  // Where nothing is better, level: on an empty page all are the same.
  const middle = (from + to) / 2;
  let best = { slope: middle, score: scoreOf(points, middle) };
  for (let slope = from; slope <= to; slope += step) {
    const score = scoreOf(points, slope);
    if (score > best.score) best = { slope, score };
  }
  return best.slope;
}

/** How unevenly ink is spread over rows of this slope. */
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
