import { measureGif } from "./headers/gif.ts";
import { measureHeif } from "./headers/heif.ts";
import { measureJpeg } from "./headers/jpeg.ts";
import { viewOf, type MeasuredImage } from "./headers/measured-image.ts";
import { measurePng } from "./headers/png.ts";
import { measureTiff } from "./headers/tiff.ts";
import { measureWebp } from "./headers/webp.ts";

/**
 * The type and the size of a picture by its header, before any decoder sees the bytes: a decoder may take memory for a
 * size that it only then refuses. Undefined for other formats and where the header is cut off.
 */
export function measureImage(bytes: Uint8Array): MeasuredImage | undefined {
  const view = viewOf(bytes);
  return (
    measurePng(view) ??
    measureJpeg(view) ??
    measureGif(view) ??
    measureWebp(view) ??
    measureTiff(view) ??
    measureHeif(view)
  );
}
