import type { Box } from "@reader/pdf-pages";
import type { Pdfium } from "../engine/engine.ts";
import { floatsAt, withMemory } from "../engine/memory.ts";

/** A transformation: `[a b c d e f]`. */
export type Matrix = readonly [number, number, number, number, number, number];

/** From the coordinates of a page in the file, with y upwards, to those of the page as displayed. */
export interface PageGeometry {
  readonly widthPt: number;
  readonly heightPt: number;
  readonly matrix: Matrix;
  readonly box: (corners: readonly [left: number, bottom: number, right: number, top: number]) => Box;
}

/** Reads the box and the rotation of a page. */
export function geometryOf(engine: Pdfium, page: number): PageGeometry {
  const corners = withMemory(engine, 16, (rect) => {
    engine.FPDF_GetPageBoundingBox(page, rect);
    return floatsAt(engine, rect, 4);
  });
  const [left = 0, top = 0, right = 0, bottom = 0] = corners;
  const quarters = engine.FPDFPage_GetRotation(page);
  const [width, height] = [right - left, top - bottom];
  const matrix = matrixOf(quarters, { x0: left, y0: bottom, x1: right, y1: top });
  return {
    widthPt: quarters % 2 === 0 ? width : height,
    heightPt: quarters % 2 === 0 ? height : width,
    matrix,
    box: ([x0, y0, x1, y1]) => boxThrough(matrix, { x0, y0, x1, y1 }),
  };
}

function matrixOf(quarters: number, { x0, y0, x1, y1 }: Box): Matrix {
  if (quarters === 1) return [0, 1, 1, 0, -y0, -x0];
  if (quarters === 2) return [-1, 0, 0, 1, x1, -y0];
  return quarters === 3 ? [0, -1, -1, 0, y1, x1] : [1, 0, 0, -1, -x0, y1];
}

/** Applies `one`, then `other`. */
export function times([a, b, c, d, e, f]: Matrix, [A, B, C, D, E, F]: Matrix): Matrix {
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F];
}

/** Returns the box around a transformed box. */
export function boxThrough([a, b, c, d, e, f]: Matrix, { x0, y0, x1, y1 }: Box): Box {
  const [ax0, ax1, cy0, cy1] = [a * x0, a * x1, c * y0, c * y1];
  const [bx0, bx1, dy0, dy1] = [b * x0, b * x1, d * y0, d * y1];
  return {
    x0: Math.min(ax0, ax1) + Math.min(cy0, cy1) + e,
    y0: Math.min(bx0, bx1) + Math.min(dy0, dy1) + f,
    x1: Math.max(ax0, ax1) + Math.max(cy0, cy1) + e,
    y1: Math.max(bx0, bx1) + Math.max(dy0, dy1) + f,
  };
}
