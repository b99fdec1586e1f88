import type { ColorSpace, Image, Matrix, PDFPage, Text } from "mupdf";
import type { PdfEngine } from "../../engine/engine.ts";

/** From here on a picture is the page. */
const minShare = 0.6;

/** A scan has a header or a stamp over it; with more text the picture is the ground of a poster. */
const maxTexts = 3;

/**
 * How many pixels a point the picture has that is nearly all of a page; `undefined` where none is. Programs that do not
 * know how large the paper was make a point of each pixel, and an ordinary sheet as large as a poster.
 */
export function scanDensity(engine: PdfEngine, page: PDFPage): number | undefined {
  const [x0, y0, x1, y1] = page.getBounds();
  const pageArea = (x1 - x0) * (y1 - y0);
  let density: number | undefined;
  let texts = 0;
  const note = (image: Image, [a, b, c, d]: Matrix): void => {
    const area = Math.abs(a * d - b * c);
    if (area >= pageArea * minShare) density = Math.sqrt((image.getWidth() * image.getHeight()) / area);
    image.destroy();
  };
  const device = new engine.Device({
    fillImage: note,
    fillImageMask(image: Image, matrix: Matrix, space: ColorSpace): void {
      space.destroy();
      note(image, matrix);
    },
    fillText(text: Text, _matrix: Matrix, space: ColorSpace): void {
      for (const object of [text, space]) object.destroy();
      texts += 1;
    },
  });
  try {
    page.run(device, engine.Matrix.identity);
    device.close();
  } finally {
    device.destroy();
  }
  return texts > maxTexts ? undefined : density;
}
