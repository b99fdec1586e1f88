import type { MediaType } from "@reader/core/handler";

/** The type and size of an image, from its header. */
export interface ImageSize {
  readonly mediaType: MediaType;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Number of bytes that contain the fixed headers. Valid images are longer. */
const headerBytes = 30;

/** Returns the type and size of a PNG, JPEG, GIF or WebP from its header, or `undefined` for other data. */
export function measureImage(bytes: Uint8Array): ImageSize | undefined {
  if (bytes.length < headerBytes) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = sizeOf(view);
  return size !== undefined && size.widthPx > 0 && size.heightPx > 0 ? size : undefined;
}

function sizeOf(view: DataView): ImageSize | undefined {
  const signature = view.getUint32(0);
  if (signature === 0x89504e47) return sized("image/png", view.getUint32(16), view.getUint32(20));
  if (signature === 0x47494638) return sized("image/gif", view.getUint16(6, true), view.getUint16(8, true));
  if (signature === 0x52494646 && view.getUint32(8) === 0x57454250) return webpSize(view);
  return signature >>> 16 === 0xffd8 ? jpegSize(view) : undefined;
}

function sized(mediaType: MediaType, widthPx: number, heightPx: number): ImageSize {
  return { mediaType, widthPx, heightPx };
}

/** The extended, lossless and lossy formats store the size at different offsets (RFC 9649). */
function webpSize(view: DataView): ImageSize | undefined {
  switch (view.getUint32(12)) {
    case 0x56503858:
      return sized("image/webp", 1 + (view.getUint32(24, true) & 0xffffff), 1 + (view.getUint32(26, true) >>> 8));
    case 0x5650384c: {
      const packed = view.getUint32(21, true);
      return sized("image/webp", 1 + (packed & 0x3fff), 1 + ((packed >>> 14) & 0x3fff));
    }
    case 0x56503820:
      return sized("image/webp", view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
    default:
      return undefined;
  }
}

/** Skips segments by their length until the first start of a frame (ITU T.81, B.2.2). */
function jpegSize(view: DataView): ImageSize | undefined {
  let at = 2;
  while (at + 9 <= view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    if (startsFrame(marker)) return sized("image/jpeg", view.getUint16(at + 7), view.getUint16(at + 5));
    // A fill byte has no length.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/** True for SOF0 to SOF15, except DHT, DAC and the reserved JPG marker. */
function startsFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}
