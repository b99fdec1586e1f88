import { ReadError } from "@reader/core/handler";
import type { CodedColours } from "../model/types.ts";
import { type MeasuredImage, tagAt, viewOf } from "./measured-image.ts";

const signatureBytes = 8;
/** Length, tag and checksum of a chunk. */
const chunkFrameBytes = 12;
/** Chunks before the first data that are looked at. */
const maxChunks = 200;

/** W3C PNG, 5.2 and 11.2.2: the signature, then IHDR; 11.3.6.1: `acTL` before the data of an animation. */
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

/** Where the data of each chunk starts, by its tag; the first of each. */
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

/** One frame is a still picture, whatever it calls itself. */
function isAnimated(view: DataView, chunks: Chunks): boolean {
  const at = chunks.get("acTL");
  return at !== undefined && view.getUint32(at) > 1;
}

/** W3C PNG, 11.3.2.6: four bytes, of which the first two are primaries and transfer. */
function codedColoursOf(view: DataView, chunks: Chunks): CodedColours | undefined {
  const at = chunks.get("cICP");
  if (at === undefined || at + 4 > view.byteLength) return undefined;
  return { primaries: view.getUint8(at), transfer: view.getUint8(at + 1) };
}

/** Exponents beyond these are no light that anybody encodes. */
const gammas = { least: 0.1, most: 3 } as const;
/** So far from sRGB's the difference cannot be seen: the threshold of libpng, PNG_GAMMA_THRESHOLD_FIXED. */
const sameShare = 0.05;

/** W3C PNG, 11.3.2.2 and 4.3: what it encodes light with, unless a profile or sRGB says otherwise. */
function gammaOf(view: DataView, chunks: Chunks): number | undefined {
  const at = chunks.get("gAMA");
  if (at === undefined || ["iCCP", "sRGB", "cICP"].some((tag) => chunks.has(tag))) return undefined;
  const gamma = view.getUint32(at) / 100_000;
  if (gamma < gammas.least || gamma > gammas.most || Math.abs(gamma * 2.2 - 1) <= sameShare) return undefined;
  return gamma;
}

/** Whether the first chunk is the one by which Apple marks the PNG files in apps, which have no zlib frame and blue first. */
export function isOfApple(bytes: Uint8Array): boolean {
  const view = viewOf(bytes);
  return tagAt(view, 12) === "CgBI" && tagAt(view, 0) === "\u0089PNG";
}

/** The error for such a file. */
export function applePng(): ReadError {
  return new ReadError("unsupported-type", "The image is a PNG in Apple's own form (CgBI), which is not read here.", {
    hint: "Convert it first: `pngcrush -revert-iphone-optimizations in.png out.png`, or `sips -s format png in.png --out out.png` on a Mac.",
  });
}
