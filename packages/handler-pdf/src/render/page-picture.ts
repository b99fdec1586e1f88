import { encodePixels, fitImage, type EncodedImage, type FitLimits, type RawPixels } from "@reader/image-fit";
import type { PDFPage } from "mupdf";
import { dropCropApart } from "./crop-apart.ts";
import { withPage } from "../document/with-page.ts";
import type { OpenedPdf } from "../document/opened-pdf.ts";
import { ownScan } from "./own-scan.ts";
import { isOneColour, renderPage } from "./render-page.ts";

/**
 * Makes the picture of a page, given by its number; none where nothing would be seen on it. The engine is used before the first wait only; encoding goes on
 * beside whatever the caller does next.
 */
export async function pagePicture(
  pdf: OpenedPdf,
  number: number,
  limits: FitLimits,
): Promise<EncodedImage | undefined> {
  const scan = withPage(pdf, number, (page) => ownScan(pdf.engine, pdf.document, page));
  if (scan === undefined) return drawnPicture(pdf, number, limits);
  try {
    return await fitImage(scan, limits, { content: "photo" });
  } catch {
    // What one decoder refuses the engine may still draw.
    return drawnPicture(pdf, number, limits);
  }
}

async function drawnPicture(pdf: OpenedPdf, number: number, limits: FitLimits): Promise<EncodedImage | undefined> {
  const pixels = withPage(pdf, number, (page) => seenPixels(pdf, page, limits));
  return pixels === undefined ? undefined : encodePixels(pixels, limits, { content: "photo" });
}

/** Nothing is seen of a page that is cropped to where it is not, either; that one is shown without. */
function seenPixels({ engine }: OpenedPdf, page: PDFPage, limits: FitLimits): RawPixels | undefined {
  const pixels = renderPage(engine, page, limits);
  if (!isOneColour(pixels)) return pixels;
  const whole = dropCropApart(page) ? renderPage(engine, page, limits) : undefined;
  return whole === undefined || isOneColour(whole) ? undefined : whole;
}
