import type { RecognisableImage } from "@reader/core/handler";
import { inkLevelsOf } from "./ink-levels.ts";

const paper = 255;

/** A picture turned about its centre, clockwise by an angle in radians; the ground of the page comes into its corners. */
export function straightened(image: RecognisableImage, radians: number): RecognisableImage {
  const { data, widthPx, heightPx } = image;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const [cx, cy] = [widthPx / 2, heightPx / 2];
  const straight = new Uint8Array(data.length).fill(inkLevelsOf(data).ground);
  for (let row = 0; row < heightPx; row++) {
    // From the middle of a pixel to the middle of the one that it shows.
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
  /** Of four pixels the left upper one. */
  readonly at: number;
  readonly widthPx: number;
  /** How far from it to the others, 0 to 1. */
  readonly across: number;
  readonly down: number;
}

function greyBetween(data: Uint8Array, { at, widthPx, across, down }: Between): number {
  const upper = (data[at] ?? paper) * (1 - across) + (data[at + 1] ?? paper) * across;
  const lower = (data[at + widthPx] ?? paper) * (1 - across) + (data[at + widthPx + 1] ?? paper) * across;
  return Math.round(upper * (1 - down) + lower * down);
}
