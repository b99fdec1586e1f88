import { corrupt, unsupported } from "../../model/unreadable.ts";

/** How the pixels of a device-independent bitmap are stored. */
export interface DibHeader {
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
export function readDibHeader(view: DataView): DibHeader {
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
