import { tagAt, viewOf } from "../headers/measured-image.ts";

/** Bytes before which nothing of a picture can have come. */
const minWebpBytes = 64;
/** What is missing is made up for as long as it is not more than this many times what there is. */
const maxGrowth = 20;
/** `RIFF`, the length, `WEBP`. */
const fileHeaderBytes = 12;
const chunkHeaderBytes = 8;

/**
 * A WebP that was cut off: an animation ends after its last whole frame, and a still picture is filled up with zeros to
 * the length that it says it has. The decoder reads nothing of a file that is shorter than it says.
 */
export function completedWebp(bytes: Uint8Array): Uint8Array | undefined {
  const view = viewOf(bytes);
  if (bytes.length < minWebpBytes || tagAt(view, 0) !== "RIFF" || tagAt(view, 8) !== "WEBP") return undefined;
  const length = view.getUint32(4, true) + 8;
  if (length <= bytes.length) return undefined;
  const framesEnd = endOfFrames(view);
  if (framesEnd > 0) return endedAt(bytes, framesEnd);
  if (length > bytes.length * maxGrowth) return undefined;
  const whole = new Uint8Array(length);
  whole.set(bytes);
  return whole;
}

/** Where the last whole frame of an animation ends; 0 where there is none. */
function endOfFrames(view: DataView): number {
  let framesEnd = 0;
  for (let at = fileHeaderBytes; at + chunkHeaderBytes <= view.byteLength;) {
    const length = view.getUint32(at + 4, true);
    const end = at + chunkHeaderBytes + length + (length & 1);
    if (end <= view.byteLength && tagAt(view, at) === "ANMF") framesEnd = end;
    at = end;
  }
  return framesEnd;
}

function endedAt(bytes: Uint8Array, end: number): Uint8Array {
  // Not by slice, which shares the memory of what is a Buffer.
  const ended = new Uint8Array(bytes.subarray(0, end));
  viewOf(ended).setUint32(4, end - chunkHeaderBytes, true);
  return ended;
}
