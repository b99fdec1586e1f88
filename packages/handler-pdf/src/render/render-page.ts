import type { ColorSpace, PDFPage, Pixmap } from "mupdf";
import type { RecognisableImage } from "@reader/core/handler";
import type { FitLimits, RawPixels } from "@reader/image-fit";
import { dropCropApart } from "./crop-apart.ts";
import type { PdfEngine } from "../engine/engine.ts";
import type { Box } from "../model/page-content.ts";
import { drawArea } from "./draw-area.ts";
import { maxDotsPerInchOfPart, pageScale } from "./page-scale.ts";

/** Draws a page as it is printed, with annotations and the values of forms, as large as the model sees it. */
export function renderPage(engine: PdfEngine, page: PDFPage, limits: FitLimits): RawPixels {
  const [x0, y0, x1, y1] = page.getBounds();
  const scale = pageScale(x1 - x0, y1 - y0, limits);
  return taken(draw(engine, page, { scale, colours: engine.ColorSpace.DeviceRGB }));
}

/** A part of a page, in points. */
export interface RenderedPart {
  readonly box: Box;
  readonly limits: FitLimits;
}

/** Draws a part of a page as large as the model sees it. */
export function renderPart(engine: PdfEngine, page: PDFPage, { box, limits }: RenderedPart): RawPixels {
  const scale = pageScale(box.x1 - box.x0, box.y1 - box.y0, { ...limits, dotsPerInch: maxDotsPerInchOfPart });
  return taken(drawArea(engine, page, { box, scale }));
}

/** Where a page lies, as it is displayed. */
export function boxOfPage(page: PDFPage): Box {
  const [x0, y0, x1, y1] = page.getBounds();
  return { x0, y0, x1, y1 };
}

/** The pixels out of the engine's memory, which is freed. */
function taken(pixmap: Pixmap): RawPixels {
  try {
    return { data: copyOf(pixmap), widthPx: pixmap.getWidth(), heightPx: pixmap.getHeight(), channels: 3 };
  } finally {
    pixmap.destroy();
  }
}

/** The same in grey, by a scale in pixels a point. */
export function renderGreyPage(engine: PdfEngine, page: PDFPage, scale: number): RecognisableImage {
  const pixmap = draw(engine, page, { scale, colours: engine.ColorSpace.DeviceGray });
  try {
    return { data: copyOf(pixmap), widthPx: pixmap.getWidth(), heightPx: pixmap.getHeight() };
  } finally {
    pixmap.destroy();
  }
}

/** Small, but a hair line still leaves a trace of grey. */
const glanceSidePx = 200;

/** Whether nothing at all is on a page: drawn small, each point has the same colour. */
export function isBlankPage(engine: PdfEngine, page: PDFPage): boolean {
  const [x0, y0, x1, y1] = page.getBounds();
  const scale = pageScale(x1 - x0, y1 - y0, { nativeSidePx: glanceSidePx, maxSidePx: glanceSidePx });
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

interface Pixels {
  readonly data: Uint8Array | Uint8ClampedArray;
  readonly channels: number;
}

/** Whether each point has the same colour; most pictures show soon that they have not. */
export function isOneColour({ data, channels }: Pixels): boolean {
  for (let at = channels; at < data.length; at++) if (data[at] !== data[at - channels]) return false;
  return true;
}

interface Drawing {
  /** Pixels a point. */
  readonly scale: number;
  readonly colours: ColorSpace;
}

function draw(engine: PdfEngine, page: PDFPage, { scale, colours }: Drawing): Pixmap {
  return page.toPixmap(engine.Matrix.scale(scale, scale), colours, false, true);
}

/** The engine's memory moves when it grows, and what is drawn next may be written there. */
function copyOf(pixmap: Pixmap): Uint8Array {
  const pixels = pixmap.getPixels();
  return new Uint8Array(pixels.buffer.slice(pixels.byteOffset, pixels.byteOffset + pixels.byteLength));
}
