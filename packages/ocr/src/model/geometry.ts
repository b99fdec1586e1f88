import type { Box, RecognisableImage } from "@reader/core/internal";

/** Clockwise rotation, in degrees, applied before recognition. */
export type Turn = 0 | 90 | 180 | 270;

interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Returns a function that maps boxes in an image, rotated by `turn` and deskewed by an angle in radians, to the
 * original image. A skewed box becomes its bounding box.
 */
export function boxMapper(
  { widthPx, heightPx }: Pick<RecognisableImage, "widthPx" | "heightPx">,
  turn: Turn,
  radians: number,
): (box: Box) => Box {
  const isSideways = turn === 90 || turn === 270;
  const [width, height] = isSideways ? [heightPx, widthPx] : [widthPx, heightPx];
  const size = { width, height };
  return ({ x0, y0, x1, y1 }) => {
    const corners: readonly Point[] = [
      { x: x0, y: y0 },
      { x: x1, y: y0 },
      { x: x0, y: y1 },
      { x: x1, y: y1 },
    ];
    const points = corners.map((corner) => turnedBack(rotated(corner, -radians, size), turn, size));
    return around(points, { width: widthPx, height: heightPx });
  };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Rotates around the centre, clockwise in screen coordinates. */
function rotated({ x, y }: Point, radians: number, { width, height }: Size): Point {
  if (radians === 0) return { x, y };
  const [cx, cy] = [width / 2, height / 2];
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  return { x: cx + (x - cx) * cos - (y - cy) * sin, y: cy + (x - cx) * sin + (y - cy) * cos };
}

/** Undoes a rotation. `size` is the size after the rotation. */
function turnedBack({ x, y }: Point, turn: Turn, { width, height }: Size): Point {
  switch (turn) {
    case 0:
      return { x, y };
    case 90:
      return { x: y, y: width - x };
    case 180:
      return { x: width - x, y: height - y };
    case 270:
      return { x: height - y, y: x };
  }
}

function around(points: readonly Point[], { width, height }: Size): Box {
  const xs = points.map(({ x }) => Math.min(width, Math.max(0, x)));
  const ys = points.map(({ y }) => Math.min(height, Math.max(0, y)));
  return {
    x0: Math.floor(Math.min(...xs)),
    y0: Math.floor(Math.min(...ys)),
    x1: Math.ceil(Math.max(...xs)),
    y1: Math.ceil(Math.max(...ys)),
  };
}

/** The image given to the engine, and its rotation. */
export interface PageView {
  readonly image: RecognisableImage;
  readonly turn: Turn;
}

/** Returns the image as the engine saw it, in the coordinates of its boxes. */
export function seenImage({ image, turn }: PageView): RecognisableImage {
  return turn === 180 ? { ...image, data: image.data.toReversed() } : image;
}
