import { assertDecodable, type InputLimits, measureImage, type PixelSize, type RawPixels } from "@reader/image-fit";
import type { OpenedImage } from "../../model/opened-image.ts";
import { pixelImage } from "../../model/pixel-image.ts";
import { corrupt, unsupported } from "../../model/wording.ts";
import { openEngineImage } from "../engine/engine-image.ts";

const fileHeaderBytes = 14;

/** Opens a BMP, which is a file header with the offset of the pixels and a device-independent bitmap. */
export async function openBitmap(bytes: Uint8Array, limits: InputLimits): Promise<OpenedImage> {
  if (bytes.length < fileHeaderBytes + 12) throw corrupt("The bitmap ends inside its header.");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const header = readDibHeader(
    new DataView(bytes.buffer, bytes.byteOffset + fileHeaderBytes, bytes.length - fileHeaderBytes),
  );
  const { widthPx, heightPx, bitsPerPixel } = header;
  if (widthPx === 0 || heightPx === 0) throw corrupt("The bitmap has no pixels.");
  assertDecodable(header, limits);
  const named = view.getUint32(10, true);
  const start = named >= fileHeaderBytes + 12 && named < bytes.length ? named : fileHeaderBytes + header.bytes;
  const data = bytes.subarray(start);
  if (data.length === 0) throw corrupt("The bitmap ends before its pixels.");
  return pixelImage({
    format: "BMP",
    mediaType: "image/bmp",
    size: { widthPx, heightPx },
    facts: { bitsPerPixel },
    decode: async () => decodeDib(data, header),
  });
}

const headerBytes = 6;
const entryBytes = 16;
const maxEntries = 256;

/** One image of an icon file. */
interface IconEntry extends PixelSize {
  readonly bitsPerPixel: number;
  readonly data: Uint8Array;
}

/** Opens the largest undamaged image of an icon or cursor file. A remark lists the sizes of the others. */
export async function openIcon(bytes: Uint8Array, limits: InputLimits): Promise<OpenedImage> {
  const entries = entriesOf(bytes).toSorted((one, other) => rank(other) - rank(one));
  const sizes = [...new Set(entries.map(({ widthPx, heightPx }) => `${widthPx}×${heightPx}`))].join(", ");
  let fault: unknown = corrupt("The icon contains no image.");
  for (const entry of entries) {
    try {
      const image = await openEntry(entry, limits);
      return { ...image, facts: { ...image.facts, sizes }, ...remarksOf(entries.length, sizes) };
    } catch (error) {
      fault = error;
    }
  }
  throw fault;
}

function remarksOf(count: number, sizes: string): Pick<OpenedImage, "remarks"> {
  return count < 2 ? {} : { remarks: [`The icon has ${count} images (${sizes}); the largest undamaged one is shown.`] };
}

function rank({ widthPx, heightPx, bitsPerPixel }: IconEntry): number {
  return widthPx * heightPx * 64 + bitsPerPixel;
}

function entriesOf(bytes: Uint8Array): readonly IconEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < headerBytes + entryBytes) throw corrupt("The icon ends inside its directory.");
  const count = Math.min(maxEntries, view.getUint16(4, true));
  const entries: IconEntry[] = [];
  for (let index = 0; index < count; index += 1) {
    const at = headerBytes + index * entryBytes;
    if (at + entryBytes > bytes.length) break;
    const start = view.getUint32(at + 12, true);
    const data = bytes.subarray(start, start + view.getUint32(at + 8, true));
    // 0 means 256. In cursors, the field of the bit depth holds the hot spot.
    const size = { widthPx: view.getUint8(at) || 256, heightPx: view.getUint8(at + 1) || 256 };
    if (data.length > 0) entries.push({ ...size, bitsPerPixel: Math.min(32, view.getUint16(at + 6, true)), data });
  }
  return entries;
}

async function openEntry({ data }: IconEntry, limits: InputLimits): Promise<OpenedImage> {
  const named = { format: "ICO", mediaType: "image/vnd.microsoft.icon" };
  if (measureImage(data)?.mediaType === "image/png") return { ...(await openEngineImage(data, limits)), ...named };
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const stored = readDibHeader(view);
  // The stored height includes the mask, which follows the colours.
  const header = { ...stored, heightPx: Math.floor(stored.heightPx / 2) };
  const { widthPx, heightPx, bitsPerPixel } = header;
  if (widthPx === 0 || heightPx === 0) throw corrupt("The icon has no pixels.");
  assertDecodable(header, limits);
  const pixels = data.subarray(header.bytes);
  return pixelImage({
    ...named,
    size: { widthPx, heightPx },
    facts: { bitsPerPixel },
    decode: async () => masked(decodeDib(pixels, header), pixels, header),
  });
}

/** Applies the mask of one bit per pixel, bottom row first. Pixels of 32 bits have alpha instead. */
function masked(pixels: DibPixels, stored: Uint8Array, { widthPx, heightPx, bitsPerPixel }: DibHeader): DibPixels {
  if (bitsPerPixel === 32) return pixels;
  const maskRowBytes = rowBytesOf(widthPx, 1);
  const mask = stored.subarray(rowBytesOf(widthPx, bitsPerPixel) * heightPx);
  for (let y = 0; y < heightPx; y += 1) {
    const row = mask.subarray((heightPx - 1 - y) * maskRowBytes);
    for (let x = 0; x < widthPx; x += 1) {
      const isHidden = (((row[x >> 3] ?? 0) >> (7 - (x & 7))) & 1) === 1;
      if (isHidden) pixels.data[(y * widthPx + x) * 4 + 3] = 0;
    }
  }
  return pixels;
}

/** How the pixels of a device-independent bitmap are stored. */
interface DibHeader {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly isTopDown: boolean;
  readonly bitsPerPixel: number;
  readonly compression: "none" | "rle8" | "rle4" | "masks";
  /** Bit masks of red, green, blue and alpha for `compression` `masks`. Alpha is 0 if it is missing. */
  readonly masks: readonly [red: number, green: number, blue: number, alpha: number];
  /** Red, green and blue of each palette entry. */
  readonly palette: Uint8Array;
  /** Total bytes of header, masks and palette. */
  readonly bytes: number;
}

/** Bytes of BITMAPCOREHEADER, of BITMAPINFOHEADER, and the range of other versions. OS/2 2 headers have 16 to 64. */
const coreBytes = 12;
const infoBytes = 40;
const minBytes = 16;
const maxBytes = 300;

const compressions: Readonly<Record<number, DibHeader["compression"]>> = {
  0: "none",
  1: "rle8",
  2: "rle4",
  3: "masks",
  6: "masks",
};

/** Default masks of 16-bit pixels. */
const masksOf555: DibHeader["masks"] = [0x7c00, 0x03e0, 0x001f, 0];

/** Reads the header at the start of the view (MS-WMF, 2.2.2, and Windows GDI). */
function readDibHeader(view: DataView): DibHeader {
  const size = view.byteLength < coreBytes ? 0 : view.getUint32(0, true);
  const isKnown = size === coreBytes || (size >= minBytes && size <= maxBytes);
  if (!isKnown || size > view.byteLength) throw corrupt("The bitmap's header is damaged.");
  return size === coreBytes ? coreHeader(view) : infoHeader(view, size);
}

function coreHeader(view: DataView): DibHeader {
  const bitsPerPixel = view.getUint16(10, true);
  const colours = bitsPerPixel <= 8 ? 2 ** bitsPerPixel : 0;
  return {
    widthPx: view.getUint16(4, true),
    heightPx: view.getUint16(6, true),
    isTopDown: false,
    bitsPerPixel: checkedBits(bitsPerPixel),
    compression: "none",
    masks: masksOf555,
    palette: readPalette(view, { start: coreBytes, colours, entryBytes: 3 }),
    bytes: coreBytes + colours * 3,
  };
}

function infoHeader(view: DataView, size: number): DibHeader {
  const field = (at: number): number => (at + 4 <= size ? view.getUint32(at, true) : 0);
  const height = view.getInt32(8, true);
  const compression = compressions[field(16)];
  if (compression === undefined) {
    throw unsupported(`The bitmap uses an unsupported compression (${field(16)}).`);
  }
  const bitsPerPixel = checkedBits(view.getUint16(14, true));
  // Masks follow a header that is too short to hold them. The variant with alpha has four.
  const maskBytes = compression === "masks" && size === infoBytes ? maskCount(field(16)) * 4 : 0;
  const start = size + maskBytes;
  const allColours = bitsPerPixel <= 8 ? 2 ** bitsPerPixel : 0;
  const colours = Math.min(field(32) || allColours, allColours);
  return {
    widthPx: Math.abs(view.getInt32(4, true)),
    heightPx: Math.abs(height),
    isTopDown: height < 0,
    bitsPerPixel,
    compression,
    masks: compression === "masks" ? readMasks(view, maskBytes > 0 ? start : size) : masksOf555,
    palette: readPalette(view, { start, colours, entryBytes: 4 }),
    bytes: start + colours * 4,
  };
}

function maskCount(compression: number): number {
  return compression === 6 ? 4 : 3;
}

/** Reads the masks after the first 40 header bytes, as many as there are before `end`. */
function readMasks(view: DataView, end: number): DibHeader["masks"] {
  const at = (offset: number): number =>
    offset + 4 <= Math.min(end, view.byteLength) ? view.getUint32(offset, true) : 0;
  return [at(infoBytes), at(infoBytes + 4), at(infoBytes + 8), at(infoBytes + 12)];
}

function checkedBits(bits: number): number {
  if ([1, 2, 4, 8, 16, 24, 32].includes(bits)) return bits;
  throw corrupt(`The bitmap says that it has ${bits} bits a pixel.`);
}

interface PalettePlace {
  readonly start: number;
  readonly colours: number;
  readonly entryBytes: number;
}

function readPalette(view: DataView, { start, colours, entryBytes }: PalettePlace): Uint8Array {
  const palette = new Uint8Array(256 * 3);
  for (let index = 0; index < colours; index += 1) {
    const at = start + index * entryBytes;
    if (at + 3 > view.byteLength) break;
    palette.set([view.getUint8(at + 2), view.getUint8(at + 1), view.getUint8(at)], index * 3);
  }
  return palette;
}

/** Decoded pixels. `isRepaired` is true if some were missing. */
type DibPixels = RawPixels & { readonly isRepaired: boolean };

/** Reads one row of stored pixels into RGBA. */
type ReadRow = (row: Uint8Array, to: Uint8Array, at: number) => void;

/** Returns the bytes of a stored row, padded to a multiple of four. */
function rowBytesOf(widthPx: number, bitsPerPixel: number): number {
  return Math.ceil((widthPx * bitsPerPixel) / 32) * 4;
}

/** Decodes the pixels of a bitmap into RGBA, top row first. Missing pixels are black. */
function decodeDib(data: Uint8Array, header: DibHeader): DibPixels {
  const { widthPx, heightPx, compression } = header;
  const isRuns = compression === "rle8" || compression === "rle4";
  const runs = isRuns ? decodeRuns(data, header) : undefined;
  const stored = runs?.indices ?? data;
  const rowBytes = isRuns ? widthPx : rowBytesOf(widthPx, header.bitsPerPixel);
  const readRow = isRuns ? indexedRow({ ...header, bitsPerPixel: 8 }) : rowReader(header);
  const pixels = new Uint8Array(widthPx * heightPx * 4);
  for (let row = 0; row < heightPx; row += 1) {
    const y = header.isTopDown ? row : heightPx - 1 - row;
    readRow(stored.subarray(row * rowBytes, (row + 1) * rowBytes), pixels, y * widthPx * 4);
  }
  const isRepaired = runs === undefined ? stored.length < rowBytes * heightPx : !runs.isWhole;
  return { data: withSeenAlpha(pixels), widthPx, heightPx, channels: 4, isRepaired };
}

function rowReader(header: DibHeader): ReadRow {
  if (header.compression === "masks" && header.bitsPerPixel !== 24 && header.bitsPerPixel >= 16)
    return maskedRow(header);
  if (header.bitsPerPixel <= 8) return indexedRow(header);
  return header.bitsPerPixel === 16 ? maskedRow(header) : directRow(header);
}

function indexedRow({ widthPx, bitsPerPixel, palette }: DibHeader): ReadRow {
  const perByte = 8 / bitsPerPixel;
  const mask = 2 ** bitsPerPixel - 1;
  return (row, to, at) => {
    for (let x = 0; x < widthPx; x += 1) {
      const shift = 8 - bitsPerPixel * ((x % perByte) + 1);
      const index = ((row[Math.floor(x / perByte)] ?? 0) >> shift) & mask;
      to[at + x * 4] = palette[index * 3] ?? 0;
      to[at + x * 4 + 1] = palette[index * 3 + 1] ?? 0;
      to[at + x * 4 + 2] = palette[index * 3 + 2] ?? 0;
      to[at + x * 4 + 3] = 255;
    }
  };
}

/** Reads pixels stored as blue, green, red and an optional fourth byte, which may be alpha. */
function directRow({ widthPx, bitsPerPixel }: DibHeader): ReadRow {
  const step = bitsPerPixel / 8;
  return (row, to, at) => {
    for (let x = 0; x < widthPx; x += 1) {
      const from = x * step;
      to[at + x * 4] = row[from + 2] ?? 0;
      to[at + x * 4 + 1] = row[from + 1] ?? 0;
      to[at + x * 4 + 2] = row[from] ?? 0;
      to[at + x * 4 + 3] = step === 4 ? (row[from + 3] ?? 0) : 255;
    }
  };
}

function maskedRow({ widthPx, bitsPerPixel, masks }: DibHeader): ReadRow {
  const step = bitsPerPixel / 8;
  const channels = masks.map(channelOf);
  return (row, to, at) => {
    const view = new DataView(row.buffer, row.byteOffset, row.byteLength);
    for (let x = 0; x < widthPx && (x + 1) * step <= row.length; x += 1) {
      const value = step === 2 ? view.getUint16(x * 2, true) : view.getUint32(x * 4, true);
      for (const [index, channel] of channels.entries()) to[at + x * 4 + index] = channel(value);
    }
  };
}

/** Scales the bits under a mask to 0–255. Without a mask, a colour is 0 and alpha is 255. */
function channelOf(mask: number, index: number): (value: number) => number {
  if (mask === 0) return () => (index === 3 ? 255 : 0);
  const shift = Math.log2(mask & -mask) % 32;
  const lowest = shift < 0 || Number.isNaN(shift) ? 31 : shift;
  const max = mask / 2 ** lowest;
  return (value) => Math.round((Math.floor(((value & mask) >>> 0) / 2 ** lowest) * 255) / max);
}

/** Makes the pixels opaque if all alpha values are 0: many writers leave the fourth byte 0 when it is not alpha. */
function withSeenAlpha(pixels: Uint8Array): Uint8Array {
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 0) return pixels;
  for (let at = 3; at < pixels.length; at += 4) pixels[at] = 255;
  return pixels;
}

/** The position of the next pixel. */
interface Cursor {
  x: number;
  y: number;
}

/** The output of the decoder, and how a byte holds palette indices. */
interface Canvas extends Cursor {
  readonly indices: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
  /** True if a byte holds two indices. */
  readonly isNibbles: boolean;
}

/** The palette indices of a bitmap's pixels. */
interface DecodedRuns {
  /** Rows in stored order. Pixels that no run sets are 0. */
  readonly indices: Uint8Array;
  /** True if the runs reach the end of the image or an end marker. */
  readonly isWhole: boolean;
}

/** Decodes a run-length encoded bitmap into palette indices. */
function decodeRuns(data: Uint8Array, { widthPx, heightPx, compression }: DibHeader): DecodedRuns {
  const indices = new Uint8Array(widthPx * heightPx);
  const canvas: Canvas = { x: 0, y: 0, indices, widthPx, heightPx, isNibbles: compression === "rle4" };
  for (let at = 0; at + 2 <= data.length && canvas.y < heightPx;) {
    const [count = 0, value = 0] = data.subarray(at, at + 2);
    at += 2;
    if (count > 0) repeat(canvas, count, value);
    else if (value > 2) at += copy(canvas, value, data.subarray(at));
    else if (value === 1) return { indices, isWhole: true };
    else at += move(canvas, value, data.subarray(at, at + 2));
  }
  return { indices, isWhole: canvas.y + (canvas.x >= widthPx ? 1 : 0) >= heightPx };
}

function repeat(canvas: Canvas, count: number, value: number): void {
  for (let index = 0; index < count; index += 1) put(canvas, canvas.isNibbles ? nibble(value, index) : value);
}

/** Copies literal indices. Returns the bytes read, padded to two. */
function copy(canvas: Canvas, count: number, data: Uint8Array): number {
  const { isNibbles } = canvas;
  for (let index = 0; index < count; index += 1) {
    const byte = data[isNibbles ? index >> 1 : index] ?? 0;
    put(canvas, isNibbles ? nibble(byte, index) : byte);
  }
  const length = isNibbles ? (count + 1) >> 1 : count;
  return length + (length & 1);
}

/** Ends the line (code 0) or moves the cursor (code 2). Returns the number of bytes read. */
function move(cursor: Cursor, code: number, delta: Uint8Array): number {
  if (code === 0) {
    cursor.x = 0;
    cursor.y += 1;
    return 0;
  }
  cursor.x += delta[0] ?? 0;
  cursor.y += delta[1] ?? 0;
  return 2;
}

function put(canvas: Canvas, index: number): void {
  const { x, y, widthPx, heightPx } = canvas;
  if (x < widthPx && y < heightPx) canvas.indices[y * widthPx + x] = index;
  canvas.x += 1;
}

function nibble(byte: number, index: number): number {
  return (index & 1) === 0 ? byte >> 4 : byte & 15;
}
