import { tagAt, viewOf } from "../headers/measured-image.ts";
import { chunkFrameBytes, joined, pngChunk } from "./png-chunk.ts";
import { pixelBytesOf, pngRowsOf, type PngRows } from "./png-pixel-bytes.ts";

const signatureBytes = 8;
/** Where the header, which is always the first chunk, has its data. */
const headerAt = signatureBytes + 8;
const headerBytes = 13;
/** Pixels that are unpacked here at most: more would take as much memory as the picture itself. */
const maxUnpackedBytes = 64 * 1024 * 1024;
/** What is unpacked comes in pieces of this size; the one in which the fault lies is lost. */
const pieceBytes = 1024;

/**
 * A PNG whose pixels are damaged, with those before the fault packed anew and the others black; undefined for any other
 * file. The decoder gives nothing of an interlaced picture in which a single bit is wrong.
 */
export async function repackedPng(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  const view = viewOf(bytes);
  if (bytes.length < headerAt + headerBytes || view.getUint32(0) !== 0x89504e47) return undefined;
  const { firstAt, data } = pixelChunks(view, bytes);
  const header = viewOf(bytes.subarray(headerAt));
  const wanted = pixelBytesOf(header);
  if (data.length === 0 || wanted > maxUnpackedBytes) return undefined;
  const pixels = new Uint8Array(wanted);
  if ((await unpackInto(pixels, joined(data))) === 0) return undefined;
  blankFromFault(pixels, pngRowsOf(header));
  const { deflateSync } = await import("node:zlib");
  const packed = deflateSync(pixels, { level: 1 });
  return joined([bytes.subarray(0, firstAt), await pngChunk("IDAT", packed), await pngChunk("IEND")]);
}

/** Filters of a row, PNG specification 9.2. */
const lastFilter = 4;

/** A row without a filter of its own is behind the fault, and so are all after it: the decoder gives up there. */
function blankFromFault(pixels: Uint8Array, rows: readonly PngRows[]): void {
  let at = 0;
  for (const { count, rowBytes } of rows) {
    for (let row = 0; row < count; row += 1, at += rowBytes) {
      if ((pixels[at] ?? 0) > lastFilter) pixels.fill(0, at);
    }
  }
}

/** Where the first chunk of pixels starts, and what all of them hold, whatever their checksums say. */
function pixelChunks(
  view: DataView,
  bytes: Uint8Array,
): { readonly firstAt: number; readonly data: readonly Uint8Array[] } {
  const data: Uint8Array[] = [];
  let firstAt = 0;
  for (let at = signatureBytes; at + chunkFrameBytes <= bytes.length;) {
    const end = at + chunkFrameBytes + view.getUint32(at);
    if (tagAt(view, at + 4) === "IDAT") {
      firstAt ||= at;
      data.push(bytes.subarray(at + 8, Math.min(bytes.length, end - 4)));
    }
    at = end;
  }
  return { firstAt, data };
}

/** Unpacks until the target is full or the data are at fault; how many bytes there were. */
async function unpackInto(target: Uint8Array, data: Uint8Array): Promise<number> {
  const { createInflate } = await import("node:zlib");
  const inflate = createInflate({ chunkSize: pieceBytes });
  let filled = 0;
  inflate.end(data);
  try {
    for await (const piece of inflate) {
      if (!(piece instanceof Uint8Array)) break;
      target.set(piece.subarray(0, target.length - filled), filled);
      filled = Math.min(target.length, filled + piece.length);
      if (filled === target.length) break;
    }
  } catch {
    // What came before the fault is there.
  }
  return filled;
}
