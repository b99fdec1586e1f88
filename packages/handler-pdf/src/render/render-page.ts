import { ReadError, type RecognisableImage } from "@reader/core/handler";
import type { FitLimits, RawPixels } from "@reader/image-fit";
import type { ColorSpace, PDFObject, PDFPage, Pixmap } from "mupdf";
import type { PdfEngine } from "../engine/engine.ts";
import { numberAt } from "../engine/pdf-objects.ts";
import type { Box } from "../model/page-content.ts";

/** Draws a page as it is printed, with annotations and the values of forms, as large as the model sees it. */
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

/** What print takes for sharp; a stamp is not blown up to a poster. */
const maxDotsPerInch = 300;

/** A poster without a limit of the model's is still drawn in memory: 40 megapixels are 120 MB. */
const maxPixels = 40e6;

const pointsPerInch = 72;

/** A part of a page that was asked for is to show what is too small to be read otherwise. */
const maxDotsPerInchOfPart = 600;

/** What the picture must be, and how sharp it may be at most where that is not what print takes. */
interface ScaleLimits extends Pick<FitLimits, "nativeSidePx" | "maxSidePx"> {
  readonly dotsPerInch?: number;
}

/** Pixels a point, so that the long edge of a page is as long as the model sees without scaling it down. */
export function pageScale(widthPt: number, heightPt: number, limits: ScaleLimits): number {
  const { dotsPerInch = maxDotsPerInch } = limits;
  const longEdgePx = Math.min(limits.nativeSidePx, limits.maxSidePx);
  return Math.min(
    longEdgePx / Math.max(widthPt, heightPt, 1),
    dotsPerInch / pointsPerInch,
    Math.sqrt(maxPixels / Math.max(widthPt * heightPt, 1)),
  );
}

/** A part of a page in points, and how many pixels a point has. */
interface Area {
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

/** A part of a page in points, from the top left of the page as it is displayed. */
export interface PagePart {
  readonly xPt: number;
  readonly yPt: number;
  readonly widthPt: number;
  readonly heightPt: number;
}

const number = String.raw`\s*(\d{1,6}(?:\.\d{1,20})?)\s*`;
const partPattern = new RegExp(`^${[number, number, number, number].join(",")}$`);

/** The part of a page that `select` names as `x,y,width,height`; `undefined` where it names something else. */
export function pagePartOf(select: string | undefined): PagePart | undefined {
  const [xPt, yPt, widthPt, heightPt] =
    partPattern
      .exec(select ?? "")
      ?.slice(1)
      .map(Number) ?? [];
  if (xPt === undefined || yPt === undefined || widthPt === undefined || heightPt === undefined) return undefined;
  return { xPt, yPt, widthPt, heightPt };
}

/** What of a part lies on a page of this place and size. Throws `out-of-range` where nothing does. */
export function boxOfPart({ xPt, yPt, widthPt, heightPt }: PagePart, page: Box): Box {
  const [x0, y0] = [page.x0 + xPt, page.y0 + yPt];
  const box = { x0, y0, x1: Math.min(page.x1, x0 + widthPt), y1: Math.min(page.y1, y0 + heightPt) };
  if (box.x1 - box.x0 >= 1 && box.y1 - box.y0 >= 1) return box;
  const size = `${Math.round(page.x1 - page.x0)} × ${Math.round(page.y1 - page.y0)}`;
  throw new ReadError("out-of-range", `The part ${[xPt, yPt, widthPt, heightPt].join(",")} is not on the page.`, {
    hint: `Send select "x,y,width,height" in points from the top left of the page, which has ${size}.`,
  });
}

/** The corners of a box in the order in which the file has them. */
type Corners = readonly [number, number, number, number];

/**
 * Takes away a crop box that shares nothing with the page. The engine measures such a page without it, as Acrobat and
 * Firefox show it, and reads its text, but draws nothing of it. Says whether there was one.
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
