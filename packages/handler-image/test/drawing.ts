import sharp, { type Sharp } from "sharp";

/** A colour, red, green, blue. */
export type Colour = readonly [number, number, number];

/** RGB pixels, drawn point by point. */
export function pixelsOf(widthPx: number, heightPx: number, colourAt: (x: number, y: number) => Colour): Uint8Array {
  const data = new Uint8Array(widthPx * heightPx * 3);
  for (let y = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1) data.set(colourAt(x, y), (y * widthPx + x) * 3);
  }
  return data;
}

/** The pixels as an image that can be encoded. */
export function sharpOf(widthPx: number, heightPx: number, colourAt: (x: number, y: number) => Colour): Sharp {
  const data = pixelsOf(widthPx, heightPx, colourAt);
  return sharp(data, { raw: { width: widthPx, height: heightPx, channels: 3 } });
}

/** Four corners of different colours: red, green, blue and white, so that every turn shows. */
export function corners(widthPx: number, heightPx: number): (x: number, y: number) => Colour {
  return (x, y) => {
    const isRight = x >= widthPx / 2;
    if (y < heightPx / 2) return isRight ? [0, 200, 0] : [200, 0, 0];
    return isRight ? [255, 255, 255] : [0, 0, 200];
  };
}

/** Noise as a sensor makes it, the same every time. */
export function noise(seed = 1): (x: number, y: number) => Colour {
  return (x, y) => {
    let state = (x * 374_761_393 + y * 668_265_263 + seed * 2_147_483_647) >>> 0;
    const next = (): number => {
      state = Math.imul(state ^ (state >>> 13), 1_274_126_177) >>> 0;
      return 60 + (state % 140);
    };
    return [next(), next(), next()];
  };
}

/** A window with a title, lines of text and a button: flat colours. */
export function screenshot(x: number, y: number): Colour {
  if (y % 60 < 14) return [40, 70, 130];
  if (x % 90 > 60 && y % 60 > 44) return [30, 150, 60];
  return y % 8 === 3 && x % 5 !== 0 && x % 90 < 50 ? [20, 20, 20] : [245, 245, 245];
}
