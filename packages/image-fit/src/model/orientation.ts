import type { PixelSize, RawPixels, Region } from "./types.ts";

/** EXIF orientation, 1 to 8: 1 is as stored, 5 to 8 swap the sides. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** Returns the orientation with this number, or 1 if it is invalid. */
export function orientationOf(value: number | undefined): Orientation {
  const orientation = ([1, 2, 3, 4, 5, 6, 7, 8] as const).find((each) => each === value);
  return orientation ?? 1;
}

/** Converts a stored size to the displayed size, or back. */
export function turnedSize({ widthPx, heightPx }: PixelSize, orientation: Orientation): PixelSize {
  return orientation < 5 ? { widthPx, heightPx } : { widthPx: heightPx, heightPx: widthPx };
}

/** Whether an orientation mirrors horizontally and vertically, after any swap of the sides. */
const mirrored: Readonly<Record<Orientation, readonly [x: boolean, y: boolean]>> = {
  1: [false, false],
  2: [true, false],
  3: [true, true],
  4: [false, true],
  5: [false, false],
  6: [true, false],
  7: [true, true],
  8: [false, true],
};

/** Returns the region of the stored image that is displayed as `region`. */
export function storedRegion(region: Region, displayed: PixelSize, orientation: Orientation): Region {
  const [mirrorsX, mirrorsY] = mirrored[orientation];
  const { widthPx, heightPx } = region;
  const xPx = mirrorsX ? displayed.widthPx - region.xPx - widthPx : region.xPx;
  const yPx = mirrorsY ? displayed.heightPx - region.yPx - heightPx : region.yPx;
  return orientation < 5
    ? { xPx, yPx, widthPx, heightPx }
    : { xPx: yPx, yPx: xPx, widthPx: heightPx, heightPx: widthPx };
}

/** Rotates and mirrors stored pixels as displayed. */
export function turnPixels(pixels: RawPixels, orientation: Orientation): RawPixels {
  if (orientation === 1) return pixels;
  const { widthPx, heightPx } = turnedSize(pixels, orientation);
  const [mirrorsX, mirrorsY] = mirrored[orientation];
  const { data, channels, widthPx: storedWidthPx } = pixels;
  const [acrossStep, downStep] = orientation < 5 ? [1, storedWidthPx] : [storedWidthPx, 1];
  const turned = new Uint8Array(data.length);
  let to = 0;
  for (let y = 0; y < heightPx; y += 1) {
    const row = (mirrorsY ? heightPx - 1 - y : y) * downStep;
    for (let x = 0; x < widthPx; x += 1) {
      const from = (row + (mirrorsX ? widthPx - 1 - x : x) * acrossStep) * channels;
      for (let channel = 0; channel < channels; channel += 1) turned[to + channel] = data[from + channel] ?? 0;
      to += channels;
    }
  }
  return { data: turned, widthPx, heightPx, channels };
}
