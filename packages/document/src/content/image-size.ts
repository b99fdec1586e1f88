import type { MediaType } from "@reader/core/handler";

/** What the header of a picture tells. */
export interface PictureSize {
  readonly mediaType: MediaType;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Bytes that hold the fixed headers that are read here; no real picture is shorter. */
const headerBytes = 30;

/** The type and size of a PNG, JPEG, GIF or WebP by its header; undefined for everything else. */
export function measurePicture(bytes: Uint8Array): PictureSize | undefined {
  if (bytes.length < headerBytes) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = sizeOf(view);
  return size !== undefined && size.widthPx > 0 && size.heightPx > 0 ? size : undefined;
}

function sizeOf(view: DataView): PictureSize | undefined {
  const signature = view.getUint32(0);
  if (signature === 0x89504e47) return sized("image/png", view.getUint32(16), view.getUint32(20));
  if (signature === 0x47494638) return sized("image/gif", view.getUint16(6, true), view.getUint16(8, true));
  if (signature === 0x52494646 && view.getUint32(8) === 0x57454250) return webpSize(view);
  return signature >>> 16 === 0xffd8 ? jpegSize(view) : undefined;
}

function sized(mediaType: MediaType, widthPx: number, heightPx: number): PictureSize {
  return { mediaType, widthPx, heightPx };
}

/** RFC 9649: the extended, the lossless and the lossy form keep the size in places of their own. */
function webpSize(view: DataView): PictureSize | undefined {
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

/** ITU T.81, B.2.2: segments, each with its length, up to the first start of a frame. */
function jpegSize(view: DataView): PictureSize | undefined {
  let at = 2;
  while (at + 9 <= view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    if (startsFrame(marker)) return sized("image/jpeg", view.getUint16(at + 7), view.getUint16(at + 5));
    // A fill byte stands alone.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/** SOF0 to SOF15, without the tables (DHT, DAC) and what is reserved (JPG) between them. */
function startsFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}
