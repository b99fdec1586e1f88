import { type PageRange, quoted, ReadError } from "@reader/core/handler";
import type { PixelSize, Region } from "@reader/image-fit";
import type { Picture } from "../model/opened-image.ts";

const number = String.raw`\s*(-?\d{1,9}(?:\.\d{1,20})?)\s*`;
const regionPattern = new RegExp(`^${[number, number, number, number].join(",")}$`);

/**
 * The part of a picture that `select` names as `x,y,width,height`; throws where it is not inside. Parts of pixels, which
 * come of multiplying what was seen, are taken as whole ones.
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

/** Pixels from where a part starts to where it ends; a trillionth of one comes of adding. */
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

/** What of the region is inside, ready to be sent; undefined where nothing is. */
function overlap({ xPx, yPx, widthPx, heightPx }: Region, size: PixelSize): string | undefined {
  const [left, top] = [Math.max(0, xPx), Math.max(0, yPx)];
  const [right, bottom] = [Math.min(size.widthPx, xPx + widthPx), Math.min(size.heightPx, yPx + heightPx)];
  return right > left && bottom > top ? `${left},${top},${right - left},${bottom - top}` : undefined;
}

/** The numbers of the pages that are wanted, ascending, once each; all where none is named. */
export function selectPages(picture: Picture, ranges: readonly PageRange[] | undefined): readonly number[] {
  const { count } = picture;
  if (ranges === undefined) return numbers(1, count);
  const wanted = new Set(ranges.flatMap((range) => pagesOf(range, picture)));
  return [...wanted].toSorted((one, other) => one - other);
}

function pagesOf(range: PageRange, picture: Picture): readonly number[] {
  const { count } = picture;
  if ("label" in range) throw outOfRange(quoted(range.label), picture);
  const { first, last } = range;
  if (first < 0) return numbers(Math.max(1, count + first + 1), count);
  if (first < 1 || first > count) throw outOfRange(String(first), picture);
  return numbers(first, Math.min(last ?? count, count));
}

function numbers(first: number, last: number): readonly number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}

function outOfRange(asked: string, { count, animation }: Picture): ReadError {
  const unit = animation === undefined ? "page" : "frame";
  const total = `${count} ${unit}${count === 1 ? "" : "s"}`;
  return new ReadError("out-of-range", `There is no ${unit} ${asked}: the image has ${total}.`, {
    hint: count === 1 ? "Leave pages out: the image has only one." : `Send pages between "1" and "${count}".`,
    details: { total: count, unit },
  });
}
