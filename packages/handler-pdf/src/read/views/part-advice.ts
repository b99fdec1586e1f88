import { notice, type Notice } from "@reader/core/handler";
import type { FitLimits } from "@reader/image-fit";
import type { ColorSpace, Image, Matrix, PDFPage, Text } from "mupdf";
import { type OpenedPdf, withPage } from "../../document/opened-pdf.ts";
import { notePageFault, type PdfEngine } from "../../engine/engine.ts";
import { boxOfPage, pageScale } from "../../render/render-page.ts";

/** At fewer pixels a point, print of eight points is less than six pixels high. */
const minReadableScale = 0.7;

/** A scan that is made smaller by less is seen well enough, whatever the document says of the size of its paper. */
const mostReadableReduction = 4;

/** At so many the smallest print is read. */
const goodScale = 1.5;

/** Tells, once in a read, how the small print of a page that is shown very small is read. */
export interface PartAdvice {
  of(number: number): readonly Notice[];
}

/** Advice on the pages of a document that are shown as pictures within these limits. */
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
    const { x0, y0, x1, y1 } = withPage(pdf, number, boxOfPage);
    const [widthPt, heightPt] = [Math.round(x1 - x0), Math.round(y1 - y0)];
    const scale = pageScale(widthPt, heightPt, limits);
    if (scale >= minReadableScale) return [];
    const density = withPage(pdf, number, (page) => scanDensity(pdf.engine, page));
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

/** From here on a picture is the page. */
const minShare = 0.6;

/** A scan has a header or a stamp over it; with more text the picture is the ground of a poster. */
const maxTexts = 3;

/**
 * How many pixels a point the picture has that is nearly all of a page; `undefined` where none is. Programs that do not
 * know how large the paper was make a point of each pixel, and an ordinary sheet as large as a poster.
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
