import { encodePixels, type EncodedImage, fitImage, type FitLimits, type RawPixels } from "@reader/image-fit";
import { isOneColour } from "@reader/pdf-pages/document";
import type { Image, Matrix, PDFDocument, PDFObject, PDFPage } from "mupdf";
import type { OpenedPdf } from "../../document/opened-pdf.ts";
import { countEngineFailure, type PdfEngine } from "../../engine/engine.ts";
import { hasAt, numberAt, referenceOf, textAt, withObject } from "../../engine/pdf-objects.ts";
import { dropCropApart, renderPage } from "../../render/render-page.ts";

/**
 * Draws a page by number. Returns nothing if the page is blank. The engine is only used before the first `await`, so
 * the caller may use it while encoding continues.
 */
export async function pageImage(pdf: OpenedPdf, number: number, limits: FitLimits): Promise<EncodedImage | undefined> {
  const page = pdf.pages.load(number);
  const scan = ownScan(pdf.engine, pdf.document, page);
  if (scan === undefined) return drawnImage(pdf, page, limits);
  try {
    return await fitImage(scan, limits, { content: "photo" });
  } catch {
    // The engine may draw what another decoder rejects.
    return drawnImage(pdf, page, limits);
  }
}

async function drawnImage(pdf: OpenedPdf, page: PDFPage, limits: FitLimits): Promise<EncodedImage | undefined> {
  const pixels = visiblePixels(pdf, page, limits);
  return pixels === undefined ? undefined : encodePixels(pixels, limits, { content: "photo" });
}

/** A page cropped to an area outside it appears blank, so it is drawn without that crop box. */
function visiblePixels({ engine }: OpenedPdf, page: PDFPage, limits: FitLimits): RawPixels | undefined {
  const pixels = renderPage(engine, page, limits);
  if (!isOneColour(pixels)) return pixels;
  const whole = dropCropApart(page) ? renderPage(engine, page, limits) : undefined;
  return whole === undefined || isOneColour(whole) ? undefined : whole;
}

/** Maximum distance of the image from the edges of the page, as a share of the page. */
const maxMargin = 0.02;
/** Maximum difference between the aspect ratios of the image and of its place. */
const maxDistortion = 0.03;

/**
 * Returns the JPEG of a page that is a single upright scan of the whole page with unmodified colours. There may be
 * invisible text, as OCR programs add behind a scan. Returns `undefined` for any other page.
 */
function ownScan(engine: PdfEngine, document: PDFDocument, page: PDFPage): Uint8Array | undefined {
  const object = page.getObject();
  try {
    const number = onlyImage(object);
    if (number === undefined) return undefined;
    const size = soleImage(engine, page);
    return size === undefined ? undefined : jpegOf(document, number, size);
  } catch (error) {
    countEngineFailure(error);
    return undefined;
  } finally {
    object.destroy();
  }
}

/** Returns the object of the only image in the resources of a page. */
function onlyImage(page: PDFObject): number | undefined {
  const resources = page.getInheritable("Resources");
  try {
    return withObject(resources, ["XObject"], (dictionary) => {
      const numbers: (number | undefined)[] = [];
      dictionary.forEach((value) => {
        numbers.push(referenceOf(value));
        value.destroy();
      });
      return numbers.length === 1 ? numbers[0] : undefined;
    });
  } finally {
    resources.destroy();
  }
}

interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Returns the size of the image if it is all that the page draws, upright and covering it. */
function soleImage(engine: PdfEngine, page: PDFPage): Size | undefined {
  const [x0, y0, x1, y1] = page.getBounds();
  const found: Size[] = [];
  let others = 0;
  const other = (): void => void (others += 1);
  const device = new engine.Device({
    fillImage(image, matrix, alpha) {
      const size = sizeOf(image);
      const isWhole = alpha === 1 && covers(matrix, { x0, y0, widthPt: x1 - x0, heightPt: y1 - y0 });
      if (size !== undefined && isWhole && isUndistorted(matrix, size)) found.push(size);
      else other();
    },
    fillPath: other,
    strokePath: other,
    clipStrokePath: other,
    fillText: other,
    strokeText: other,
    clipText: other,
    clipStrokeText: other,
    fillShade: other,
    fillImageMask: other,
    clipImageMask: other,
    beginMask: other,
    beginGroup: other,
    beginTile: () => (other(), 0),
    clipPath: other,
  });
  try {
    page.run(device, engine.Matrix.identity);
    device.close();
  } finally {
    device.destroy();
  }
  return found.length === 1 && others === 0 ? found[0] : undefined;
}

function sizeOf(image: Image): Size | undefined {
  try {
    return { widthPx: image.getWidth(), heightPx: image.getHeight() };
  } finally {
    image.destroy();
  }
}

interface PageArea {
  readonly x0: number;
  readonly y0: number;
  readonly widthPt: number;
  readonly heightPt: number;
}

/** True if the matrix neither rotates nor mirrors and its edges are those of the page. */
function covers([a, b, c, d, e, f]: Matrix, { x0, y0, widthPt, heightPt }: PageArea): boolean {
  const marginX = widthPt * maxMargin;
  const marginY = heightPt * maxMargin;
  const isUpright = a > 0 && d > 0 && Math.abs(b) < marginX && Math.abs(c) < marginY;
  const isInPlace = Math.abs(e - x0) <= marginX && Math.abs(f - y0) <= marginY;
  return isUpright && isInPlace && Math.abs(a - widthPt) <= marginX && Math.abs(d - heightPt) <= marginY;
}

function isUndistorted([a, , , d]: Matrix, { widthPx, heightPx }: Size): boolean {
  return Math.abs((a * heightPx) / (d * widthPx) - 1) <= maxDistortion;
}

/** Returns the bytes of the image if they are a JPEG that looks the same outside the PDF. */
function jpegOf(document: PDFDocument, number: number, size: Size): Uint8Array | undefined {
  const object = document.newIndirect(number);
  try {
    if (!isStoredAsIs(object, size)) return undefined;
    const stream = object.readRawStream();
    try {
      const bytes = stream.asUint8Array().slice();
      return isPlainJpeg(bytes) ? bytes : undefined;
    } finally {
      stream.destroy();
    }
  } finally {
    object.destroy();
  }
}

function isStoredAsIs(object: PDFObject, { widthPx, heightPx }: Size): boolean {
  if (!object.isStream() || textAt(object, "Subtype") !== "Image") return false;
  const isChanged = ["Decode", "SMask", "Mask", "ImageMask"].some((key) => hasAt(object, key));
  const isJpeg =
    textAt(object, "Filter") === "DCTDecode" || (hasOneFilter(object) && textAt(object, "Filter", 0) === "DCTDecode");
  const isSameSize = numberAt(object, "Width") === widthPx && numberAt(object, "Height") === heightPx;
  return !isChanged && isJpeg && isSameSize && isPlainColour(object);
}

function hasOneFilter(object: PDFObject): boolean {
  return withObject(object, ["Filter"], (filter) => filter.isArray() && filter.length === 1) ?? false;
}

/** True for grey or RGB. A colour profile in the PDF is not in the JPEG, but nearly always means sRGB. */
function isPlainColour(object: PDFObject): boolean {
  const name = textAt(object, "ColorSpace") ?? textAt(object, "ColorSpace", 0) ?? "";
  if (["DeviceGray", "DeviceRGB", "CalGray", "CalRGB"].includes(name)) return true;
  return name === "ICCBased" && [1, 3].includes(numberAt(object, "ColorSpace", 1, "N") ?? 0);
}

/** The segments that describe an image precede the start of scan. */
const startOfScan = 0xda;
const exifSegment = 0xe1;
const adobeSegment = 0xee;

/**
 * True if a JPEG file looks the same alone and inside a PDF, where an orientation is ignored and four components are
 * CMYK: it has neither.
 */
export function isPlainJpeg(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return false;
  for (let at = 2; bytes[at] === 0xff;) {
    const segment = segmentAt(bytes, at);
    if (segment === undefined) return false;
    if (segment.kind === startOfScan) return true;
    if (changesAppearance(segment)) return false;
    at += 4 + segment.content.length;
  }
  return false;
}

interface Segment {
  readonly kind: number;
  readonly content: Uint8Array;
}

/** Reads a marker, the length of the segment including its own two bytes, and the content. */
function segmentAt(bytes: Uint8Array, at: number): Segment | undefined {
  const [, kind, high, low] = bytes.subarray(at, at + 4);
  if (kind === undefined || high === undefined || low === undefined) return undefined;
  const length = (high << 8) | low;
  return length < 2 ? undefined : { kind, content: bytes.subarray(at + 4, at + 2 + length) };
}

/** True if a segment changes how the image looks outside the PDF. */
function changesAppearance({ kind, content }: Segment): boolean {
  if (kind === exifSegment) return true;
  if (kind === adobeSegment) return isTransformed(content);
  return isFrame(kind) && content[5] !== 1 && content[5] !== 3;
}

/** True for an Adobe segment that declares RGB, which other programs take for YCbCr. */
function isTransformed(content: Uint8Array): boolean {
  return content.length >= 12 && content[11] === 0;
}

/** True for the start-of-frame segments, which hold the size and components in any coding. */
function isFrame(kind: number): boolean {
  return kind >= 0xc0 && kind <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(kind);
}
