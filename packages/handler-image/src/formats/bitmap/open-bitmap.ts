import { assertDecodable, type InputLimits, measureImage, type PixelSize } from "@reader/image-fit";
import type { OpenedImage } from "../../model/opened-image.ts";
import { pixelImage } from "../../model/pixel-image.ts";
import { corrupt } from "../../model/unreadable.ts";
import { openEngineImage } from "../engine/engine-image.ts";
import { decodeDib, type DibHeader, type DibPixels, readDibHeader, rowBytesOf } from "./dib.ts";

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
