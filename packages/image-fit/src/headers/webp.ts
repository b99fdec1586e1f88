import type { MeasuredImage } from "./measured-image.ts";

/** RFC 9649: `VP8X`, `VP8L` and `VP8 ` each keep the size in a place of their own. */
export function measureWebp(view: DataView): MeasuredImage | undefined {
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
