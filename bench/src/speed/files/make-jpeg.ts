import sharp from "sharp";

/** Noise of this size, enlarged: the detail of a photograph, which plain colours do not have. */
const grainPx = 512;

/** A JPEG of so many megapixels, four wide to three high, as a camera makes it. */
export async function makeJpeg(megapixels: number): Promise<Uint8Array> {
  const height = Math.round(Math.sqrt((megapixels * 1e6 * 3) / 4));
  const width = Math.round((height * 4) / 3);
  const pixels = new Uint8Array(grainPx * grainPx * 3);
  let state = 1;
  for (let at = 0; at < pixels.length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    pixels[at] = ((at >> 3) & 0x7f) + (state >>> 25);
  }
  const raw = { width: grainPx, height: grainPx, channels: 3 } as const;
  const enlarged = sharp(pixels, { raw }).resize(width, height, { fit: "fill", kernel: "cubic" });
  return enlarged.jpeg({ quality: 90 }).toBuffer();
}
