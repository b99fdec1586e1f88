import { defineHandler, type Handler } from "@reader/core/handler";
import { version } from "./version.ts";

const mediaTypes: readonly string[] = [
  "image/png",
  "image/apng",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/tiff",
  "image/avif",
  "image/heic",
  "image/heif",
  "image/bmp",
  "image/vnd.microsoft.icon",
  "image/svg+xml",
  "image/jxl",
  "image/vnd.adobe.photoshop",
];

/**
 * A handler for pictures: one line that says what it is and how coordinates map back, and the picture in the form that
 * the model takes. Nothing is loaded before the first picture is read.
 */
export function image(): Handler {
  return defineHandler({
    name: "image",
    mediaTypes,
    version,
    origin: { module: "@reader/handler-image", export: "image", addons: "always" },
    async *read(source, context) {
      const { readImage } = await import("./read-image.ts");
      yield* readImage(source, context);
    },
    async info(source, context) {
      const { describePicture } = await import("./info.ts");
      return describePicture(source, context);
    },
  });
}
