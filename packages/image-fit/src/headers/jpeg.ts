import type { MeasuredImage } from "./measured-image.ts";

/** ITU T.81, B.2.2: the first start-of-frame segment. */
export function measureJpeg(view: DataView): MeasuredImage | undefined {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 <= view.byteLength;) {
    // Decoders skip junk between segments, and so must we, or the size would stay unchecked.
    if (view.getUint8(at) !== 0xff) {
      at += 1;
      continue;
    }
    const marker = view.getUint8(at + 1);
    if (isStartOfFrame(marker)) {
      return { mediaType: "image/jpeg", widthPx: view.getUint16(at + 7), heightPx: view.getUint16(at + 5) };
    }
    at += hasNoLength(marker) ? 1 : 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/** SOF0 to SOF15 without DHT, JPG and DAC. */
function isStartOfFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** Fill bytes, stuffing, restart marks, SOI and TEM stand alone. */
function hasNoLength(marker: number): boolean {
  return marker === 0xff || marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8);
}
