import { tagAt, viewOf } from "../headers/measured-image.ts";

const signatureBytes = 8;
/** Offset of the data of IHDR, which is always the first chunk. */
const headerAt = signatureBytes + 8;
const headerBytes = 13;
/** Maximum number of pixel bytes that are decompressed here, to save memory. */
const maxUnpackedBytes = 64 * 1024 * 1024;
/** Size of decompressed chunks, in bytes. The chunk that contains the fault is lost. */
const pieceBytes = 1024;

/**
 * Repairs a PNG with damaged pixels: those before the fault are compressed again, the others become black. Returns
 * `undefined` for other files. The decoder would reject an interlaced image with a single wrong bit.
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

/** Highest row filter (W3C PNG, 9.2). */
const lastFilter = 4;

/** Blanks all rows from the first with an invalid filter, which is after the fault. The decoder would stop there. */
function blankFromFault(pixels: Uint8Array, rows: readonly PngRows[]): void {
  let at = 0;
  for (const { count, rowBytes } of rows) {
    for (let row = 0; row < count; row += 1, at += rowBytes) {
      if ((pixels[at] ?? 0) > lastFilter) pixels.fill(0, at);
    }
  }
}

/** Returns the offset of the first pixel chunk and the data of all, ignoring checksums. */
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

/** Decompresses until the target is full or the data is invalid. Returns the number of bytes. */
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
    // The bytes before the fault are kept.
  }
  return filled;
}

/** Bytes of the header chunk: length, tag, data and checksum. */
const headerChunkBytes = 25;

/** Completes a PNG that is cut off inside its pixels. Returns `undefined` for other files. */
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
    if (end > bytes.length) return tag === "IDAT" ? endAtCut({ bytes, firstAt, lastAt: at, data }) : undefined;
    if (tag === "IEND") return undefined;
    at = end;
  }
  return undefined;
}

interface CutPng {
  readonly bytes: Uint8Array;
  /** Offsets of the first and last chunk of pixels. */
  readonly firstAt: number;
  readonly lastAt: number;
  /** The available compressed pixels. */
  readonly data: readonly Uint8Array[];
}

/**
 * Ends a PNG at the cut. The decoder shows the rows before a cut, except if the image is interlaced or only the final
 * checksum is missing. In those cases the pixels are compressed again.
 */
async function endAtCut(png: CutPng): Promise<Uint8Array> {
  const { bytes, firstAt, lastAt, data } = png;
  const header = viewOf(bytes.subarray(headerAt));
  const wanted = pixelBytesOf(header);
  const unpacked = wanted > maxUnpackedBytes ? new Uint8Array() : await unpack(data, wanted);
  const isInterlaced = header.getUint8(12) === 1;
  if (unpacked.length === 0 || (unpacked.length < wanted && !isInterlaced)) {
    // The available part of the last chunk becomes a complete chunk.
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

/** Decompresses up to `wanted` bytes. Returns no bytes if the data is invalid. */
async function unpack(data: readonly Uint8Array[], wanted: number): Promise<Uint8Array> {
  const { inflateSync, constants } = await import("node:zlib");
  try {
    return inflateSync(joined(data), { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: wanted });
  } catch {
    return new Uint8Array();
  }
}

/** Length, tag and checksum of a chunk. */
const chunkFrameBytes = 12;

/** Writes a PNG chunk: length, tag, data and checksum. */
async function pngChunk(tag: string, data: Uint8Array = new Uint8Array()): Promise<Uint8Array> {
  const { crc32 } = await import("node:zlib");
  const whole = new Uint8Array(data.length + chunkFrameBytes);
  const view = viewOf(whole);
  view.setUint32(0, data.length);
  whole.set(new TextEncoder().encode(tag), 4);
  whole.set(data, 8);
  view.setUint32(data.length + 8, crc32(whole.subarray(4, data.length + 8)));
  return whole;
}

/** Concatenates byte arrays. */
function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Samples per pixel by colour type (W3C PNG, 11.2.1). */
const samples: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Start and step of the seven passes of an interlaced PNG (W3C PNG, 8.2). */
const passes = [
  { x: 0, y: 0, stepX: 8, stepY: 8 },
  { x: 4, y: 0, stepX: 8, stepY: 8 },
  { x: 0, y: 4, stepX: 4, stepY: 8 },
  { x: 2, y: 0, stepX: 4, stepY: 4 },
  { x: 0, y: 2, stepX: 2, stepY: 4 },
  { x: 1, y: 0, stepX: 2, stepY: 2 },
  { x: 0, y: 1, stepX: 1, stepY: 2 },
] as const;

const wholeImage = [{ x: 0, y: 0, stepX: 1, stepY: 1 }] as const;

/** Rows of equal length: a whole image, or one pass of an interlaced one. */
interface PngRows {
  readonly count: number;
  /** Bytes of a row, including its leading filter byte. */
  readonly rowBytes: number;
}

/** Returns the rows of a PNG in stored order, by the data of its header chunk. */
function pngRowsOf(header: DataView): readonly PngRows[] {
  const [widthPx, heightPx] = [header.getUint32(0), header.getUint32(4)];
  const bits = header.getUint8(8) * (samples[header.getUint8(9)] ?? 0);
  return (header.getUint8(12) === 1 ? passes : wholeImage).flatMap(({ x, y, stepX, stepY }) => {
    const [columns, count] = [Math.ceil((widthPx - x) / stepX), Math.ceil((heightPx - y) / stepY)];
    return columns > 0 && count > 0 ? [{ count, rowBytes: 1 + Math.ceil((columns * bits) / 8) }] : [];
  });
}

/** Returns the total uncompressed bytes of all rows of a PNG. */
function pixelBytesOf(header: DataView): number {
  return pngRowsOf(header).reduce((sum, { count, rowBytes }) => sum + count * rowBytes, 0);
}
