import type { ImagePart } from "@reader/core";
import { sha256 } from "../contract/ids.ts";
import type { DocumentImage } from "../contract/document.ts";
import type { OutputFiles } from "../files/output-files.ts";

const extensions: Readonly<Record<string, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "image/webp": "webp",
  "image/svg+xml": "svg",
  "image/bmp": "bmp",
  "image/tiff": "tif",
  "image/avif": "avif",
  "image/heic": "heic",
  "image/x-icon": "ico",
};

/** Writes images to files named after the hash of their content, so that an image of many documents is one file. */
export interface ImageFiles {
  save(image: ImagePart): Promise<DocumentImage>;
}

/** Creates the images of a folder. Those of the same first two digits share a folder. */
export function createImageFiles(files: OutputFiles): ImageFiles {
  return {
    async save({ data, mediaType, widthPx, heightPx, alt, at }) {
      const hash = sha256(data);
      const file = `${hash.slice(0, 2)}/${hash}.${extensions[mediaType] ?? "bin"}`;
      if ((await files.size(file)) !== data.length) await files.replace(file, data);
      return {
        sha256: hash,
        file,
        mediaType,
        bytes: data.length,
        ...(widthPx === undefined ? {} : { widthPx }),
        ...(heightPx === undefined ? {} : { heightPx }),
        ...(alt === undefined ? {} : { alt }),
        ...(at === undefined ? {} : { at }),
      };
    },
  };
}
