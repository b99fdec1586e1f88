import { Buffer } from "node:buffer";
import { image, type ImagePart, type MediaType, type Place } from "@reader/core/handler";
import { measureImage } from "./image-size.ts";

/** An image as a notebook stores it. */
export interface EncodedImage {
  readonly mediaType: MediaType;
  /** Base64, in lines or not. */
  readonly data: string;
  /** A text that stands for it; empty or absent where there is none. */
  readonly alt?: string | undefined;
}

/** The image types that are handed over as images. */
export const imageTypes: readonly MediaType[] = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/**
 * Decodes an image. `undefined` where the bytes are none of the image types, whatever the notebook calls them: a
 * provider refuses a whole request for one image of a wrong type.
 */
export function decodeImage(encoded: EncodedImage, at: Place): ImagePart | undefined {
  // A copy: small buffers share their memory with others.
  const data = new Uint8Array(Buffer.from(encoded.data, "base64"));
  const measured = measureImage(data);
  if (measured === undefined) return undefined;
  const { mediaType, widthPx, heightPx } = measured;
  const alt = encoded.alt === undefined || encoded.alt === "" ? {} : { alt: encoded.alt };
  return image(mediaType, data, { widthPx, heightPx, ...alt, at });
}
