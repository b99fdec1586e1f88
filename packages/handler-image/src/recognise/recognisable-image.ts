import type { RecognisableImage } from "@reader/core/handler";
import { decodeImage, type FitLimits, type PixelSize, type RawPixels, type Region } from "@reader/image-fit";
import type { Part, Showing } from "../view/image-line.ts";
import { fitOptions } from "../view/shown-events.ts";

/** A page of a picture, or a part of it. */
export type PicturePart = Part;

/** A picture for a recogniser, and its scale. */
export interface RecognisablePicture {
  readonly image: RecognisableImage;
  /** Pixels of the picture a pixel of what is recognised, across and down. */
  readonly scale: { readonly x: number; readonly y: number };
}

/** Print of 13 pixels, as on a screen, is recognised badly, and twice as large as well as any other. */
export const maxEnlargement = 2.5;

/** A page of A4 at 300 dots an inch. To enlarge a picture further takes time, and nothing is recognised better. */
const wantedPixels = 8e6;

/** What is larger is made smaller: a page of A4 at 400 dots an inch. */
export const maxSidePx = 4700;

/** Pixels are square, or as those of a coarse fax (1 : 2.08); what says more is damaged. */
const maxPixelAspect = 3;

const limits: FitLimits = {
  mediaTypes: ["image/png"],
  maxBytes: Number.MAX_SAFE_INTEGER,
  maxSidePx,
  nativeSidePx: maxSidePx,
};

/** A picture as displayed, in grey, at a size at which print is recognised well. */
export async function recognisablePicture(
  { picture, context }: Showing,
  part: PicturePart,
): Promise<RecognisablePicture> {
  const options = { ...fitOptions(context, part), purpose: "view" as const, content: "drawing" as const };
  const fitted = await picture.fit(limits, options);
  const size = enlarged(squared(fitted, picture.pixelAspectOf?.(part.page ?? 1) ?? 1));
  const pixels = await decodeImage(fitted.data, { size, signal: context.signal });
  const { widthPx, heightPx } = pixels;
  const scale = { x: fitted.originalWidthPx / widthPx, y: fitted.originalHeightPx / heightPx };
  return { image: { data: greyOf(pixels), widthPx, heightPx }, scale };
}

/** How much larger a picture is recognised than it is, at most. */
export function enlargementOf({ widthPx, heightPx }: PixelSize): number {
  return Math.min(maxEnlargement, Math.max(1, Math.sqrt(wantedPixels / (widthPx * heightPx))));
}

function enlarged(size: PixelSize): PixelSize {
  const { widthPx, heightPx } = size;
  const within = Math.min(enlargementOf(size), Math.max(1, maxSidePx / Math.max(widthPx, heightPx)));
  return { widthPx: Math.round(widthPx * within), heightPx: Math.round(heightPx * within) };
}

/** A fax has twice as many dots across as down: its letters are as flat as the recogniser has never seen any. */
function squared({ widthPx, heightPx }: PixelSize, pixelAspect: number): PixelSize {
  if (pixelAspect > maxPixelAspect || pixelAspect < 1 / maxPixelAspect) return { widthPx, heightPx };
  return pixelAspect > 1
    ? { widthPx, heightPx: Math.round(heightPx * pixelAspect) }
    : { widthPx: Math.round(widthPx / pixelAspect), heightPx };
}

/** What lets more through has a ground of its own behind it, which the picture does not tell. */
const maxOpaqueShare = 0.9;

/** Brighter than this on average, what is drawn is white print; dark print stays below. */
const minLightPrint = 160;

/**
 * How bright a pixel looks (Rec. 601). What is transparent is white, as on paper, but black where what is drawn on it is
 * light: white print for a dark page would be gone.
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

/** A piece of a picture for a recogniser, and where its corner lies in the picture. */
export interface RecognisablePiece extends RecognisablePicture {
  readonly origin: { readonly x: number; readonly y: number };
}

/** No sheet of paper is longer; a screenshot of a whole web page, or a panorama, is. */
const minStripAspect = 3;

/** A piece is about as long as a sheet of paper, and as it can be with its print enlarged. */
const pieceAspect = 1.5;
const minPiecePx = Math.floor(maxSidePx / maxEnlargement);

/** What is left of a strip is a piece, if no longer than this many. */
const maxLastPieces = 1.3;

/** The share of a piece at its end in which it may be cut. */
const cutShare = 0.3;

/** Neighbours that differ by more have an edge of print between them. */
const minEdge = 24;

/** A picture whole, or one after the other the pieces of a strip that would have to be made too small for its print. */
export async function* stripPieces(showing: Showing, part: PicturePart): AsyncGenerator<RecognisablePiece> {
  const { xPx, yPx, widthPx, heightPx } = part.region ?? { xPx: 0, yPx: 0, ...(await sizeOf(showing, part)) };
  const [long, short] = [Math.max(widthPx, heightPx), Math.min(widthPx, heightPx)];
  if (!isStrip({ widthPx, heightPx })) {
    yield { ...(await recognisablePicture(showing, part)), origin: { x: xPx, y: yPx } };
    return;
  }
  const direction = heightPx > widthPx ? "down" : "across";
  const piecePx = Math.max(minPiecePx, Math.round(short * pieceAspect));
  for (let start = 0; start < long;) {
    const isLast = long - start <= piecePx * maxLastPieces;
    const lengthPx = isLast ? long - start : piecePx;
    const region = regionOf({ xPx, yPx, widthPx, heightPx }, direction, { start, lengthPx });
    const found = await recognisablePicture(showing, { ...part, region });
    const origin = { x: region.xPx, y: region.yPx };
    if (isLast) yield { ...found, origin };
    if (isLast) return;
    const cut = quietLine(found.image, direction);
    yield { image: cutAt(found.image, direction, cut), scale: found.scale, origin };
    start += Math.max(1, Math.round(cut * (direction === "down" ? found.scale.y : found.scale.x)));
  }
}

/** Whether its print would have to be made smaller than is good for it. */
function isStrip(size: PixelSize): boolean {
  const [long, short] = [Math.max(size.widthPx, size.heightPx), Math.min(size.widthPx, size.heightPx)];
  return long > short * minStripAspect && long * enlargementOf(size) > maxSidePx;
}

async function sizeOf({ picture }: Showing, { page }: PicturePart): Promise<PixelSize> {
  return picture.sizeOf(page ?? 1);
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

/** The middle of the broadest band, near the end, that has the least print in it: between two lines, or two words. */
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

/** How often a row, or a column, goes from ink to ground or back. */
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
