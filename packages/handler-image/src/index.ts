import { type Canary, defineHandler, type Handler } from "@reader/core/handler";
import manifest from "../package.json" with { type: "json" };

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
 * Creates a handler for images. It yields one line that describes the image and how its coordinates map to the file,
 * and the image in a form that the model accepts. Nothing is loaded before the first image is read.
 */
export function image(): Handler {
  return defineHandler({
    name: "image",
    mediaTypes,
    version: manifest.version,
    origin: {
      module: "@reader/handler-image",
      export: "image",
      addons: "always",
      // Limits dimensions while libvips opens a file, which is before the check of this handler.
      environment: { VIPS_MAX_COORD: "32768" },
    },
    canary,
    async *read(source, context) {
      const { readImage } = await import("./read-image.ts");
      yield* readImage(source, context);
    },
    async info(source, context) {
      const { imageInfo } = await import("./read-image.ts");
      return imageInfo(source, context);
    },
  });
}

/** A PNG image of two by two grey pixels. */
const png = "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAAAAABX3VL4AAAADklEQVR4nGNg+M/wnwEABgAB/4/x/JoAAAAASUVORK5CYII=";

function canary(): Canary {
  const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
  return { name: "canary.png", mediaType: "image/png", bytes, text: "2×2" };
}
