import type { RecognisableImage } from "@reader/core/handler";
import type { PixelSize, Region } from "@reader/image-fit";
import type { Showing } from "../showing.ts";
import {
  enlargementOf,
  maxEnlargement,
  maxSidePx,
  recognisablePicture,
  type PicturePart,
  type RecognisablePicture,
} from "./recognisable-picture.ts";

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
