import { tagAt, viewOf } from "../headers/measured-image.ts";
import { completedPng } from "./png.ts";

/**
 * Completes a PNG or WebP that was cut off, because their decoders require complete chunks. Returns `undefined` if
 * nothing is missing, and for other formats, which are decoded as far as they go.
 */
export async function completed(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  return (await completedPng(bytes)) ?? completedWebp(bytes);
}

/** Minimum size of a WebP with any pixels, in bytes. */
const minWebpBytes = 64;
/** Maximum ratio of the padded size to the available bytes. */
const maxGrowth = 20;
/** `RIFF`, the length, `WEBP`. */
const fileHeaderBytes = 12;
const chunkHeaderBytes = 8;

/** Offset of the flags of an extended file, and those of metadata chunks (RFC 9649, 2.7.1). */
const flagsAt = 20;
const metadataFlags = 0x0c;

/**
 * Completes a WebP that was cut off. An animation ends after its last complete frame; a still image is padded with
 * zeros. The decoder rejects files that are shorter than declared or lack declared chunks.
 */
export function completedWebp(bytes: Uint8Array): Uint8Array | undefined {
  const view = viewOf(bytes);
  if (bytes.length < minWebpBytes || tagAt(view, 0) !== "RIFF" || tagAt(view, 8) !== "WEBP") return undefined;
  const length = view.getUint32(4, true) + 8;
  if (length <= bytes.length) return undefined;
  const { framesEnd, pixelsEnd = length } = partsOf(view);
  if (framesEnd !== undefined) return endedAt(bytes, framesEnd);
  const end = Math.min(length, pixelsEnd);
  return end > bytes.length * maxGrowth ? undefined : endedAt(bytes, end);
}

interface Parts {
  /** End offset of the last complete frame of an animation. */
  readonly framesEnd: number | undefined;
  /** End offset of the pixels of a still image, possibly beyond the file. */
  readonly pixelsEnd: number | undefined;
}

function partsOf(view: DataView): Parts {
  let framesEnd: number | undefined;
  let pixelsEnd: number | undefined;
  for (const { tag, end } of chunkHeads(view)) {
    if (tag === "ANMF" && end <= view.byteLength) framesEnd = end;
    if (tag === "VP8 " || tag === "VP8L") pixelsEnd ??= end;
  }
  return { framesEnd, pixelsEnd };
}

interface Chunk {
  readonly tag: string;
  readonly end: number;
}

/** Yields the chunks whose headers are available. */
function* chunkHeads(view: DataView): Generator<Chunk> {
  for (let at = fileHeaderBytes; at + chunkHeaderBytes <= view.byteLength;) {
    const length = view.getUint32(at + 4, true);
    const end = at + chunkHeaderBytes + length + (length & 1);
    yield { tag: tagAt(view, at), end };
    at = end;
  }
}

/** Ends or pads the file at `end` and removes its metadata flags. */
function endedAt(bytes: Uint8Array, end: number): Uint8Array {
  const ended = new Uint8Array(end);
  ended.set(bytes.subarray(0, end));
  const view = viewOf(ended);
  view.setUint32(4, end - chunkHeaderBytes, true);
  if (tagAt(view, fileHeaderBytes) === "VP8X") view.setUint8(flagsAt, view.getUint8(flagsAt) & ~metadataFlags);
  return ended;
}

const endMark: readonly number[] = [0xff, 0xd9];
const startOfScan = 0xda;

/**
 * Ends a JPEG that is cut off inside a header between its scans before that header. Returns `undefined` for other
 * files. Otherwise the decoder would read the end marker that it inserts as part of the header and fail.
 */
export function endedJpeg(bytes: Uint8Array): Uint8Array | undefined {
  const view = viewOf(bytes);
  if (bytes.length < 4 || view.getUint16(0) !== 0xffd8) return undefined;
  let scans = 0;
  for (let at = 2; at < bytes.length;) {
    if (bytes[at] === endMark[0] && bytes[at + 1] === endMark[1]) return undefined;
    const end = at + 4 > bytes.length ? Number.POSITIVE_INFINITY : at + 2 + view.getUint16(at + 2);
    if (end > bytes.length) return scans === 0 ? undefined : withEndMark(bytes.subarray(0, at));
    const isScan = bytes[at + 1] === startOfScan;
    scans += isScan ? 1 : 0;
    at = nextMark(bytes, end);
  }
  return undefined;
}

/** Returns the offset of the next segment, after coded data with its stuffing, restart markers and fill bytes. */
function nextMark(bytes: Uint8Array, start: number): number {
  let at = bytes.indexOf(0xff, start);
  while (at >= 0 && at + 1 < bytes.length && isInsideScan(bytes[at + 1] ?? 0)) at = bytes.indexOf(0xff, at + 1);
  return at < 0 ? bytes.length : at;
}

function isInsideScan(code: number): boolean {
  return code === 0x00 || code === 0xff || (code >= 0xd0 && code <= 0xd7);
}

function withEndMark(bytes: Uint8Array): Uint8Array {
  const whole = new Uint8Array(bytes.length + endMark.length);
  whole.set(bytes);
  whole.set(endMark, bytes.length);
  return whole;
}
