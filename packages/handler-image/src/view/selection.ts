import { type PageRange, quoted, ReadError } from "@reader/core/handler";
import type { PixelSize, Region } from "@reader/image-fit";
import type { OpenedImage } from "../model/opened-image.ts";

const number = String.raw`\s*(-?\d{1,9}(?:\.\d{1,20})?)\s*`;
const regionPattern = new RegExp(`^${[number, number, number, number].join(",")}$`);

/**
 * Parses `select` as the region `x,y,width,height`. Throws if it is not inside the image. Fractions, which result from
 * scaling coordinates, are rounded outwards to whole pixels.
 */
export function selectRegion(select: string, size: PixelSize): Region {
  const whole = `${size.widthPx}×${size.heightPx}`;
  const numbers = regionPattern.exec(select)?.slice(1).map(Number);
  const [x, y, width, height] = numbers ?? [];
  if (x === undefined || y === undefined || width === undefined || height === undefined) {
    throw new ReadError("invalid-request", `An image has no part ${quoted(select.slice(0, 80))}.`, {
      hint: `Send select "x,y,width,height" in pixels of the image, which has ${whole}, or select "metadata".`,
    });
  }
  const [xPx, yPx] = [Math.floor(x), Math.floor(y)];
  const region = { xPx, yPx, widthPx: wholePixels(x, width), heightPx: wholePixels(y, height) };
  if (!isInside(region, size)) throw outside(region, size);
  return region;
}

/** Returns the whole pixels between start and end. The tolerance absorbs rounding errors. */
function wholePixels(start: number, length: number): number {
  return length <= 0 ? length : Math.ceil(start + length - 1e-6) - Math.floor(start);
}

function isInside({ xPx, yPx, widthPx, heightPx }: Region, size: PixelSize): boolean {
  if (xPx < 0 || yPx < 0 || widthPx < 1 || heightPx < 1) return false;
  return xPx + widthPx <= size.widthPx && yPx + heightPx <= size.heightPx;
}

function outside(region: Region, size: PixelSize): ReadError {
  const { widthPx, heightPx } = size;
  const inside = overlap(region, size);
  const advice = inside ?? `0,0,${Math.ceil(widthPx / 2)},${Math.ceil(heightPx / 2)}`;
  return new ReadError(
    "out-of-range",
    `The region ${region.xPx},${region.yPx},${region.widthPx},${region.heightPx} is not inside the image, which has ${widthPx}×${heightPx} pixels.`,
    { hint: `Send select "${advice}" instead, or another x,y,width,height inside ${widthPx}×${heightPx}.` },
  );
}

/** Returns the part of the region inside the image as a `select` value, or `undefined` if it is missing. */
function overlap({ xPx, yPx, widthPx, heightPx }: Region, size: PixelSize): string | undefined {
  const [left, top] = [Math.max(0, xPx), Math.max(0, yPx)];
  const [right, bottom] = [Math.min(size.widthPx, xPx + widthPx), Math.min(size.heightPx, yPx + heightPx)];
  return right > left && bottom > top ? `${left},${top},${right - left},${bottom - top}` : undefined;
}

/** Returns the requested page numbers, ascending and without duplicates. Returns all pages if none are requested. */
export function selectPages(image: OpenedImage, ranges: readonly PageRange[] | undefined): readonly number[] {
  const { count } = image;
  if (ranges === undefined) return numbers(1, count);
  const wanted = new Set(ranges.flatMap((range) => pagesOf(range, image)));
  return [...wanted].toSorted((one, other) => one - other);
}

function pagesOf(range: PageRange, image: OpenedImage): readonly number[] {
  const { count } = image;
  if ("label" in range) throw outOfRange(quoted(range.label), image);
  const { first, last } = range;
  if (first < 0) return numbers(Math.max(1, count + first + 1), count);
  if (first < 1 || first > count) throw outOfRange(String(first), image);
  return numbers(first, Math.min(last ?? count, count));
}

function numbers(first: number, last: number): readonly number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}

function outOfRange(asked: string, { count, animation }: OpenedImage): ReadError {
  const unit = animation === undefined ? "page" : "frame";
  const total = `${count} ${unit}${count === 1 ? "" : "s"}`;
  return new ReadError("out-of-range", `There is no ${unit} ${asked}: the image has ${total}.`, {
    hint: count === 1 ? "Leave pages out: the image has only one." : `Send pages between "1" and "${count}".`,
    details: { total: count, unit },
  });
}
