import type { RawPixels } from "@reader/image-fit";
import { corrupt } from "./corrupt.ts";

/** Bytes of a pixel: red, green, blue and alpha. */
const pixelBytes = 4;

/** What a decoder of WebAssembly says that it decoded. */
export interface DecodedPixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

/** The pixels that a decoder returned. Throws `corrupt` if it returned none, or not as many as its size has. */
export function decodedPixels({ width, height, data }: DecodedPixels): RawPixels {
  const isSize = [width, height].every((side) => Number.isSafeInteger(side) && side > 0);
  if (!isSize || !ArrayBuffer.isView(data) || data.byteLength !== width * height * pixelBytes) {
    throw corrupt("The decoder gives no whole picture for this file.");
  }
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return { data: bytes, widthPx: width, heightPx: height, channels: pixelBytes };
}
