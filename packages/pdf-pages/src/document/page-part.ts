import { ReadError } from "@reader/core/handler";
import type { FitLimits } from "@reader/image-fit";
import type { Box } from "../model/page-content.ts";

/** Sharp enough for print. A stamp is not enlarged to a poster. */
const maxDotsPerInch = 300;

/**
 * Maximum size of an image: 40 megapixels are 120 MB. A poster must be drawn in memory even if the model has no limit.
 */
const maxPixels = 40e6;

const pointsPerInch = 72;

/** A requested part of a page shows what is too small to read otherwise. */
export const maxDotsPerInchOfPart: number = 600;

/** The image size limits, and the maximum resolution if it is not that of print. */
interface ScaleLimits extends Pick<FitLimits, "nativeSidePx" | "maxSidePx"> {
  readonly dotsPerInch?: number;
}

/**
 * Returns the scale in pixels per point at which the long edge of a page is as long as the model sees without
 * downscaling.
 */
export function pageScale(widthPt: number, heightPt: number, limits: ScaleLimits): number {
  const { dotsPerInch = maxDotsPerInch } = limits;
  const longEdgePx = Math.min(limits.nativeSidePx, limits.maxSidePx);
  return Math.min(
    longEdgePx / Math.max(widthPt, heightPt, 1),
    dotsPerInch / pointsPerInch,
    Math.sqrt(maxPixels / Math.max(widthPt * heightPt, 1)),
  );
}

/** A part of a page in points, from the top left of the page as displayed. */
export interface PagePart {
  readonly xPt: number;
  readonly yPt: number;
  readonly widthPt: number;
  readonly heightPt: number;
}

const number = String.raw`\s*(\d{1,6}(?:\.\d{1,20})?)\s*`;
const partPattern = new RegExp(`^${[number, number, number, number].join(",")}$`);

/** Parses `select` as `x,y,width,height`. Returns `undefined` if it selects something else. */
export function pagePartOf(select: string | undefined): PagePart | undefined {
  const [xPt, yPt, widthPt, heightPt] =
    partPattern
      .exec(select ?? "")
      ?.slice(1)
      .map(Number) ?? [];
  if (xPt === undefined || yPt === undefined || widthPt === undefined || heightPt === undefined) return undefined;
  return { xPt, yPt, widthPt, heightPt };
}

/** Returns the intersection of a part with the page. Throws `out-of-range` if it is empty. */
export function boxOfPart({ xPt, yPt, widthPt, heightPt }: PagePart, page: Box): Box {
  const [x0, y0] = [page.x0 + xPt, page.y0 + yPt];
  const box = { x0, y0, x1: Math.min(page.x1, x0 + widthPt), y1: Math.min(page.y1, y0 + heightPt) };
  if (box.x1 - box.x0 >= 1 && box.y1 - box.y0 >= 1) return box;
  const size = `${Math.round(page.x1 - page.x0)} × ${Math.round(page.y1 - page.y0)}`;
  throw new ReadError("out-of-range", `The part ${[xPt, yPt, widthPt, heightPt].join(",")} is not on the page.`, {
    hint: `Send select "x,y,width,height" in points from the top left of the page, which has ${size}.`,
  });
}

interface Pixels {
  readonly data: Uint8Array | Uint8ClampedArray;
  readonly channels: number;
}

/** True if all pixels have the same colour. Most images differ early. */
export function isOneColour({ data, channels }: Pixels): boolean {
  for (let at = channels; at < data.length; at++) if (data[at] !== data[at - channels]) return false;
  return true;
}
