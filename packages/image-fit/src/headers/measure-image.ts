import { measureGif } from "./gif.ts";
import { measureHeif } from "./heif.ts";
import { type MeasuredImage, tagAt, viewOf } from "./measured-image.ts";
import { measurePng } from "./png.ts";
import { measureTiff } from "./tiff.ts";

/**
 * Reads type and size from the header, before any decoder sees the bytes: a decoder may allocate memory before it
 * rejects a size. Returns `undefined` for other formats and if the header is cut off.
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

/** Measures a WebP. `VP8X`, `VP8L` and `VP8 ` store the size differently (RFC 9649). */
function measureWebp(view: DataView): MeasuredImage | undefined {
  if (view.byteLength < 30 || view.getUint32(0) !== 0x52494646 || view.getUint32(8) !== 0x57454250) return undefined;
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

/** The first start-of-frame marker with arithmetic coding (ITU T.81, table B.1). */
const firstArithmetic = 0xc9;
/** The segment in which the `Multi-Picture Format` (CIPA DC-007, 5.1) lists further images of the file. */
const app2 = 0xe2;

/** Measures a JPEG by its first start-of-frame segment (ITU T.81, B.2.2). */
function measureJpeg(view: DataView): MeasuredImage | undefined {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return undefined;
  let hasOthers = false;
  for (let at = 2; at + 9 <= view.byteLength;) {
    // Decoders skip junk between segments. Skip it too, or the size would stay unchecked.
    if (view.getUint8(at) !== 0xff) {
      at += 1;
      continue;
    }
    const marker = view.getUint8(at + 1);
    if (isStartOfFrame(marker)) {
      const size = { widthPx: view.getUint16(at + 7), heightPx: view.getUint16(at + 5) };
      return { mediaType: "image/jpeg", ...size, isRareKind: hasOthers || marker >= firstArithmetic };
    }
    hasOthers ||= marker === app2 && tagAt(view, at + 4) === "MPF\0";
    at += hasNoLength(marker) ? 1 : 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/** True for SOF0 to SOF15, except DHT, JPG and DAC. */
function isStartOfFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** True for markers without a length: fill bytes, stuffing, restart markers, SOI and TEM. */
function hasNoLength(marker: number): boolean {
  return marker === 0xff || marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8);
}
