import type { PDFPage, Pixmap } from "mupdf";
import type { PdfEngine } from "../engine/engine.ts";
import type { Box } from "../model/page-content.ts";

/** A part of a page in points, and how many pixels a point has. */
export interface Area {
  readonly box: Box;
  readonly scale: number;
}

/** Draws a part of a page in colour on white, with annotations; the pixels are to be freed. */
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

/** The whole pixels that a box touches. */
export function scaledBox(box: Box, scale: number): Box {
  const { x0, y0, x1, y1 } = box;
  return {
    x0: Math.floor(x0 * scale),
    y0: Math.floor(y0 * scale),
    x1: Math.ceil(x1 * scale),
    y1: Math.ceil(y1 * scale),
  };
}

function pixelBounds(box: Box, scale: number): [number, number, number, number] {
  const { x0, y0, x1, y1 } = scaledBox(box, scale);
  return [x0, y0, Math.max(x1, x0 + 1), Math.max(y1, y0 + 1)];
}
