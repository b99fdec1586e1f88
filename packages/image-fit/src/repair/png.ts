import { tagAt, viewOf } from "../headers/measured-image.ts";

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

/** Length, tag, data and checksum of the header. */
const headerChunkBytes = 25;

/** A PNG that ends inside its pixels, endedAtCut properly there; undefined for any other. */
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
    if (end > bytes.length) return tag === "IDAT" ? endedAtCut({ bytes, firstAt, lastAt: at, data }) : undefined;
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
async function endedAtCut(png: CutPng): Promise<Uint8Array> {
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

/** Length, tag and checksum of a chunk. */
const chunkFrameBytes = 12;

/** A chunk of a PNG: length, tag, data and checksum. */
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

/** The pieces one behind the other. */
function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Values of a pixel by colour type, of the PNG specification 11.2.1. */
const samples: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Where the seven passes of an interlaced PNG start and how far their pixels lie apart (specification, 8.2). */
const passes = [
  { x: 0, y: 0, stepX: 8, stepY: 8 },
  { x: 4, y: 0, stepX: 8, stepY: 8 },
  { x: 0, y: 4, stepX: 4, stepY: 8 },
  { x: 2, y: 0, stepX: 4, stepY: 4 },
  { x: 0, y: 2, stepX: 2, stepY: 4 },
  { x: 1, y: 0, stepX: 2, stepY: 2 },
  { x: 0, y: 1, stepX: 1, stepY: 2 },
] as const;

const wholePicture = [{ x: 0, y: 0, stepX: 1, stepY: 1 }] as const;

/** Rows of one length: a whole picture, or one pass of an interlaced one. */
interface PngRows {
  readonly count: number;
  /** Bytes of a row, with its filter before it. */
  readonly rowBytes: number;
}

/** The rows of a PNG in the order in which they are packed, by the data of its header chunk. */
function pngRowsOf(header: DataView): readonly PngRows[] {
  const [widthPx, heightPx] = [header.getUint32(0), header.getUint32(4)];
  const bits = header.getUint8(8) * (samples[header.getUint8(9)] ?? 0);
  return (header.getUint8(12) === 1 ? passes : wholePicture).flatMap(({ x, y, stepX, stepY }) => {
    const [columns, count] = [Math.ceil((widthPx - x) / stepX), Math.ceil((heightPx - y) / stepY)];
    return columns > 0 && count > 0 ? [{ count, rowBytes: 1 + Math.ceil((columns * bits) / 8) }] : [];
  });
}

/** Bytes of all rows of a PNG as they are packed. */
function pixelBytesOf(header: DataView): number {
  return pngRowsOf(header).reduce((sum, { count, rowBytes }) => sum + count * rowBytes, 0);
}
