import type { Box, RecognisableImage } from "@reader/core/handler";

/** Ink that hangs together. */
export interface InkPiece {
  readonly box: Box;
  /** How many pixels of its box are ink. */
  readonly pixels: number;
}

/** Whether a grey is ink. */
export type IsInk = (grey: number) => boolean;

/** The share of a strip of print that is at least as unlike its ground as most of its ink. */
const inkShare = 0.03;

/** Where ink and ground differ by less, there is none. */
const minContrast = 40;

/** What is ink in a part of a picture, be it dark or light: half as far from the ground as its print. */
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

/** The pieces of ink in a part of a picture; what reaches beyond it is cut off. */
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

/** The piece that a cell is a part of, which is then gone from the cells. */
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

/** The value that so many of those counted are not above. */
function greyAt(counts: Uint32Array, wanted: number): number {
  let seen = 0;
  return Math.max(
    0,
    counts.findIndex((count) => (seen += count) >= wanted),
  );
}
