import type { PixelSize, RawPixels } from "../model/types.ts";

/** True if all pixels are the same. */
export function isOneColour({ data, channels }: RawPixels): boolean {
  for (let at = channels; at < data.length; at += 1) {
    if (data[at] !== data[at - channels]) return false;
  }
  return true;
}

/** Maximum number of sampled rows, enough to tell a screenshot from a photo. */
const maxSampleRows = 96;

/**
 * Returns the share of equal neighbouring pixels in rows, from 0 to 1. Screenshots, diagrams and scanned line art are
 * mostly flat; photos have sensor noise.
 */
function flatShare({ data, widthPx, heightPx, channels }: RawPixels): number {
  const rowStep = Math.max(1, Math.floor(heightPx / maxSampleRows));
  let [equal, pairs] = [0, 0];
  for (let row = 0; row < heightPx; row += rowStep) {
    const end = (row + 1) * widthPx * channels;
    for (let at = row * widthPx * channels + channels; at < end; at += channels) {
      pairs += 1;
      equal += isSame(data, at, channels) ? 1 : 0;
    }
  }
  return pairs === 0 ? 1 : equal / pairs;
}

/** Minimum flat share of drawings, even if scaled. Lossless photos stay below a quarter. */
const minFlatShare = 0.35;

/** True if an image is a screenshot or diagram rather than a photo. */
export function isDrawing(pixels: RawPixels): boolean {
  return flatShare(pixels) >= minFlatShare;
}

function isSame(data: Uint8Array, at: number, channels: number): boolean {
  for (let channel = 0; channel < channels; channel += 1) {
    if (data[at + channel] !== data[at + channel - channels]) return false;
  }
  return true;
}

const opaque = 255;

/** Removes an alpha channel that is fully opaque. */
export function withoutIdleAlpha(pixels: RawPixels): RawPixels {
  if (pixels.channels !== 4) return pixels;
  for (let at = 3; at < pixels.data.length; at += 4) if (pixels.data[at] !== opaque) return pixels;
  return flatten(pixels);
}

/**
 * Blends the pixels with white, or with dark grey if everything visible is nearly white, as in icons for dark pages.
 */
export function flatten(pixels: RawPixels): RawPixels {
  if (pixels.channels !== 4) return pixels;
  const { data, widthPx, heightPx } = pixels;
  const paper = isPale(data) ? 48 : 255;
  const flat = new Uint8Array(widthPx * heightPx * 3);
  for (let from = 0, to = 0; from < data.length; from += 4, to += 3) {
    const alpha = data[from + 3] ?? opaque;
    const rest = paper * (opaque - alpha);
    for (let channel = 0; channel < 3; channel += 1) {
      flat[to + channel] = Math.round(((data[from + channel] ?? 0) * alpha + rest) / opaque);
    }
  }
  return { data: flat, widthPx, heightPx, channels: 3 };
}

/** Minimum level of nearly white. Darker colours are visible on white. */
const paleLevel = 208;

/** True if everything visible is nearly white and something is transparent. */
function isPale(data: Uint8Array): boolean {
  let [seen, pale] = [0, 0];
  for (let at = 0; at < data.length; at += 4) {
    if ((data[at + 3] ?? 0) < opaque / 2) continue;
    seen += 1;
    const darkest = Math.min(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
    pale += darkest >= paleLevel ? 1 : 0;
  }
  const isSeeThrough = seen < data.length / 4;
  return isSeeThrough && seen > 0 && pale / seen > 0.95;
}

/** Width of the white gaps between tiles. */
const gapPx = 4;

/** Returns the largest tile size for which a square grid of `count` tiles fits in the long edge. */
export function tileSize(frame: PixelSize, count: number, longEdgePx: number): PixelSize {
  const columns = columnsFor(count);
  const room = Math.floor((longEdgePx - gapPx * (columns - 1)) / columns);
  const scale = Math.min(1, room / Math.max(frame.widthPx, frame.heightPx));
  return {
    widthPx: Math.max(1, Math.round(frame.widthPx * scale)),
    heightPx: Math.max(1, Math.round(frame.heightPx * scale)),
  };
}

/** Returns the number of columns of the grid: three for nine images. */
export function columnsFor(count: number): number {
  return Math.ceil(Math.sqrt(count));
}

/** Arranges images of one size in a grid on white. Reads them one by one, so that only one is in memory. */
export async function contactSheet(
  tiles: AsyncIterable<RawPixels>,
  tile: PixelSize,
  count: number,
): Promise<RawPixels> {
  const columns = columnsFor(count);
  const rows = Math.ceil(count / columns);
  const widthPx = columns * tile.widthPx + (columns - 1) * gapPx;
  const heightPx = rows * tile.heightPx + (rows - 1) * gapPx;
  const data = new Uint8Array(widthPx * heightPx * 3).fill(255);
  let index = 0;
  for await (const pixels of tiles) {
    const left = (index % columns) * (tile.widthPx + gapPx);
    const top = Math.floor(index / columns) * (tile.heightPx + gapPx);
    paste({ data, widthPx, heightPx, channels: 3 }, pixels, { left, top });
    index += 1;
  }
  return { data, widthPx, heightPx, channels: 3 };
}

/** Draws a tile, blending its alpha with the sheet. */
function paste(
  sheet: RawPixels,
  tile: RawPixels,
  { left, top }: { readonly left: number; readonly top: number },
): void {
  const { channels } = tile;
  for (let y = 0; y < tile.heightPx; y += 1) {
    for (let x = 0; x < tile.widthPx; x += 1) {
      const from = (y * tile.widthPx + x) * channels;
      const to = ((top + y) * sheet.widthPx + left + x) * 3;
      const alpha = channels === 4 ? (tile.data[from + 3] ?? 0) / 255 : 1;
      for (let channel = 0; channel < 3; channel += 1) {
        const value = tile.data[from + (channels === 1 ? 0 : channel)] ?? 0;
        sheet.data[to + channel] = Math.round(value * alpha + (sheet.data[to + channel] ?? 0) * (1 - alpha));
      }
    }
  }
}
