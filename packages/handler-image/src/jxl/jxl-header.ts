import type { PixelSize } from "@reader/image-fit";
import { bitReader, type BitReader } from "./bit-reader.ts";
import { jxlBoxes } from "./jxl-boxes.ts";

/** Widths by the number of a ratio, times the height: ISO/IEC 18181-1, table A.4. */
const ratios: readonly (readonly [number, number])[] = [
  [0, 1],
  [1, 1],
  [12, 10],
  [4, 3],
  [3, 2],
  [16, 9],
  [5, 4],
  [2, 1],
];

/** Bits of the ways to write a side. */
const sideBits: readonly number[] = [9, 13, 18, 30];

/** What a JPEG XL says of itself; its size is the size as displayed. */
export interface JxlHeader extends PixelSize {
  readonly isAnimated: boolean;
}

/** The header of a JPEG XL (ISO/IEC 18181-1, D.2 and D.3); undefined where there is none. */
export function jxlHeader(bytes: Uint8Array): JxlHeader | undefined {
  const codestream = codestreamOf(bytes);
  if (codestream === undefined || codestream.length < 12) return undefined;
  const read = bitReader(codestream.subarray(2));
  const { widthPx, heightPx } = readSize(read);
  const { orientation, isAnimated } = readExtraFields(read);
  const isTurned = orientation > 4;
  return { widthPx: isTurned ? heightPx : widthPx, heightPx: isTurned ? widthPx : heightPx, isAnimated };
}

function readSize(read: BitReader): PixelSize {
  const isSmall = read(1) === 1;
  const side = (): number => (isSmall ? (read(5) + 1) * 8 : read(sideBits[read(2)] ?? 0) + 1);
  return withWidth(side(), read, side);
}

function withWidth(heightPx: number, read: BitReader, side: () => number): PixelSize {
  const ratio = ratios[read(3)];
  if (ratio === undefined || ratio[0] === 0) return { widthPx: side(), heightPx };
  return { widthPx: Math.floor((heightPx * ratio[0]) / ratio[1]), heightPx };
}

/** How the picture is turned, as in EXIF, and whether it moves. */
function readExtraFields(read: BitReader): { readonly orientation: number; readonly isAnimated: boolean } {
  const isPlain = read(1) === 1 || read(1) === 0;
  if (isPlain) return { orientation: 1, isAnimated: false };
  const orientation = read(3) + 1;
  if (read(1) === 1) readSize(read);
  if (read(1) === 1) readPreviewSize(read);
  return { orientation, isAnimated: read(1) === 1 };
}

/** Bits of the ways to write a side of a preview; with the first two ways of eighths, there is nothing to be read. */
const previewEighthBits: readonly number[] = [0, 0, 5, 9];
const previewBits: readonly number[] = [6, 8, 10, 12];

/** Only where it ends is of interest. */
function readPreviewSize(read: BitReader): void {
  const bits = read(1) === 1 ? previewEighthBits : previewBits;
  const side = (): number => read(bits[read(2)] ?? 0);
  withWidth(side(), read, side);
}

/** More than any header has. */
const mostHeaderBytes = 64;

/** The bytes from `FF 0A` on, bare or in boxes, as many of which as a header may take. */
function codestreamOf(bytes: Uint8Array): Uint8Array | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0x0a) return bytes;
  let parts: readonly number[] = [];
  for (const { tag, content } of jxlBoxes(bytes)) {
    if (tag === "jxlc") return content;
    // A part starts with its number, and the first one may hold a few bytes alone.
    if (tag === "jxlp") parts = [...parts, ...content.subarray(4, 4 + mostHeaderBytes)];
    if (parts.length >= mostHeaderBytes) break;
  }
  return parts.length === 0 ? undefined : Uint8Array.from(parts);
}
