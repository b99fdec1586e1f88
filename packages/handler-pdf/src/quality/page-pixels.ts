import type { PDFPage, Pixmap } from "mupdf";
import type { PdfEngine } from "../engine/engine.ts";
import type { Box } from "../model/page-content.ts";
import { drawArea, scaledBox } from "../render/render-page.ts";
import { intersection } from "../model/boxes.ts";
import { distance, type Rgb } from "./paint-log.ts";

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
  { engine, page }: { readonly engine: PdfEngine; readonly page: PDFPage },
  area: Box,
  look: (pixels: PagePixels) => Result,
): Result | undefined {
  const scale = Math.min(bestScale, Math.sqrt(maxPixels / ((area.x1 - area.x0) * (area.y1 - area.y0))));
  if (!(scale >= minScale)) return undefined;
  const pixmap = drawArea(engine, page, { box: area, scale });
  try {
    return look({ commonest: (box) => commonestIn(pixmap, scaledBox(box, scale)) });
  } finally {
    pixmap.destroy();
  }
}

function commonestIn(pixmap: Pixmap, wanted: Box): ColorShare | undefined {
  const [left, top] = [pixmap.getX(), pixmap.getY()];
  const bounds = { x0: left, y0: top, x1: left + pixmap.getWidth(), y1: top + pixmap.getHeight() };
  const box = intersection(wanted, bounds);
  if (box.x1 <= box.x0 || box.y1 <= box.y0) return undefined;
  const samples = samplesOf(pixmap, {
    ...box,
    x0: box.x0 - left,
    x1: box.x1 - left,
    y0: box.y0 - top,
    y1: box.y1 - top,
  });
  return commonestOf(samples);
}

function samplesOf(pixmap: Pixmap, box: Box): readonly Rgb[] {
  const pixels = pixmap.getPixels();
  const stride = pixmap.getStride();
  const samples: Rgb[] = [];
  for (let y = box.y0; y < box.y1; y++) {
    for (let x = box.x0; x < box.x1; x++) {
      const at = y * stride + x * channels;
      samples.push([(pixels[at] ?? 0) / 255, (pixels[at + 1] ?? 0) / 255, (pixels[at + 2] ?? 0) / 255]);
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
