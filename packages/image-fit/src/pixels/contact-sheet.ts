import type { PixelSize, RawPixels } from "../model/types.ts";

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
