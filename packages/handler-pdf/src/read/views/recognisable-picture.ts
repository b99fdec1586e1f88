import type { RecognisableImage } from "@reader/core/handler";
import type { PDFPage } from "mupdf";
import type { PdfEngine } from "../../engine/engine.ts";
import { renderGreyPage } from "../../render/render-page.ts";

/** The picture of a page for a recogniser, and its scale. */
export interface RecognisablePicture {
  readonly image: RecognisableImage;
  readonly pointsPerPixel: number;
}

const pointsPerInch = 72;

/** What recognition of print gains from: see docs/ocr-quality.md. */
const dotsPerInch = 200;

/** Two pages of A4 at 300 dots an inch; a poster is drawn coarser, and its large print is still large enough. */
const maxPixels = 18e6;

/** Draws a page in grey for a recogniser. */
export function recognisablePicture(engine: PdfEngine, page: PDFPage): RecognisablePicture {
  const [x0, y0, x1, y1] = page.getBounds();
  const area = Math.max(1, (x1 - x0) * (y1 - y0));
  const scale = Math.min(dotsPerInch / pointsPerInch, Math.sqrt(maxPixels / area));
  return { image: renderGreyPage(engine, page, scale), pointsPerPixel: 1 / scale };
}
