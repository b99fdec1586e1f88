import type { Box } from "@reader/pdf-pages";
import type { Pdfium } from "../engine/engine.ts";
import { floatsAt, withMemory } from "../engine/memory.ts";

/** From the coordinates of a page in the file, with y upwards, to those of the page as displayed. */
export interface PageGeometry {
  readonly widthPt: number;
  readonly heightPt: number;
  readonly point: (x: number, y: number) => readonly [x: number, y: number];
  readonly box: (corners: readonly [left: number, bottom: number, right: number, top: number]) => Box;
}

/** Reads the box and the rotation of a page. */
export function geometryOf(engine: Pdfium, page: number): PageGeometry {
  const [left = 0, top = 0, right = 0, bottom = 0] = withMemory(engine, 16, (rect) => {
    engine.FPDF_GetPageBoundingBox(page, rect);
    return floatsAt(engine, rect, 4);
  });
  const quarters = engine.FPDFPage_GetRotation(page);
  const [width, height] = [right - left, top - bottom];
  const point = (x: number, y: number): readonly [number, number] => {
    if (quarters === 1) return [y - bottom, x - left];
    if (quarters === 2) return [right - x, y - bottom];
    return quarters === 3 ? [top - y, right - x] : [x - left, top - y];
  };
  return {
    widthPt: quarters % 2 === 0 ? width : height,
    heightPt: quarters % 2 === 0 ? height : width,
    point,
    box([x0, y0, x1, y1]) {
      const [ax, ay] = point(x0, y0);
      const [bx, by] = point(x1, y1);
      return { x0: Math.min(ax, bx), y0: Math.min(ay, by), x1: Math.max(ax, bx), y1: Math.max(ay, by) };
    },
  };
}
