import type { RecognisableImage } from "@reader/core/internal";
import type { FitLimits, RawPixels } from "@reader/image-fit";
import type { ColorSpace, PDFObject, PDFPage, Pixmap } from "mupdf";
import type { PdfEngine } from "../engine/engine.ts";
import { numberAt } from "../engine/pdf-objects.ts";
import { type Box, scaledBox } from "@reader/pdf-pages";
import { isOneColour, maxDotsPerInchOfPart, pageScale } from "@reader/pdf-pages/document";

/** Draws a page as printed, with annotations and form values, as large as the model sees it. */
export function renderPage(engine: PdfEngine, page: PDFPage, limits: FitLimits): RawPixels {
  const [x0, y0, x1, y1] = page.getBounds();
  const scale = pageScale(x1 - x0, y1 - y0, limits);
  return taken(draw(engine, page, { scale, colours: engine.ColorSpace.DeviceRGB }));
}

/** A part of a page, in points. */
interface RenderedPart {
  readonly box: Box;
  readonly limits: FitLimits;
}

/** Draws a part of a page as large as the model sees it. */
export function renderPart(engine: PdfEngine, page: PDFPage, { box, limits }: RenderedPart): RawPixels {
  const scale = pageScale(box.x1 - box.x0, box.y1 - box.y0, { ...limits, dotsPerInch: maxDotsPerInchOfPart });
  return taken(drawArea(engine, page, { box, scale }));
}

/** Returns the box of a page as displayed. */
export function boxOfPage(page: PDFPage): Box {
  const [x0, y0, x1, y1] = page.getBounds();
  return { x0, y0, x1, y1 };
}

/** Copies the pixels out of the engine's memory and frees it. */
function taken(pixmap: Pixmap): RawPixels {
  try {
    return { data: copyOf(pixmap), widthPx: pixmap.getWidth(), heightPx: pixmap.getHeight(), channels: 3 };
  } finally {
    pixmap.destroy();
  }
}

/** Draws a page in grey at a scale in pixels per point. */
export function renderGreyPage(engine: PdfEngine, page: PDFPage, scale: number): RecognisableImage {
  const pixmap = draw(engine, page, { scale, colours: engine.ColorSpace.DeviceGray });
  try {
    return { data: copyOf(pixmap), widthPx: pixmap.getWidth(), heightPx: pixmap.getHeight() };
  } finally {
    pixmap.destroy();
  }
}

/** Long edge in pixels. Small, but a hairline still leaves a trace of grey. */
const previewSidePx = 200;

/** True if a page is blank: drawn small, all pixels have the same colour. */
export function isBlankPage(engine: PdfEngine, page: PDFPage): boolean {
  const [x0, y0, x1, y1] = page.getBounds();
  const scale = pageScale(x1 - x0, y1 - y0, { nativeSidePx: previewSidePx, maxSidePx: previewSidePx });
  const isBlank = (): boolean => {
    const pixmap = draw(engine, page, { scale, colours: engine.ColorSpace.DeviceGray });
    try {
      return isOneColour({ data: pixmap.getPixels(), channels: 1 });
    } finally {
      pixmap.destroy();
    }
  };
  return isBlank() && (!dropCropApart(page) || isBlank());
}

interface Drawing {
  /** In pixels per point. */
  readonly scale: number;
  readonly colours: ColorSpace;
}

function draw(engine: PdfEngine, page: PDFPage, { scale, colours }: Drawing): Pixmap {
  return page.toPixmap(engine.Matrix.scale(scale, scale), colours, false, true);
}

/** A copy, because the engine's memory moves when it grows and is reused by later drawing. */
function copyOf(pixmap: Pixmap): Uint8Array {
  const pixels = pixmap.getPixels();
  return new Uint8Array(pixels.buffer.slice(pixels.byteOffset, pixels.byteOffset + pixels.byteLength));
}

/** A part of a page in points, and the scale in pixels per point. */
interface Area {
  readonly box: Box;
  readonly scale: number;
}

/** Draws a part of a page in colour on white, with annotations. The caller frees the pixels. */
export function drawArea(engine: PdfEngine, page: PDFPage, { box, scale }: Area): Pixmap {
  const pixmap = new engine.Pixmap(engine.ColorSpace.DeviceRGB, pixelBounds(box, scale), false);
  try {
    pixmap.clear(255);
    const device = new engine.DrawDevice(engine.Matrix.scale(scale, scale), pixmap);
    try {
      page.run(device, engine.Matrix.identity);
      device.close();
    } finally {
      device.destroy();
    }
    return pixmap;
  } catch (error) {
    pixmap.destroy();
    throw error;
  }
}

function pixelBounds(box: Box, scale: number): [number, number, number, number] {
  const { x0, y0, x1, y1 } = scaledBox(box, scale);
  return [x0, y0, Math.max(x1, x0 + 1), Math.max(y1, y0 + 1)];
}

/** The corners of a box in file order. */
type Corners = readonly [number, number, number, number];

/**
 * Removes a crop box that does not overlap the page. The engine measures such a page without it, as Acrobat and Firefox
 * show it, and reads its text, but draws nothing. Returns whether there was one.
 */
export function dropCropApart(page: PDFPage): boolean {
  const object = page.getObject();
  try {
    const crop = cornersOf(object, "CropBox");
    const media = cornersOf(object, "MediaBox");
    if (crop === undefined || media === undefined || doMeet(crop, media)) return false;
    page.setPageBox("CropBox", page.getBounds());
    return true;
  } finally {
    object.destroy();
  }
}

function cornersOf(page: PDFObject, key: string): Corners | undefined {
  const box = page.getInheritable(key);
  try {
    if (!box.isArray() || box.length !== 4) return undefined;
    const [a = 0, b = 0, c = 0, d = 0] = [0, 1, 2, 3].map((index) => numberAt(box, index));
    return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
  } finally {
    box.destroy();
  }
}

function doMeet([x0, y0, x1, y1]: Corners, [left, bottom, right, top]: Corners): boolean {
  return x0 < right && x1 > left && y0 < top && y1 > bottom;
}
