import type { MeasuredImage } from "./measured-image.ts";

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
export function measureTiff(view: DataView): MeasuredImage | undefined {
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
