import { tagAt, type MeasuredImage } from "./measured-image.ts";

/** The first of the frames with arithmetic coding: ITU T.81, table B.1. */
const firstArithmetic = 0xc9;
/** The segment in which the Multi-Picture Format (CIPA DC-007, 5.1) tells of further pictures behind this one. */
const app2 = 0xe2;

/** ITU T.81, B.2.2: the first start-of-frame segment. */
export function measureJpeg(view: DataView): MeasuredImage | undefined {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return undefined;
  let hasOthers = false;
  for (let at = 2; at + 9 <= view.byteLength;) {
    // Decoders skip junk between segments, and so must we, or the size would stay unchecked.
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

/** SOF0 to SOF15 without DHT, JPG and DAC. */
function isStartOfFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** Fill bytes, stuffing, restart marks, SOI and TEM stand alone. */
function hasNoLength(marker: number): boolean {
  return marker === 0xff || marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8);
}
