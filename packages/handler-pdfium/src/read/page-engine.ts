import { encodePixels, type FitLimits } from "@reader/image-fit";
import { isOneColour, maxDotsPerInchOfPart, pageScale } from "@reader/pdf-pages/document";
import { type PageEngine, recognitionScale } from "@reader/pdf-pages/read";
import type { OpenedDocument } from "../document/opened-document.ts";
import { drawColour, drawGrey } from "../engine/draw.ts";
import { notePageFault, type Pdfium } from "../engine/engine.ts";
import { geometryOf, type PageGeometry } from "../extract/geometry.ts";
import { findMissingGlyph } from "../extract/missing-glyphs.ts";
import { pageExtras } from "./page-extras.ts";

/** Long edge in pixels. Small, but a hairline still leaves a trace of grey. */
const previewSidePx = 200;
const previewLimits = { nativeSidePx: previewSidePx, maxSidePx: previewSidePx };

/** The size of a page, and the form whose fields are drawn on it. */
interface DrawnPage extends PageGeometry {
  readonly form: number;
}

/** Creates what only PDFium does with the pages of a document. */
export function createPageEngine(pdf: OpenedDocument): PageEngine {
  const { engine } = pdf;
  const measured = <Value>(number: number, use: (page: number, size: DrawnPage) => Value): Value =>
    pdf.withPage(number, ({ page }) => use(page, { ...geometryOf(engine, page), form: pdf.form() }));
  const lostLetterOf = (number: number): string | undefined =>
    pdf.withPage(number, (loaded) => findMissingGlyph(engine, loaded));
  return {
    notePageFault,
    // The engine does not say how much a page stores.
    contentBytes: () => 0,
    isBlank: (number) =>
      measured(number, (page, size) => {
        const scale = pageScale(size.widthPt, size.heightPt, previewLimits);
        return isOneColour({ data: drawGrey(engine, page, { ...size, scale }).data, channels: 1 });
      }),
    // The engine does not report damage inside a page, but an image that it cannot decode leaves a page blank.
    isBroken: (number, isBlank) => isBlank && measured(number, (page) => hasLostImage(engine, page)),
    hasLostFonts: () => false,
    image(number, limits) {
      const pixels = measured(number, (page, size) => {
        const scale = pageScale(size.widthPt, size.heightPt, limits);
        return drawColour(engine, page, { ...size, scale });
      });
      // Of a page without any glyph, an empty image comes with a notice: it is not blank.
      const isBlank = isOneColour(pixels) && lostLetterOf(number) === undefined;
      return isBlank ? Promise.resolve(undefined) : encodePixels(pixels, limits, { content: "photo" });
    },
    boxOf: (number) => measured(number, (_, { widthPt, heightPt }) => ({ x0: 0, y0: 0, x1: widthPt, y1: heightPt })),
    part: (number, { box, limits }) =>
      measured(number, (page, size) => drawColour(engine, page, { ...size, part: box, scale: partScale(box, limits) })),
    grey: (number) =>
      measured(number, (page, size) => {
        const scale = recognitionScale({ x0: 0, y0: 0, x1: size.widthPt, y1: size.heightPt });
        return { image: drawGrey(engine, page, { ...size, scale }), pointsPerPixel: 1 / scale };
      }),
    extras: (number) => Promise.resolve(pdf.withPage(number, ({ page }) => pageExtras(pdf, page))),
  };
}

/** Maximum number of images of a blank page that are decoded. */
const maxImages = 20;
const imageType = 3;

function hasLostImage(engine: Pdfium, page: number): boolean {
  const count = Math.min(maxImages, engine.FPDFPage_CountObjects(page));
  for (let index = 0; index < count; index += 1) {
    const object = engine.FPDFPage_GetObject(page, index);
    if (engine.FPDFPageObj_GetType(object) !== imageType) continue;
    const bitmap = engine.FPDFImageObj_GetBitmap(object);
    if (bitmap === 0) return true;
    engine.FPDFBitmap_Destroy(bitmap);
  }
  return false;
}

function partScale(
  box: { readonly x0: number; readonly y0: number; readonly x1: number; readonly y1: number },
  limits: FitLimits,
): number {
  return pageScale(box.x1 - box.x0, box.y1 - box.y0, { ...limits, dotsPerInch: maxDotsPerInchOfPart });
}
