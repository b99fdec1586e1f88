import type { Pdfium } from "../engine/engine.ts";

/** The only format of the engine's bitmaps with an opacity (`fpdfview.h`), in the last of four bytes. */
const withOpacity = 4;

/** Minimum mean opacity, of 255, of an image that covers what is below it. */
const leastOpacity = 250;

/** Number of rows and columns in which an image is examined. */
const samples = 40;

/** The handles of what an image is in. */
interface Drawn {
  readonly document: number;
  readonly page: number;
}

/** False for an image or shading that lets what is below it shine through: by its state, or by its own mask. */
export function isOpaqueImage(engine: Pdfium, image: number, { document, page }: Drawn): boolean {
  if (engine.FPDFPageObj_HasTransparency(image)) return false;
  const bitmap = engine.FPDFImageObj_GetRenderedBitmap(document, page, image);
  // A shading, or an image that the engine cannot draw alone.
  if (bitmap === 0) return true;
  try {
    return engine.FPDFBitmap_GetFormat(bitmap) !== withOpacity || meanOpacity(engine, bitmap) >= leastOpacity;
  } finally {
    engine.FPDFBitmap_Destroy(bitmap);
  }
}

function meanOpacity(engine: Pdfium, bitmap: number): number {
  const [widthPx, heightPx] = [engine.FPDFBitmap_GetWidth(bitmap), engine.FPDFBitmap_GetHeight(bitmap)];
  const [start, stride] = [engine.FPDFBitmap_GetBuffer(bitmap), engine.FPDFBitmap_GetStride(bitmap)];
  let sum = 0;
  for (let row = 0; row < samples; row += 1) {
    const line = start + Math.floor(((row + 0.5) * heightPx) / samples) * stride;
    for (let column = 0; column < samples; column += 1) {
      sum += engine.pdfium.HEAPU8[line + Math.floor(((column + 0.5) * widthPx) / samples) * 4 + 3] ?? 0;
    }
  }
  return sum / (samples * samples);
}
