import type { Box, DrawnPart, GreyPixels, PartPixels } from "@reader/pdf-pages";
import { scaledBox } from "@reader/pdf-pages";
import type { RawPixels } from "@reader/image-fit";
import type { Pdfium } from "./engine.ts";

/** The size of a page as displayed. */
interface PageSize {
  readonly widthPt: number;
  readonly heightPt: number;
  /** The handle of the form, whose fields are drawn; 0 if there is none. */
  readonly form: number;
}

/** Flags of `FPDF_RenderPageBitmap`: with annotations, and red first. */
const withAnnotations = 0x01;
const redFirst = 0x10;
const white = 0xff_ff_ff_ff;

/** An area in pixels of the whole page, drawn at a scale. */
interface Drawing extends PageSize {
  readonly scale: number;
  readonly area: Box;
}

/** Draws on white and calls `use` with the pixels, four bytes each, which are freed afterwards. */
function withBitmap<Value>(
  engine: Pdfium,
  page: number,
  { widthPt, heightPt, form, scale, area, use }: Drawing & { readonly use: (pixels: Uint8Array, size: Size) => Value },
): Value {
  const widthPx = Math.max(1, area.x1 - area.x0);
  const heightPx = Math.max(1, area.y1 - area.y0);
  const bitmap = engine.FPDFBitmap_Create(widthPx, heightPx, 0);
  if (bitmap === 0) throw new Error("The PDF engine has no memory for the image of a page.");
  try {
    engine.FPDFBitmap_FillRect(bitmap, 0, 0, widthPx, heightPx, white);
    const whole = [Math.max(1, Math.round(widthPt * scale)), Math.max(1, Math.round(heightPt * scale))] as const;
    engine.FPDF_RenderPageBitmap(bitmap, page, -area.x0, -area.y0, ...whole, 0, withAnnotations | redFirst);
    // The engine counts form fields as none of the annotations.
    if (form !== 0) engine.FPDF_FFLDraw(form, bitmap, page, -area.x0, -area.y0, ...whole, 0, redFirst);
    const start = engine.FPDFBitmap_GetBuffer(bitmap);
    const stride = engine.FPDFBitmap_GetStride(bitmap);
    const pixels = engine.pdfium.HEAPU8.subarray(start, start + stride * heightPx);
    return use(pixels, { widthPx, heightPx, stride });
  } finally {
    engine.FPDFBitmap_Destroy(bitmap);
  }
}

interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly stride: number;
}

/** A part of a pixel this small is due to rounding. */
const slack = 0.001;

function wholeArea({ widthPt, heightPt }: Pick<PageSize, "widthPt" | "heightPt">, scale: number): Box {
  return { x0: 0, y0: 0, x1: Math.ceil(widthPt * scale - slack), y1: Math.ceil(heightPt * scale - slack) };
}

/** Draws a page, or a part of it in points, in colour. */
export function drawColour(
  engine: Pdfium,
  page: number,
  { scale, part, ...size }: PageSize & { readonly scale: number; readonly part?: Box },
): RawPixels {
  const area = part === undefined ? wholeArea(size, scale) : scaledBox(part, scale);
  return withBitmap(engine, page, {
    ...size,
    scale,
    area,
    use: (pixels, { widthPx, heightPx, stride }) => ({
      data: channelsOf(pixels, { widthPx, heightPx, stride }),
      widthPx,
      heightPx,
      channels: 3,
    }),
  });
}

/** Draws a part of a page for checks. */
export function drawArea(engine: Pdfium, page: number, { box, scale, ...size }: PageSize & DrawnPart): PartPixels {
  const { x0, y0, x1, y1 } = scaledBox(box, scale);
  const area = { x0, y0, x1: Math.max(x1, x0 + 1), y1: Math.max(y1, y0 + 1) };
  const { data, widthPx } = drawColour(engine, page, { ...size, scale, part: box });
  return { data, stride: widthPx * 3, box: area };
}

/** Draws a page in grey. */
export function drawGrey(engine: Pdfium, page: number, size: PageSize & { readonly scale: number }): GreyPixels {
  const area = wholeArea(size, size.scale);
  return withBitmap(engine, page, {
    ...size,
    area,
    use(pixels, { widthPx, heightPx, stride }) {
      const data = new Uint8Array(widthPx * heightPx);
      for (let y = 0, to = 0; y < heightPx; y += 1) {
        for (let from = y * stride, end = from + widthPx * 4; from < end; from += 4, to += 1) {
          const [red, green, blue] = [pixels[from] ?? 0, pixels[from + 1] ?? 0, pixels[from + 2] ?? 0];
          data[to] = (red * 77 + green * 151 + blue * 28) >> 8;
        }
      }
      return { data, widthPx, heightPx };
    },
  });
}

/** Copies three of four channels. */
function channelsOf(pixels: Uint8Array, { widthPx, heightPx, stride }: Size): Uint8Array {
  const data = new Uint8Array(widthPx * heightPx * 3);
  for (let y = 0, to = 0; y < heightPx; y += 1) {
    for (let from = y * stride, end = from + widthPx * 4; from < end; from += 4, to += 3) {
      data[to] = pixels[from] ?? 0;
      data[to + 1] = pixels[from + 1] ?? 0;
      data[to + 2] = pixels[from + 2] ?? 0;
    }
  }
  return data;
}
