import { intersection, scaledBox } from "../model/boxes.ts";
import type { Box } from "../model/page-content.ts";
import type { PageModel, PartPixels } from "../model/page-model.ts";
import { distance, type Rgb } from "../model/paint-log.ts";

/** Rendered pixels of a part of a page. */
export interface PagePixels {
  /** Returns the most frequent colour of a box and the share of pixels near it. */
  commonest(box: Box): ColorShare | undefined;
}

/** A colour and the share of an area that has it, 0 to 1. */
export interface ColorShare {
  readonly color: Rgb;
  readonly share: number;
}

const maxPixels = 2_000_000;

/** Pixels per point at which small letters are drawn. */
const bestScale = 2;

/** Below this scale letters blur. */
const minScale = 0.4;

const channels = 3;

/** Renders the part of a page in `area` and passes it to `look`, unless it would be too large to be conclusive. */
export function withPixels<Result>(
  page: Pick<PageModel, "withPixels">,
  area: Box,
  look: (pixels: PagePixels) => Result,
): Result | undefined {
  const scale = Math.min(bestScale, Math.sqrt(maxPixels / ((area.x1 - area.x0) * (area.y1 - area.y0))));
  if (!(scale >= minScale)) return undefined;
  return page.withPixels({ box: area, scale }, (pixels) =>
    look({ commonest: (box) => commonestIn(pixels, scaledBox(box, scale)) }),
  );
}

function commonestIn(pixels: PartPixels, wanted: Box): ColorShare | undefined {
  const box = intersection(wanted, pixels.box);
  return box.x1 <= box.x0 || box.y1 <= box.y0 ? undefined : commonestOf(samplesOf(pixels, box));
}

function samplesOf({ data, stride, box: { x0, y0 } }: PartPixels, box: Box): readonly Rgb[] {
  const samples: Rgb[] = [];
  for (let y = box.y0; y < box.y1; y++) {
    for (let x = box.x0; x < box.x1; x++) {
      const at = (y - y0) * stride + (x - x0) * channels;
      samples.push([(data[at] ?? 0) / 255, (data[at + 1] ?? 0) / 255, (data[at + 2] ?? 0) / 255]);
    }
  }
  return samples;
}

/** First counts colours in steps of 1/16, then all that are near the most frequent one. */
function commonestOf(samples: readonly Rgb[]): ColorShare | undefined {
  const counts = new Map<number, { count: number; color: Rgb }>();
  for (const color of samples) {
    const key = color.reduce((sum, part) => sum * 17 + Math.round(part * 16), 0);
    const entry = counts.get(key);
    if (entry === undefined) counts.set(key, { count: 1, color });
    else entry.count++;
  }
  let most: { count: number; color: Rgb } | undefined;
  for (const entry of counts.values()) if (most === undefined || entry.count > most.count) most = entry;
  if (most === undefined) return undefined;
  const { color } = most;
  return { color, share: samples.filter((sample) => distance(sample, color) < 0.08).length / samples.length };
}
