import type { RecognisableImage } from "@reader/core/handler";
import { decodeImage, type FitLimits, type PixelSize } from "@reader/image-fit";
import { fitOptions } from "../shown-events.ts";
import type { Part, Showing } from "../showing.ts";
import { greyOf } from "./grey-of.ts";

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
