import { ReadError } from "@reader/core/handler";
import { tagAt, viewOf } from "./measured-image.ts";

/** Whether the first chunk is the one by which Apple marks the PNG files in apps, which have no zlib frame and blue first. */
export function isOfApple(bytes: Uint8Array): boolean {
  const view = viewOf(bytes);
  return tagAt(view, 12) === "CgBI" && tagAt(view, 0) === "\u0089PNG";
}

/** The error for such a file. */
export function applePng(): ReadError {
  return new ReadError("unsupported-type", "The image is a PNG in Apple's own form (CgBI), which is not read here.", {
    hint: "Convert it first: `pngcrush -revert-iphone-optimizations in.png out.png`, or `sips -s format png in.png --out out.png` on a Mac.",
  });
}
