import { isDeepStrictEqual } from "node:util";
import type { Box } from "../../model/page-content.ts";
import type { FlatPage, FlatSpan } from "../../model/flat-spans.ts";
import { stextScale, type StextBox } from "../../model/stext-json.ts";

/** The engine cuts off to whole units what it computed with few digits: places may be apart by one. */
const toleratedUnits = 1;

/** Whether two readings of one page are the same: the text to the letter, the places as far as they are exact. */
export function isSamePage(one: FlatPage, other: FlatPage): boolean {
  return (
    one.hasVectors === other.hasVectors &&
    one.mayDrawBullets === other.mayDrawBullets &&
    isSameList(one.images, other.images, isSameImage) &&
    isSameList(one.spans, other.spans, isSameSpan)
  );
}

function isSameList<Item>(
  one: readonly Item[],
  other: readonly Item[],
  isSame: (one: Item, other: Item) => boolean,
): boolean {
  if (one.length !== other.length) return false;
  return one.every((item, index) => isSame(item, other[index] as Item));
}

function isSameSpan(one: FlatSpan, other: FlatSpan): boolean {
  const [{ span }, { span: peer }] = [one, other];
  return (
    span.text === peer.text &&
    span.wmode === peer.wmode &&
    one.block === other.block &&
    isNear(span.x, peer.x) &&
    isNear(span.y, peer.y) &&
    isSameBox(span.bbox, peer.bbox) &&
    isSameFont(span.font, peer.font) &&
    isDeepStrictEqual(one.tag, other.tag)
  );
}

function isSameFont(one: FlatSpan["span"]["font"], other: FlatSpan["span"]["font"]): boolean {
  return (
    one.name === other.name &&
    one.family === other.family &&
    one.weight === other.weight &&
    one.style === other.style &&
    isNear(one.size, other.size)
  );
}

function isSameBox(one: StextBox, other: StextBox): boolean {
  return (
    isNear(one.x, other.x) &&
    isNear(one.y, other.y) &&
    isNear(one.x + one.w, other.x + other.w) &&
    isNear(one.y + one.h, other.y + other.h)
  );
}

function isSameImage(one: Box, other: Box): boolean {
  return (
    isNear(one.x0 * stextScale, other.x0 * stextScale) &&
    isNear(one.y0 * stextScale, other.y0 * stextScale) &&
    isNear(one.x1 * stextScale, other.x1 * stextScale) &&
    isNear(one.y1 * stextScale, other.y1 * stextScale)
  );
}

/** Sums of two cut numbers may be apart by twice as much as one. */
function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) <= 2 * toleratedUnits + 1e-6;
}
