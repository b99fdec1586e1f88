import { tagAt, type MeasuredImage } from "./measured-image.ts";

const signatureBytes = 8;
/** Length, tag and checksum of a chunk. */
const chunkFrameBytes = 12;
/** Chunks before the first data that are looked at for the mark of an animation. */
const maxChunks = 200;

/** W3C PNG, 5.2 and 11.2.2: the signature, then IHDR; 11.3.6.1: `acTL` before the data of an animation. */
export function measurePng(view: DataView): MeasuredImage | undefined {
  if (view.byteLength < 24 || view.getUint32(0) !== 0x89504e47 || view.getUint32(4) !== 0x0d0a1a0a) return undefined;
  const size = { widthPx: view.getUint32(16), heightPx: view.getUint32(20) };
  return { mediaType: "image/png", ...size, isAnimated: isAnimated(view) };
}

function isAnimated(view: DataView): boolean {
  let at = signatureBytes;
  for (let count = 0; count < maxChunks && at + chunkFrameBytes <= view.byteLength; count += 1) {
    const tag = tagAt(view, at + 4);
    // One frame is a still picture, whatever it calls itself.
    if (tag === "acTL") return at + 12 <= view.byteLength && view.getUint32(at + 8) > 1;
    if (tag === "IDAT") return false;
    at += chunkFrameBytes + view.getUint32(at);
  }
  return false;
}
