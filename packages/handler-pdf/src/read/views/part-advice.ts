import { notice, type Notice } from "@reader/core/handler";
import { pageScale } from "@reader/pdf-pages/document";
import type { FitLimits } from "@reader/image-fit";
import type { PartAdvice } from "@reader/pdf-pages/read";
import type { ColorSpace, Image, Matrix, PDFPage, Text } from "mupdf";
import type { OpenedPdf } from "../../document/opened-pdf.ts";
import { notePageFault, type PdfEngine } from "../../engine/engine.ts";
import { boxOfPage } from "../../render/render-page.ts";

/** With fewer pixels per point, eight-point print is less than six pixels high. */
const minReadableScale = 0.7;

/** Maximum reduction at which a scan stays readable, whatever paper size the document states. */
const mostReadableReduction = 4;

/** Pixels per point at which the smallest print is readable. */
const goodScale = 1.5;

/** Creates the advice for pages shown as images within these limits. */
export function createPartAdvice(pdf: OpenedPdf, limits: FitLimits | undefined): PartAdvice {
  let hasTold = false;
  return {
    of(number) {
      if (hasTold || limits === undefined) return [];
      const advice = adviceOn(pdf, number, limits);
      hasTold = advice.length > 0;
      return advice;
    },
  };
}

function adviceOn(pdf: OpenedPdf, number: number, limits: FitLimits): readonly Notice[] {
  try {
    const page = pdf.pages.load(number);
    const { x0, y0, x1, y1 } = boxOfPage(page);
    const [widthPt, heightPt] = [Math.round(x1 - x0), Math.round(y1 - y0)];
    const scale = pageScale(widthPt, heightPt, limits);
    if (scale >= minReadableScale) return [];
    const density = scanDensity(pdf.engine, page);
    if (density !== undefined && density / scale < mostReadableReduction) return [];
    const sidePt = Math.floor(Math.min(limits.nativeSidePx, limits.maxSidePx) / goodScale);
    const select = `0,0,${Math.min(widthPt, sidePt)},${Math.min(heightPt, sidePt)}`;
    return [
      notice(
        `Page ${number} has ${widthPt} × ${heightPt} points and is shown at ${scale.toFixed(2)} pixels a point: small print cannot be read at this size. Send pages "${number}" with select "${select}" (x,y,width,height in points) for that part at full size, then the others.`,
      ),
    ];
  } catch (error) {
    notePageFault(error);
    return [];
  }
}

/** Minimum share of an image that makes the page a scan. */
const minShare = 0.6;

/** Maximum number of texts on a scan: a header or a stamp. With more, the image is the background of a poster. */
const maxTexts = 3;

/**
 * Returns the pixels per point of an image that covers nearly the whole page, or `undefined`. Programs that do not know
 * the paper size use a point per pixel, so that an ordinary sheet is as large as a poster.
 */
function scanDensity(engine: PdfEngine, page: PDFPage): number | undefined {
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
