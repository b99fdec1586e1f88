import { type HandlerEvent, type Place, text } from "@reader/core/handler";
import { isImageFault, type RecognisableImage, type Recognised, recognisedPart } from "@reader/core/internal";
import { decodeImage, type FitLimits, type PixelSize, type RawPixels, type Region } from "@reader/image-fit";
import type { Part, Showing } from "../view/image-line.ts";
import { selectRegion } from "../view/selection.ts";
import { fitOptions, placeOf } from "../view/shown-events.ts";

/** Confidence below which more text is wrong than right. */
const unsureConfidence = 60;

/** Yields the recognised text page by page. Throws errors that would affect every page. */
export async function* recognisedEvents(showing: Showing, pages: readonly number[]): AsyncGenerator<HandlerEvent> {
  for (const part of await partsOf(showing, pages)) {
    showing.context.signal.throwIfAborted();
    const pieces = pieceTexts(showing, part);
    // A read that is continued restarts at a page, so the text of a page is yielded at once.
    if (part.page === undefined) yield* pieces;
    else yield* await allOf(pieces);
  }
}

/** Returns the parts to recognise. Of an animation only the first frame is, unless the request names pages. */
async function partsOf({ image, context }: Showing, pages: readonly number[]): Promise<readonly Part[]> {
  const { select } = context;
  const isFirstAlone = context.pages === undefined && (image.animation !== undefined || select !== undefined);
  const wanted = isFirstAlone ? pages.slice(0, 1) : pages;
  return Promise.all(
    wanted.map(async (page) => {
      const region = select === undefined ? {} : { region: selectRegion(select, await image.sizeOf(page)) };
      return { ...(image.count > 1 ? { page } : {}), ...region };
    }),
  );
}

async function allOf(events: AsyncIterable<HandlerEvent>): Promise<readonly HandlerEvent[]> {
  const all: HandlerEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

/** Yields the text of each strip piece that has some, or a line that says that no text was found. */
async function* pieceTexts(showing: Showing, part: Part): AsyncGenerator<HandlerEvent> {
  const at = part.page === undefined ? undefined : placeOf(showing.image, part.page);
  let count = 0;
  for await (const piece of stripPieces(showing, part)) {
    showing.context.signal.throwIfAborted();
    const event = await pieceText(showing, piece, { at, isFirst: count === 0 });
    if (event !== undefined) yield event;
    if (event !== undefined) count += 1;
  }
  if (count === 0) yield text("(no text was recognised in it)\n", at);
}

interface TextPlace {
  readonly at: Place | undefined;
  readonly isFirst: boolean;
}

async function pieceText(
  { context }: Showing,
  { image, scale, origin }: StripPiece,
  { at, isFirst }: TextPlace,
): Promise<HandlerEvent | undefined> {
  try {
    const recognised = await context.recognise?.(image);
    if (recognised === undefined || recognised.lines.length === 0) return undefined;
    const before = introduction(recognised, isFirst);
    return recognisedPart(recognised, { at, unit: "px", scale, origin, before });
  } catch (error) {
    return failureText(error, at);
  }
}

/**
 * Returns the line before the recognised text. If confidence is low, it names the recogniser with its languages and
 * adds its advice.
 */
function introduction({ by, confidence, advice }: Recognised, isFirst: boolean): string {
  const isUnsure = confidence < unsureConfidence;
  if (!isFirst && !isUnsure) return "";
  const doubt = isUnsure ? `; ${by} is only ${confidence} % sure: do not rely on it` : "";
  const more = isUnsure && advice !== undefined ? `. ${advice}` : "";
  return `(the following text was recognised in the image${doubt}${more})\n`;
}

/** Reports an image that took too long or broke the recogniser. Other errors are rethrown. */
function failureText(error: unknown, at: Place | undefined): HandlerEvent {
  if (!isImageFault(error)) throw error;
  return text(`(its text could not be recognised: ${error.message})\n`, at);
}

/** An image scaled for a recogniser. */
interface ScaledImage {
  readonly image: RecognisableImage;
  /** Pixels of the original image per pixel of the scaled image, horizontally and vertically. */
  readonly scale: { readonly x: number; readonly y: number };
}

/** Maximum enlargement. Screen text 13 pixels high is recognised poorly, but well at twice the size. */
const maxEnlargement = 2.5;

/** Pixels of an A4 page at 300 dpi. Enlarging further takes time without improving recognition. */
const wantedPixels = 8e6;

/** Longest side, in pixels, of an A4 page at 400 dpi. Larger images are scaled down. */
const maxSidePx = 4700;

/** Maximum pixel aspect ratio. A coarse fax has 2.08; larger values are damaged. */
const maxPixelAspect = 3;

const limits: FitLimits = {
  mediaTypes: ["image/png"],
  maxBytes: Number.MAX_SAFE_INTEGER,
  maxSidePx,
  nativeSidePx: maxSidePx,
};

/** Returns the displayed image in grey, at a size at which print is recognised well. */
async function recognisableImage({ image, context }: Showing, part: Part): Promise<ScaledImage> {
  const options = { ...fitOptions(context, part), purpose: "view" as const, content: "drawing" as const };
  const fitted = await image.fit(limits, options);
  const size = enlarged(squared(fitted, image.pixelAspectOf?.(part.page ?? 1) ?? 1));
  const pixels = await decodeImage(fitted.data, { size, signal: context.signal });
  const { widthPx, heightPx } = pixels;
  const scale = { x: fitted.originalWidthPx / widthPx, y: fitted.originalHeightPx / heightPx };
  return { image: { data: greyOf(pixels), widthPx, heightPx }, scale };
}

/** Returns the factor by which an image is enlarged for recognition. */
function enlargementOf({ widthPx, heightPx }: PixelSize): number {
  return Math.min(maxEnlargement, Math.max(1, Math.sqrt(wantedPixels / (widthPx * heightPx))));
}

function enlarged(size: PixelSize): PixelSize {
  const { widthPx, heightPx } = size;
  const within = Math.min(enlargementOf(size), Math.max(1, maxSidePx / Math.max(widthPx, heightPx)));
  return { widthPx: Math.round(widthPx * within), heightPx: Math.round(heightPx * within) };
}

/**
 * Makes pixels square. A fax has twice as many dots across as down, and the recogniser does not know such flat letters.
 */
function squared({ widthPx, heightPx }: PixelSize, pixelAspect: number): PixelSize {
  if (pixelAspect > maxPixelAspect || pixelAspect < 1 / maxPixelAspect) return { widthPx, heightPx };
  return pixelAspect > 1
    ? { widthPx, heightPx: Math.round(heightPx * pixelAspect) }
    : { widthPx: Math.round(widthPx / pixelAspect), heightPx };
}

/** Minimum share of opacity from which transparent areas are taken as white. */
const maxOpaqueShare = 0.9;

/** Average brightness from which the drawn pixels are light print. Dark print is below. */
const minLightPrint = 160;

/**
 * Converts pixels to grey (Rec. 601). Transparent areas become white, or black if the drawn pixels are light, so that
 * white print for dark pages stays visible.
 */
function greyOf(pixels: RawPixels): Uint8Array {
  const { data, channels } = pixels;
  if (channels === 1) return data;
  const grey = new Uint8Array(data.length / channels);
  const ground = channels === 4 ? groundOf(pixels) : 255;
  for (let pixel = 0, at = 0; pixel < grey.length; pixel++, at += channels) {
    const alpha = channels === 4 ? (data[at + 3] ?? 255) : 255;
    grey[pixel] = (brightnessAt(data, at) * alpha + ground * (255 - alpha)) / 255;
  }
  return grey;
}

function groundOf({ data, widthPx, heightPx }: RawPixels): number {
  let [opacity, light] = [0, 0];
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] ?? 255;
    opacity += alpha;
    light += brightnessAt(data, at) * alpha;
  }
  const isOpaque = opacity > widthPx * heightPx * 255 * maxOpaqueShare;
  return !isOpaque && light > opacity * minLightPrint ? 0 : 255;
}

function brightnessAt(data: Uint8Array, at: number): number {
  return 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);
}

/** A piece of an image for a recogniser, and the position of its corner in the image. */
interface StripPiece extends ScaledImage {
  readonly origin: { readonly x: number; readonly y: number };
}

/** Minimum aspect ratio of a strip, such as a screenshot of a web page or a panorama. Paper is shorter. */
const minStripAspect = 3;

/**
 * Aspect ratio of a piece, similar to a sheet of paper, and its minimum length, which still allows full enlargement.
 */
const pieceAspect = 1.5;
const minPiecePx = Math.floor(maxSidePx / maxEnlargement);

/** The rest of a strip becomes one piece if it is at most this many piece lengths. */
const maxLastPieces = 1.3;

/** The share of a piece, at its end, in which the cut is placed. */
const cutShare = 0.3;

/** Minimum grey difference of neighbouring pixels at an edge of print. */
const minEdge = 24;

/** Yields the whole image, or the pieces of a strip whose print would otherwise be scaled too small. */
async function* stripPieces(showing: Showing, part: Part): AsyncGenerator<StripPiece> {
  const { xPx, yPx, widthPx, heightPx } = part.region ?? { xPx: 0, yPx: 0, ...(await sizeOf(showing, part)) };
  const [long, short] = [Math.max(widthPx, heightPx), Math.min(widthPx, heightPx)];
  if (!isStrip({ widthPx, heightPx })) {
    yield { ...(await recognisableImage(showing, part)), origin: { x: xPx, y: yPx } };
    return;
  }
  const direction = heightPx > widthPx ? "down" : "across";
  const piecePx = Math.max(minPiecePx, Math.round(short * pieceAspect));
  for (let start = 0; start < long;) {
    const isLast = long - start <= piecePx * maxLastPieces;
    const lengthPx = isLast ? long - start : piecePx;
    const region = regionOf({ xPx, yPx, widthPx, heightPx }, direction, { start, lengthPx });
    const found = await recognisableImage(showing, { ...part, region });
    const origin = { x: region.xPx, y: region.yPx };
    if (isLast) yield { ...found, origin };
    if (isLast) return;
    const cut = quietLine(found.image, direction);
    yield { image: cutAt(found.image, direction, cut), scale: found.scale, origin };
    start += Math.max(1, Math.round(cut * (direction === "down" ? found.scale.y : found.scale.x)));
  }
}

/** True if the whole image would have to be scaled below the size at which print is recognised well. */
function isStrip(size: PixelSize): boolean {
  const [long, short] = [Math.max(size.widthPx, size.heightPx), Math.min(size.widthPx, size.heightPx)];
  return long > short * minStripAspect && long * enlargementOf(size) > maxSidePx;
}

async function sizeOf({ image }: Showing, { page }: Part): Promise<PixelSize> {
  return image.sizeOf(page ?? 1);
}

type Direction = "down" | "across";

function regionOf(
  whole: Region,
  direction: Direction,
  { start, lengthPx }: { readonly start: number; readonly lengthPx: number },
): Region {
  return direction === "down"
    ? { ...whole, yPx: whole.yPx + start, heightPx: lengthPx }
    : { ...whole, xPx: whole.xPx + start, widthPx: lengthPx };
}

/** Returns the middle of the widest band with the least print near the end, which lies between lines or words. */
function quietLine(image: RecognisableImage, direction: Direction): number {
  const count = direction === "down" ? image.heightPx : image.widthPx;
  const first = Math.floor(count * (1 - cutShare));
  const edges = Array.from({ length: count - first }, (_, index) => edgesOn(image, direction, first + index));
  const least = Math.min(...edges);
  let best = { length: 0, end: 0 };
  let length = 0;
  edges.forEach((each, index) => {
    length = each === least ? length + 1 : 0;
    if (length >= best.length) best = { length, end: index + 1 };
  });
  return first + best.end - Math.ceil(best.length / 2);
}

/** Counts the edges between ink and background on a row or column. */
function edgesOn({ data, widthPx, heightPx }: RecognisableImage, direction: Direction, line: number): number {
  const [start, step, count] = direction === "down" ? [line * widthPx, 1, widthPx] : [line, widthPx, heightPx];
  let edges = 0;
  for (let index = 1; index < count; index++) {
    const at = start + index * step;
    if (Math.abs((data[at] ?? 0) - (data[at - step] ?? 0)) > minEdge) edges += 1;
  }
  return edges;
}

function cutAt({ data, widthPx, heightPx }: RecognisableImage, direction: Direction, cut: number): RecognisableImage {
  if (direction === "down") return { data: data.subarray(0, cut * widthPx), widthPx, heightPx: cut };
  const left = new Uint8Array(cut * heightPx);
  for (let row = 0; row < heightPx; row++) {
    left.set(data.subarray(row * widthPx, row * widthPx + cut), row * cut);
  }
  return { data: left, widthPx: cut, heightPx };
}
