import type { Box, RecognisableImage } from "@reader/core/internal";

/** A connected component of ink. */
export interface InkPiece {
  readonly box: Box;
  /** Number of ink pixels. */
  readonly pixels: number;
}

/** Returns true if a grey is ink. */
export type IsInk = (grey: number) => boolean;

/** Quantile of the distance to the background that is taken as ink contrast. */
const inkShare = 0.03;

/** Minimum contrast between ink and background. */
const minContrast = 40;

/**
 * Creates the ink test for a region, for dark or light print: ink is more than half the contrast away from the
 * background.
 */
export function inkOf(image: RecognisableImage, part: Box): IsInk {
  const counts = countsOf(image, part);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const ground = greyAt(counts, total / 2);
  const distances = counts.reduce((all, count, grey) => {
    const distance = Math.abs(grey - ground);
    all[distance] = (all[distance] ?? 0) + count;
    return all;
  }, new Uint32Array(256));
  const contrast = greyAt(distances, total * (1 - inkShare));
  return contrast < minContrast ? () => false : (grey) => Math.abs(grey - ground) * 2 > contrast;
}

/** Returns the connected components of ink in a region, clipped to it. */
export function inkPiecesIn(image: RecognisableImage, part: Box, isInk: IsInk): readonly InkPiece[] {
  const [left, top] = [part.x0, part.y0];
  const [across, down] = [part.x1 - left, part.y1 - top];
  const cells = new Uint8Array(across * down);
  for (let cell = 0; cell < cells.length; cell++) {
    const at = (top + Math.floor(cell / across)) * image.widthPx + left + (cell % across);
    if (isInk(image.data[at] ?? 0)) cells[cell] = 1;
  }
  const pieces: InkPiece[] = [];
  for (let cell = cells.indexOf(1); cell !== -1; cell = cells.indexOf(1, cell + 1)) {
    const { box, pixels } = takePiece(cells, across, cell);
    const placed = { x0: left + box.x0, y0: top + box.y0, x1: left + box.x1, y1: top + box.y1 };
    pieces.push({ box: placed, pixels });
  }
  return pieces;
}

/** Takes the component with a cell out of the grid. */
function takePiece(cells: Uint8Array, across: number, start: number): InkPiece {
  const open = [start];
  cells[start] = 0;
  let pixels = 0;
  let [x0, y0, x1, y1] = [across, cells.length, 0, 0];
  for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
    pixels += 1;
    const [x, y] = [cell % across, Math.floor(cell / across)];
    [x0, y0, x1, y1] = [Math.min(x0, x), Math.min(y0, y), Math.max(x1, x + 1), Math.max(y1, y + 1)];
    const [first, last] = [Math.max(0, x - 1), Math.min(across - 1, x + 1)];
    for (let row = y - 1; row <= y + 1; row++) {
      for (let next = row * across + first; next <= row * across + last; next++) {
        if (cells[next] !== 1) continue;
        cells[next] = 0;
        open.push(next);
      }
    }
  }
  return { box: { x0, y0, x1, y1 }, pixels };
}

function countsOf({ data, widthPx }: RecognisableImage, { x0, y0, x1, y1 }: Box): Uint32Array {
  const counts = new Uint32Array(256);
  for (let y = y0; y < y1; y++) {
    for (let at = y * widthPx + x0; at < y * widthPx + x1; at++) {
      const grey = data[at] ?? 0;
      counts[grey] = (counts[grey] ?? 0) + 1;
    }
  }
  return counts;
}

/** Returns the value at a number of counts, from the lowest. */
function greyAt(counts: Uint32Array, wanted: number): number {
  let seen = 0;
  return Math.max(
    0,
    counts.findIndex((count) => (seen += count) >= wanted),
  );
}
