import { measureHeif } from "./heif.ts";
import { type MeasuredImage, tagAt, viewOf } from "./measured-image.ts";
import { measurePng } from "./png.ts";

/**
 * Reads type and size from the header, before any decoder sees the bytes: a decoder may allocate memory before it
 * rejects a size. Returns `undefined` for other formats and if the header is cut off.
 */
export function measureImage(bytes: Uint8Array): MeasuredImage | undefined {
  const view = viewOf(bytes);
  return (
    measurePng(view) ??
    measureJpeg(view) ??
    measureGif(view) ??
    measureWebp(view) ??
    measureTiff(view) ??
    measureHeif(view)
  );
}

/** Measures a WebP. `VP8X`, `VP8L` and `VP8 ` store the size differently (RFC 9649). */
function measureWebp(view: DataView): MeasuredImage | undefined {
  if (view.byteLength < 30 || view.getUint32(0) !== 0x52494646 || view.getUint32(8) !== 0x57454250) return undefined;
  const kind = view.getUint32(12);
  if (kind === 0x56503858) return webp(1 + uint24(view, 24), 1 + uint24(view, 27));
  if (kind === 0x5650384c) {
    const packed = view.getUint32(21, true);
    return webp(1 + (packed & 0x3fff), 1 + ((packed >>> 14) & 0x3fff));
  }
  return kind === 0x56503820 ? webp(view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff) : undefined;
}

function webp(widthPx: number, heightPx: number): MeasuredImage {
  return { mediaType: "image/webp", widthPx, heightPx };
}

function uint24(view: DataView, offset: number): number {
  return view.getUint16(offset, true) | (view.getUint8(offset + 2) << 16);
}

/** The first start-of-frame marker with arithmetic coding (ITU T.81, table B.1). */
const firstArithmetic = 0xc9;
/** The segment in which the `Multi-Picture Format` (CIPA DC-007, 5.1) lists further images of the file. */
const app2 = 0xe2;

/** Measures a JPEG by its first start-of-frame segment (ITU T.81, B.2.2). */
function measureJpeg(view: DataView): MeasuredImage | undefined {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return undefined;
  let hasOthers = false;
  for (let at = 2; at + 9 <= view.byteLength;) {
    // Decoders skip junk between segments. Skip it too, or the size would stay unchecked.
    if (view.getUint8(at) !== 0xff) {
      at += 1;
      continue;
    }
    const marker = view.getUint8(at + 1);
    if (isStartOfFrame(marker)) {
      const size = { widthPx: view.getUint16(at + 7), heightPx: view.getUint16(at + 5) };
      return { mediaType: "image/jpeg", ...size, isRareKind: hasOthers || marker >= firstArithmetic };
    }
    hasOthers ||= marker === app2 && tagAt(view, at + 4) === "MPF\0";
    at += hasNoLength(marker) ? 1 : 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/** True for SOF0 to SOF15, except DHT, JPG and DAC. */
function isStartOfFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** True for markers without a length: fill bytes, stuffing, restart markers, SOI and TEM. */
function hasNoLength(marker: number): boolean {
  return marker === 0xff || marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8);
}

/** Maximum number of blocks parsed. A frame takes three. */
const maxBlocks = 30_000;

/** Disposal methods (GIF89a, 23). */
const toBackground = 2;
const toPrevious = 3;

/** The state collected from the frames so far. */
interface GifScreen {
  widthPx: number;
  heightPx: number;
  frames: number;
  /** True if a frame has a transparent colour. */
  hasClearColour: boolean;
  /** True if a part of the screen is never drawn or is cleared. */
  isBare: boolean;
}

/** Measures a GIF: the logical screen, extended to frames beyond it (GIF89a, 18 and 20). */
function measureGif(view: DataView): MeasuredImage | undefined {
  if (view.byteLength < 13 || view.getUint32(0) !== 0x47494638) return undefined;
  const [widthPx, heightPx] = [view.getUint16(6, true), view.getUint16(8, true)];
  const screen = { widthPx, heightPx, frames: 0, hasClearColour: false, isBare: false };
  const gifEndAt = walkBlocks(view, {
    control: (flags) => control(screen, flags),
    frame: (descriptor) => place(screen, descriptor),
  });
  return {
    mediaType: "image/gif",
    widthPx: screen.widthPx,
    heightPx: screen.heightPx,
    isCutOff: gifEndAt === undefined,
    ...(gifEndAt !== undefined && screen.isBare && !screen.hasClearColour ? { bareGifEndAt: gifEndAt } : {}),
  };
}

function control(screen: GifScreen, flags: number): void {
  const disposal = (flags >> 2) & 7;
  screen.hasClearColour ||= (flags & 1) !== 0;
  // Restoring the state before the first frame clears the screen.
  screen.isBare ||= disposal === toBackground || (disposal === toPrevious && screen.frames === 0);
}

/** Adds a frame by its descriptor: left, top, width, height. */
function place(screen: GifScreen, descriptor: DataView): void {
  const [left, top] = [descriptor.getUint16(0, true), descriptor.getUint16(2, true)];
  const [right, bottom] = [left + descriptor.getUint16(4, true), top + descriptor.getUint16(6, true)];
  const isWhole = left === 0 && top === 0 && right >= screen.widthPx && bottom >= screen.heightPx;
  screen.isBare ||= screen.frames === 0 && !isWhole;
  screen.frames += 1;
  screen.widthPx = Math.max(screen.widthPx, right);
  screen.heightPx = Math.max(screen.heightPx, bottom);
}

interface BlockVisitor {
  readonly control: (flags: number) => void;
  readonly frame: (descriptor: DataView) => void;
}

/**
 * Visits each frame. Returns the offset of the end mark, or where it is missing, or `undefined` if the bytes end inside
 * a block.
 */
function walkBlocks(view: DataView, visitor: BlockVisitor): number | undefined {
  let at = 13 + colourTableBytes(view.getUint8(10));
  for (let count = 0; count < maxBlocks; count += 1) {
    // Many complete files lack the end mark.
    if (at >= view.byteLength) return at === view.byteLength ? at : undefined;
    const kind = view.getUint8(at);
    if (kind !== 0x2c && kind !== 0x21) return at;
    if (kind === 0x2c && at + 10 > view.byteLength) return undefined;
    at = kind === 0x2c ? afterFrame(view, at, visitor) : afterExtension(view, at, visitor);
  }
  return at;
}

function afterFrame(view: DataView, at: number, { frame }: BlockVisitor): number {
  frame(viewOf(new Uint8Array(view.buffer, view.byteOffset + at + 1, 8)));
  // The minimum code size follows the descriptor and its colour table.
  return afterSubBlocks(view, at + 11 + colourTableBytes(view.getUint8(at + 9)));
}

function afterExtension(view: DataView, at: number, visitor: BlockVisitor): number {
  if (at + 4 <= view.byteLength && view.getUint8(at + 1) === 0xf9) visitor.control(view.getUint8(at + 3));
  return afterSubBlocks(view, at + 2);
}

function colourTableBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

function afterSubBlocks(view: DataView, start: number): number {
  let at = start;
  while (at < view.byteLength) {
    const length = view.getUint8(at);
    at += 1 + length;
    if (length === 0) return at;
  }
  // Past the end, since the block is not terminated.
  return view.byteLength + 1;
}

/** Tags of TIFF 6.0 with the size of the image and of its tiles, which are allocated whole. */
const widthTags: ReadonlySet<number> = new Set([256, 322]);
const heightTags: ReadonlySet<number> = new Set([257, 323]);
/** Purpose flags of a directory. The lowest bit marks a reduced copy of another one. */
const purposeTag = 254;
/** Photometric interpretation and compression. */
const photometricTag = 262;
const compressionTag = 259;
const ycc = 6;
/** Old and new JPEG compression, whose decoder converts YCbCr to RGB. */
const jpegCompressions: ReadonlySet<number | undefined> = new Set([6, 7]);
/** Horizontal and vertical resolution, as fractions. */
const resolutionTags = { x: 282, y: 283 } as const;
const fractionType = 5;
const maxEntries = 4096;
const maxDirectories = 1000;

/** Byte order and offset size: classic TIFF (42) or BigTIFF (43). */
interface Layout {
  readonly view: DataView;
  readonly isLittle: boolean;
  readonly isBig: boolean;
}

/**
 * Measures a TIFF or BigTIFF: the largest width and height of any directory, and the pixel aspect ratio of each page.
 */
function measureTiff(view: DataView): MeasuredImage | undefined {
  const layout = layoutOf(view);
  if (layout === undefined) return undefined;
  const directories = [...directoriesOf(layout)];
  const values = directories.flatMap((directory) => directory.values);
  const largest = (tags: ReadonlySet<number>): number =>
    values.reduce((sidePx, [tag, value]) => (tags.has(tag) ? Math.max(sidePx, value) : sidePx), 0);
  const maps = directories.map((directory) => new Map(directory.values));
  return {
    mediaType: "image/tiff",
    widthPx: largest(widthTags),
    heightPx: largest(heightTags),
    pixelAspects: directories.map((directory) => pixelAspectOf(layout, directory)),
    hasPlainYcc: maps.some(isPlainYcc),
    pages: maps.flatMap((map, index) => (((map.get(purposeTag) ?? 0) & 1) === 0 ? [index + 1] : [])),
  };
}

function* directoriesOf(layout: Layout): Generator<Directory> {
  let at = offsetAt(layout, layout.isBig ? 8 : 4);
  const seen = new Set<number>();
  while (at > 0 && !seen.has(at) && seen.size < maxDirectories) {
    seen.add(at);
    const directory = readDirectory(layout, at);
    yield directory;
    at = directory.nextAt;
  }
}

function isPlainYcc(values: ReadonlyMap<number, number>): boolean {
  return values.get(photometricTag) === ycc && !jpegCompressions.has(values.get(compressionTag));
}

/** Returns pixel height divided by pixel width, or 1 if the directory has no resolution. */
function pixelAspectOf(layout: Layout, { fractions }: Directory): number {
  const [x, y] = [resolutionTags.x, resolutionTags.y].map((tag) => fractionAt(layout, fractions.get(tag)));
  return x === undefined || y === undefined ? 1 : x / y;
}

/** Reads a fraction of two four-byte numbers. Returns `undefined` if it is out of range or not positive. */
function fractionAt({ view, isLittle }: Layout, at: number | undefined): number | undefined {
  if (at === undefined || at + 8 > view.byteLength) return undefined;
  const value = view.getUint32(at, isLittle) / view.getUint32(at + 4, isLittle);
  return Number.isFinite(value) && value > 0 ? value : undefined;
}

function layoutOf(view: DataView): Layout | undefined {
  if (view.byteLength < 16) return undefined;
  const order = view.getUint16(0);
  if (order !== 0x4949 && order !== 0x4d4d) return undefined;
  const isLittle = order === 0x4949;
  const version = view.getUint16(2, isLittle);
  return version === 42 || version === 43 ? { view, isLittle, isBig: version === 43 } : undefined;
}

/** Reads an offset. Returns 0 if it is outside of the file. */
function offsetAt({ view, isLittle, isBig }: Layout, at: number): number {
  if (at + (isBig ? 8 : 4) > view.byteLength) return 0;
  const offset = isBig ? Number(view.getBigUint64(at, isLittle)) : view.getUint32(at, isLittle);
  return offset < view.byteLength ? offset : 0;
}

interface Directory {
  readonly values: readonly (readonly [tag: number, value: number])[];
  /** Offsets of fractions, by tag. */
  readonly fractions: ReadonlyMap<number, number>;
  readonly nextAt: number;
}

function readDirectory(layout: Layout, at: number): Directory {
  const { view, isLittle, isBig } = layout;
  const [countBytes, entryBytes] = isBig ? [8, 20] : [2, 12];
  if (at + countBytes > view.byteLength) return { values: [], fractions: new Map(), nextAt: 0 };
  const count = isBig ? Number(view.getBigUint64(at, isLittle)) : view.getUint16(at, isLittle);
  const values: [number, number][] = [];
  const fractions = new Map<number, number>();
  for (let index = 0; index < Math.min(count, maxEntries); index += 1) {
    const entryAt = at + countBytes + index * entryBytes;
    if (entryAt + entryBytes > view.byteLength) break;
    const tag = view.getUint16(entryAt, isLittle);
    values.push([tag, valueAt(layout, entryAt)]);
    if (view.getUint16(entryAt + 2, isLittle) === fractionType) fractions.set(tag, fractionPlace(layout, entryAt));
  }
  return { values, fractions, nextAt: offsetAt(layout, at + countBytes + count * entryBytes) };
}

/** Returns the offset of a fraction, which is stored in the entry only in a BigTIFF. */
function fractionPlace(layout: Layout, entryAt: number): number {
  return layout.isBig ? entryAt + 12 : offsetAt(layout, entryAt + 8);
}

/** Reads a value of type 3 (two bytes), 4 (four) or 16 (eight). */
function valueAt({ view, isLittle, isBig }: Layout, entryAt: number): number {
  const at = entryAt + (isBig ? 12 : 8);
  const type = view.getUint16(entryAt + 2, isLittle);
  if (type === 3) return view.getUint16(at, isLittle);
  return type === 16 && isBig ? Number(view.getBigUint64(at, isLittle)) : view.getUint32(at, isLittle);
}
