import type { ImagePart } from "@reader/core";
import type { ShownImage } from "./wire.ts";

/** Converts an image for the page. */
export function shownImageOf(part: ImagePart): ShownImage {
  const { mediaType, data, widthPx, heightPx, originalWidthPx, originalHeightPx, alt } = part;
  const base64 = Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString("base64");
  return {
    url: `data:${mediaType};base64,${base64}`,
    mediaType,
    bytes: data.length,
    ...(widthPx === undefined ? {} : { widthPx }),
    ...(heightPx === undefined ? {} : { heightPx }),
    ...(originalWidthPx === undefined ? {} : { originalWidthPx }),
    ...(originalHeightPx === undefined ? {} : { originalHeightPx }),
    ...(alt === undefined ? {} : { alt }),
  };
}
