import { Buffer } from "node:buffer";
import type { ImagePart } from "@reader/core";
import { image, type MediaType, type Place } from "@reader/core/handler";

/** An image as a notebook stores it. */
export interface EncodedImage {
  readonly mediaType: MediaType;
  /** Base64, possibly with line breaks. */
  readonly data: string;
  /** The alternative text. May be empty. */
  readonly alt?: string | undefined;
}

/** The types that are yielded as images. */
export const imageTypes: readonly MediaType[] = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/**
 * Decodes an image. Returns `undefined` if the bytes are not one of the image types, whatever the notebook claims: a
 * provider rejects a whole request for one image of a wrong type.
 */
export function decodeImage(encoded: EncodedImage, at: Place): ImagePart | undefined {
  // A copy, because small buffers share their memory.
  const data = new Uint8Array(Buffer.from(encoded.data, "base64"));
  const measured = measureImage(data);
  if (measured === undefined) return undefined;
  const { mediaType, widthPx, heightPx } = measured;
  const alt = encoded.alt === undefined || encoded.alt === "" ? {} : { alt: encoded.alt };
  return image(mediaType, data, { widthPx, heightPx, ...alt, at });
}

/** The type and size of an image, by its first bytes. */
interface MeasuredImage {
  readonly mediaType: MediaType;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Measures a PNG, JPEG, GIF or WebP. Returns `undefined` for other bytes, or if the header is truncated. */
export function measureImage(bytes: Uint8Array): MeasuredImage | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // All fixed headers read here fit into 30 bytes, and no real image is shorter.
  if (bytes.length < 30) return undefined;
  const measured = measurePng(view) ?? measureGif(view) ?? measureWebp(view) ?? measureJpeg(view);
  return measured !== undefined && measured.widthPx > 0 && measured.heightPx > 0 ? measured : undefined;
}

/** W3C PNG, 5.2 and 11.2.2: the signature, then IHDR. */
function measurePng(view: DataView): MeasuredImage | undefined {
  if (view.getUint32(0) !== 0x89504e47 || view.getUint32(4) !== 0x0d0a1a0a) return undefined;
  return { mediaType: "image/png", widthPx: view.getUint32(16), heightPx: view.getUint32(20) };
}

/** GIF89a, 18: the logical screen. */
function measureGif(view: DataView): MeasuredImage | undefined {
  if (view.getUint32(0) !== 0x47494638) return undefined;
  return { mediaType: "image/gif", widthPx: view.getUint16(6, true), heightPx: view.getUint16(8, true) };
}

/** RFC 9649: `VP8X`, `VP8L` and `VP8 ` store the size at different offsets. */
function measureWebp(view: DataView): MeasuredImage | undefined {
  if (view.getUint32(0) !== 0x52494646 || view.getUint32(8) !== 0x57454250) return undefined;
  const kind = view.getUint32(12);
  if (kind === 0x56503858) return webp(1 + uint24(view, 24), 1 + uint24(view, 27));
  if (kind === 0x5650384c) {
    const packed = view.getUint32(21, true);
    return webp(1 + (packed & 0x3fff), 1 + ((packed >>> 14) & 0x3fff));
  }
  return kind === 0x56503820 ? webp(view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff) : undefined;
}

function webp(widthPx: number, heightPx: number): MeasuredImage {
  return { mediaType: "image/webp", widthPx, heightPx };
}

function uint24(view: DataView, offset: number): number {
  return view.getUint16(offset, true) | (view.getUint8(offset + 2) << 16);
}

/** ITU T.81, B.2.2: the first start-of-frame segment. */
function measureJpeg(view: DataView): MeasuredImage | undefined {
  if (view.getUint16(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 <= view.byteLength;) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (isStartOfFrame(marker)) {
      return { mediaType: "image/jpeg", widthPx: view.getUint16(at + 7), heightPx: view.getUint16(at + 5) };
    }
    // A fill byte has no length; all other segments before the frame have one.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/** SOF0 to SOF15 without DHT, JPG and DAC. */
function isStartOfFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}
