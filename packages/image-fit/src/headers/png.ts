import { ReadError } from "@reader/core/handler";
import type { CodedColours } from "../model/types.ts";
import { type MeasuredImage, tagAt, viewOf } from "./measured-image.ts";

const signatureBytes = 8;
/** Length, tag and checksum of a chunk. */
const chunkFrameBytes = 12;
/** Maximum number of chunks parsed before the image data. */
const maxChunks = 200;

/** Measures a PNG (W3C PNG, 5.2 and 11.2.2). An animation has an `acTL` chunk before its data (11.3.6.1). */
export function measurePng(view: DataView): MeasuredImage | undefined {
  if (view.byteLength < 24 || view.getUint32(0) !== 0x89504e47 || view.getUint32(4) !== 0x0d0a1a0a) return undefined;
  const size = { widthPx: view.getUint32(16), heightPx: view.getUint32(20) };
  const chunks = chunksBeforeData(view);
  const gamma = gammaOf(view, chunks);
  const codedColours = codedColoursOf(view, chunks);
  return {
    mediaType: "image/png",
    ...size,
    isAnimated: isAnimated(view, chunks),
    ...(gamma === undefined ? {} : { gamma }),
    ...(codedColours === undefined ? {} : { codedColours }),
  };
}

/** Offset of the data of the first chunk with each tag. */
type Chunks = ReadonlyMap<string, number>;

function chunksBeforeData(view: DataView): Chunks {
  const chunks = new Map<string, number>();
  let at = signatureBytes;
  for (let count = 0; count < maxChunks && at + chunkFrameBytes <= view.byteLength; count += 1) {
    const tag = tagAt(view, at + 4);
    if (tag === "IDAT") break;
    if (!chunks.has(tag)) chunks.set(tag, at + 8);
    at += chunkFrameBytes + view.getUint32(at);
  }
  return chunks;
}

/** True if there is more than one frame. */
function isAnimated(view: DataView, chunks: Chunks): boolean {
  const at = chunks.get("acTL");
  return at !== undefined && view.getUint32(at) > 1;
}

/** Reads `cICP` (W3C PNG, 11.3.2.6): the first two of its four bytes are primaries and transfer function. */
function codedColoursOf(view: DataView, chunks: Chunks): CodedColours | undefined {
  const at = chunks.get("cICP");
  if (at === undefined || at + 4 > view.byteLength) return undefined;
  return { primaries: view.getUint8(at), transfer: view.getUint8(at + 1) };
}

/** The range of plausible exponents. */
const gammas = { least: 0.1, most: 3 } as const;
/** Relative difference to sRGB that is not visible: PNG_GAMMA_THRESHOLD_FIXED of libpng. */
const sameShare = 0.05;

/** Reads the encoding exponent, unless a profile or an sRGB chunk overrides it (W3C PNG, 11.3.2.2 and 4.3). */
function gammaOf(view: DataView, chunks: Chunks): number | undefined {
  const at = chunks.get("gAMA");
  if (at === undefined || ["iCCP", "sRGB", "cICP"].some((tag) => chunks.has(tag))) return undefined;
  const gamma = view.getUint32(at) / 100_000;
  if (gamma < gammas.least || gamma > gammas.most || Math.abs(gamma * 2.2 - 1) <= sameShare) return undefined;
  return gamma;
}

/** True for Apple's PNG variant in apps, marked by its first chunk: no zlib header, and blue stored first. */
export function isApplePng(bytes: Uint8Array): boolean {
  const view = viewOf(bytes);
  return tagAt(view, 12) === "CgBI" && tagAt(view, 0) === "\u0089PNG";
}

/** Creates the error for Apple's PNG variant. */
export function applePngError(): ReadError {
  return new ReadError("unsupported-type", "The image is a PNG in Apple's own form (CgBI), which is not supported.", {
    hint: "Convert it first: `pngcrush -revert-iphone-optimizations in.png out.png`, or `sips -s format png in.png --out out.png` on a Mac.",
  });
}
