import { assertDecodable, type InputLimits } from "@reader/image-fit";
import { corrupt } from "../../model/unreadable.ts";
import { pixelImage } from "../../model/pixel-image.ts";
import type { OpenedImage } from "../../model/opened-image.ts";
import { decodeDib } from "./decode-dib.ts";
import { readDibHeader } from "./dib-header.ts";

const fileHeaderBytes = 14;

/** Opens a BMP, which is a file header with the offset of the pixels and a device-independent bitmap. */
export async function openBitmap(bytes: Uint8Array, limits: InputLimits): Promise<OpenedImage> {
  if (bytes.length < fileHeaderBytes + 12) throw corrupt("The bitmap ends inside its header.");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const header = readDibHeader(
    new DataView(bytes.buffer, bytes.byteOffset + fileHeaderBytes, bytes.length - fileHeaderBytes),
  );
  const { widthPx, heightPx, bitsPerPixel } = header;
  if (widthPx === 0 || heightPx === 0) throw corrupt("The bitmap has no pixels.");
  assertDecodable(header, limits);
  const named = view.getUint32(10, true);
  const start = named >= fileHeaderBytes + 12 && named < bytes.length ? named : fileHeaderBytes + header.bytes;
  const data = bytes.subarray(start);
  if (data.length === 0) throw corrupt("The bitmap ends before its pixels.");
  return pixelImage({
    format: "BMP",
    mediaType: "image/bmp",
    size: { widthPx, heightPx },
    facts: { bitsPerPixel },
    decode: async () => decodeDib(data, header),
  });
}
