import { tagAt, viewOf } from "../headers/measured-image.ts";
import { pixelBytesOf } from "./png-pixel-bytes.ts";
import { chunkFrameBytes, joined, pngChunk } from "./png-chunk.ts";

const signatureBytes = 8;
/** Where the first chunk, which is always this one, has its data. */
const headerAt = signatureBytes + 8;
/** Length, tag, data and checksum of the header. */
const headerChunkBytes = 25;

/** Pixels that are unpacked here at most: more would take as much memory as the picture itself. */
const maxUnpackedBytes = 64 * 1024 * 1024;

/** A PNG that ends inside its pixels, ended properly there; undefined for any other. */
export async function completedPng(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  const view = viewOf(bytes);
  if (bytes.length < signatureBytes + headerChunkBytes || view.getUint32(0) !== 0x89504e47) return undefined;
  const data: Uint8Array[] = [];
  let firstAt = 0;
  let at = signatureBytes;
  while (at + chunkFrameBytes <= bytes.length) {
    const tag = tagAt(view, at + 4);
    const end = at + chunkFrameBytes + view.getUint32(at);
    if (tag === "IDAT") data.push(bytes.subarray(at + 8, Math.min(bytes.length, end - 4)));
    if (data.length === 1 && tag === "IDAT") firstAt = at;
    if (end > bytes.length) return tag === "IDAT" ? ended({ bytes, firstAt, lastAt: at, data }) : undefined;
    if (tag === "IEND") return undefined;
    at = end;
  }
  return undefined;
}

interface CutPng {
  readonly bytes: Uint8Array;
  /** Where the first and the last chunk of pixels start. */
  readonly firstAt: number;
  readonly lastAt: number;
  /** What there is of the pixels, packed. */
  readonly data: readonly Uint8Array[];
}

/**
 * The decoder shows the rows before a cut, but nothing of a picture that is interlaced, and nothing where only the
 * checksum behind the pixels is cut: those are packed anew.
 */
async function ended(png: CutPng): Promise<Uint8Array> {
  const { bytes, firstAt, lastAt, data } = png;
  const header = viewOf(bytes.subarray(headerAt));
  const wanted = pixelBytesOf(header);
  const unpacked = wanted > maxUnpackedBytes ? new Uint8Array() : await unpack(data, wanted);
  const isInterlaced = header.getUint8(12) === 1;
  if (unpacked.length === 0 || (unpacked.length < wanted && !isInterlaced)) {
    // What there is of the last chunk becomes all of it.
    return joined([
      bytes.subarray(0, lastAt),
      await pngChunk("IDAT", bytes.subarray(lastAt + 8)),
      await pngChunk("IEND"),
    ]);
  }
  const { deflateSync } = await import("node:zlib");
  const pixels = new Uint8Array(wanted);
  pixels.set(unpacked);
  const packed = deflateSync(pixels, { level: 1 });
  return joined([bytes.subarray(0, firstAt), await pngChunk("IDAT", packed), await pngChunk("IEND")]);
}

/** As much as is there, and no more than is wanted; nothing where it is no data. */
async function unpack(data: readonly Uint8Array[], wanted: number): Promise<Uint8Array> {
  const { inflateSync, constants } = await import("node:zlib");
  try {
    return inflateSync(joined(data), { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: wanted });
  } catch {
    return new Uint8Array();
  }
}
