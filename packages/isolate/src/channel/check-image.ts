import type { ImageFrame } from "./messages.ts";
import { isCount, isObject } from "./plain.ts";

/** What a child says of a picture of so many bytes, checked; undefined for what is no picture. */
export function checkImage(value: unknown, bytes: number): ImageFrame | undefined {
  if (!isObject(value)) return undefined;
  const { widthPx, heightPx } = value;
  const isSized = isCount(widthPx) && isCount(heightPx) && widthPx > 0 && widthPx * heightPx === bytes;
  return isSized ? { widthPx, heightPx } : undefined;
}
