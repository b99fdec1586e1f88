import { createRequire } from "node:module";
import { brotliDecompressSync } from "node:zlib";
import { ReadError } from "@reader/core/handler";
import { assertDecodable, compilePackagedWasm, type InputLimits, type PixelSize } from "@reader/image-fit";
import type { OpenedImage } from "../../model/opened-image.ts";
import { decodedPixels, pixelImage } from "../../model/pixel-image.ts";
import { corrupt } from "../../model/wording.ts";

/** Opens a JPEG XL. */
export async function openJxl(bytes: Uint8Array, limits: InputLimits): Promise<OpenedImage> {
  const header = jxlHeader(bytes);
  if (header === undefined) throw corrupt("The JPEG XL image ends inside its header.");
  const { isAnimated, ...size } = header;
  const exif = jxlExif(bytes);
  assertDecodable(size, limits);
  return pixelImage({
    format: "JPEG XL",
    mediaType: "image/jxl",
    size,
    facts: {},
    ...(exif === undefined ? {} : { exif }),
    ...(isAnimated ? { remarks: [stillOfAnimation] } : {}),
    decode: async () => {
      const decode = await loadJxlEngine();
      try {
        return decodedPixels(await decode(new Uint8Array(bytes).buffer));
      } catch {
        throw corrupt("The JPEG XL image cannot be decoded.");
      }
    },
  });
}

/** The decoder stops after the first frame, and the number of frames is known only after decoding all. */
const stillOfAnimation =
  "The file is an animation, of which only the first frame is shown. To see the others, convert it first: `djxl image.jxl frame.apng`.";

/** Aspect ratios by number (ISO/IEC 18181-1, table A.4). */
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

/** Bits of a side length by its encoding. */
const sideBits: readonly number[] = [9, 13, 18, 30];

/** The header of a JPEG XL. Its size is the displayed size. */
interface JxlHeader extends PixelSize {
  readonly isAnimated: boolean;
}

/** Parses the header of a JPEG XL (ISO/IEC 18181-1, D.2 and D.3). Returns `undefined` if it is missing. */
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

/** Reads the EXIF orientation and whether the image is animated. */
function readExtraFields(read: BitReader): { readonly orientation: number; readonly isAnimated: boolean } {
  const isPlain = read(1) === 1 || read(1) === 0;
  if (isPlain) return { orientation: 1, isAnimated: false };
  const orientation = read(3) + 1;
  if (read(1) === 1) readSize(read);
  if (read(1) === 1) readPreviewSize(read);
  return { orientation, isAnimated: read(1) === 1 };
}

/** Bits of a preview's side length by its encoding. The first two encodings in eighths have no bits. */
const previewEighthBits: readonly number[] = [0, 0, 5, 9];
const previewBits: readonly number[] = [6, 8, 10, 12];

/** Skips the preview size. */
function readPreviewSize(read: BitReader): void {
  const bits = read(1) === 1 ? previewEighthBits : previewBits;
  const side = (): number => read(bits[read(2)] ?? 0);
  withWidth(side(), read, side);
}

/** Upper limit above the size of any header. */
const mostHeaderBytes = 64;

/** Returns the codestream from `FF 0A` on. If it is split over boxes, only as many bytes as a header can have. */
function codestreamOf(bytes: Uint8Array): Uint8Array | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0x0a) return bytes;
  let parts: readonly number[] = [];
  for (const { tag, content } of jxlBoxes(bytes)) {
    if (tag === "jxlc") return content;
    // A part starts with its index. The first part may hold only a few bytes.
    if (tag === "jxlp") parts = [...parts, ...content.subarray(4, 4 + mostHeaderBytes)];
    if (parts.length >= mostHeaderBytes) break;
  }
  return parts.length === 0 ? undefined : Uint8Array.from(parts);
}

/** Reads a number of `count` bits, lowest bit first. Bits beyond the end are 0. */
type BitReader = (count: number) => number;

/** Creates a bit reader that starts at the first byte. */
function bitReader(bytes: Uint8Array): BitReader {
  let at = 0;
  return (count) => {
    let value = 0;
    for (let bit = 0; bit < count; bit += 1, at += 1) value += (((bytes[at >> 3] ?? 0) >> (at & 7)) & 1) * 2 ** bit;
    return value;
  };
}

/** Maximum size of unpacked EXIF, in bytes. Usual blocks have a few thousand, less than 64 KB with a thumbnail. */
const maxExifBytes = 1_000_000;

/**
 * Returns the EXIF block, stored plain or compressed with Brotli (ISO/IEC 18181-2, 9.3 and 9.4), or `undefined` if
 * the file has no EXIF.
 */
export function jxlExif(bytes: Uint8Array): Uint8Array | undefined {
  for (const { tag, content } of jxlBoxes(bytes)) {
    if (tag === "Exif") return withoutOffset(content);
    if (tag === "brob" && startsWithExif(content)) return withoutOffset(unpacked(content.subarray(4)));
  }
  return undefined;
}

function startsWithExif(content: Uint8Array): boolean {
  return String.fromCharCode(...content.subarray(0, 4)) === "Exif";
}

/** Skips the offset in the first four bytes, which is nearly always 0. */
function withoutOffset(content: Uint8Array): Uint8Array | undefined {
  if (content.length < 8) return undefined;
  const offset = new DataView(content.buffer, content.byteOffset).getUint32(0);
  return content.subarray(4 + offset);
}

/** Returns no bytes if the block is damaged; the image is still decoded. */
function unpacked(packed: Uint8Array): Uint8Array {
  try {
    return brotliDecompressSync(packed, { maxOutputLength: maxExifBytes });
  } catch {
    return new Uint8Array(0);
  }
}

/** A box of a JPEG XL file. */
interface JxlBox {
  readonly tag: string;
  readonly content: Uint8Array;
}

const maxBoxes = 10_000;

/** Yields the boxes of a JPEG XL container (ISO/IEC 18181-2, 9.1) up to the end of the bytes. */
function* jxlBoxes(bytes: Uint8Array): Generator<JxlBox> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  for (let count = 0; count < maxBoxes && at + 16 <= bytes.length; count += 1) {
    const tag = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const length = view.getUint32(at);
    const headBytes = length === 1 ? 16 : 8;
    // Length 0 means up to the end; 1 means that the length follows the tag in eight bytes.
    const boxBytes = length === 1 ? Number(view.getBigUint64(at + 8)) : length || bytes.length - at;
    const end = at + Math.max(headBytes, boxBytes);
    yield { tag, content: bytes.subarray(at + headBytes, end) };
    at = end;
  }
}

/** Decodes JPEG XL bytes into RGBA. */
type JxlEngine = (bytes: ArrayBuffer) => Promise<{
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}>;

let engine: Promise<JxlEngine> | undefined;

/** Loads the optional decoder. Throws a `ReadError` that says how to install it. */
async function loadJxlEngine(): Promise<JxlEngine> {
  engine ??= load();
  try {
    return await engine;
  } catch (error) {
    engine = undefined;
    throw new ReadError("unsupported-type", "JPEG XL is read by the package @jsquash/jxl, which is not installed.", {
      hint: "Install it with `npm install @jsquash/jxl`, or convert the image first: `djxl image.jxl image.png`.",
      details: { mediaType: "image/jxl", package: "@jsquash/jxl" },
      cause: error,
    });
  }
}

/** Loads the WebAssembly file, which the package leaves to bundlers. */
async function load(): Promise<JxlEngine> {
  const wasm = createRequire(import.meta.url).resolve("@jsquash/jxl/codec/dec/jxl_dec.wasm");
  const { default: decode, init } = await import("@jsquash/jxl/decode.js");
  // Its README documents this form of the call, but its types do not.
  const initWith: (module: object) => Promise<unknown> = init;
  await initWith(await compilePackagedWasm(wasm));
  return decode;
}
