import { tagAt, viewOf } from "../headers/measured-image.ts";

/** Bytes before which nothing of a picture can have come. */
const minWebpBytes = 64;
/** What is missing is made up for as long as it is not more than this many times what there is. */
const maxGrowth = 20;
/** `RIFF`, the length, `WEBP`. */
const fileHeaderBytes = 12;
const chunkHeaderBytes = 8;

/** Where the head of an extended file keeps which chunks there are, RFC 9649, 2.7.1; those of metadata come last. */
const flagsAt = 20;
const metadataFlags = 0x0c;

/**
 * A WebP that was cut off: an animation ends after its last whole frame, and a still picture is filled up with zeros to
 * where its pixels end. The decoder reads nothing of a file that is shorter than it says, or lacks chunks that it names.
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
  /** Where the last whole frame of an animation ends. */
  readonly framesEnd: number | undefined;
  /** Where the pixels of a still picture end, or would. */
  readonly pixelsEnd: number | undefined;
}

function partsOf(view: DataView): Parts {
  let framesEnd: number | undefined;
  let pixelsEnd: number | undefined;
  for (const { tag, end } of chunksOf(view)) {
    if (tag === "ANMF" && end <= view.byteLength) framesEnd = end;
    if (tag === "VP8 " || tag === "VP8L") pixelsEnd ??= end;
  }
  return { framesEnd, pixelsEnd };
}

interface Chunk {
  readonly tag: string;
  readonly end: number;
}

/** The chunks whose heads are there. */
function* chunksOf(view: DataView): Generator<Chunk> {
  for (let at = fileHeaderBytes; at + chunkHeaderBytes <= view.byteLength;) {
    const length = view.getUint32(at + 4, true);
    const end = at + chunkHeaderBytes + length + (length & 1);
    yield { tag: tagAt(view, at), end };
    at = end;
  }
}

/** The file as one that ends there and has no metadata. */
function endedAt(bytes: Uint8Array, end: number): Uint8Array {
  const ended = new Uint8Array(end);
  ended.set(bytes.subarray(0, end));
  const view = viewOf(ended);
  view.setUint32(4, end - chunkHeaderBytes, true);
  if (tagAt(view, fileHeaderBytes) === "VP8X") view.setUint8(flagsAt, view.getUint8(flagsAt) & ~metadataFlags);
  return ended;
}
