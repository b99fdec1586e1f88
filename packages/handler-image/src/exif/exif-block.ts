/** A value of a tag: text, numbers (a rational is its quotient), or bytes. */
export type ExifValue = string | readonly number[];

/** Tags by number. */
export type ExifTags = ReadonlyMap<number, ExifValue>;

/** The directories of an EXIF block. */
export interface ExifBlock {
  readonly image: ExifTags;
  readonly photo: ExifTags;
  readonly location: ExifTags;
}

const photoPointer = 0x8769;
const locationPointer = 0x8825;
/** More entries, and longer values, than any camera writes. */
const maxEntries = 512;
const maxValueBytes = 4096;

/** Bytes of a value by its type, EXIF 2.32, 4.6.2: byte, ASCII, short, long, rational, …, undefined, …, signed rational. */
const typeBytes: readonly number[] = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];

/** How the block writes its numbers. */
interface Layout {
  readonly view: DataView;
  readonly isLittle: boolean;
}

/** Parses an EXIF block, with or without the `Exif` mark before it. What makes no sense is left out. */
export function parseExif(bytes: Uint8Array): ExifBlock {
  const layout = layoutOf(bytes);
  if (layout === undefined) return { image: new Map(), photo: new Map(), location: new Map() };
  const image = readTags(layout, layout.view.getUint32(4, layout.isLittle));
  const follow = (tag: number): ExifTags => {
    const at = image.get(tag);
    return typeof at === "object" && at[0] !== undefined ? readTags(layout, at[0]) : new Map<number, ExifValue>();
  };
  return { image, photo: follow(photoPointer), location: follow(locationPointer) };
}

function layoutOf(bytes: Uint8Array): Layout | undefined {
  const hasMark = bytes[0] === 0x45 && bytes[1] === 0x78 && bytes[2] === 0x69 && bytes[3] === 0x66;
  const block = hasMark ? bytes.subarray(6) : bytes;
  if (block.length < 8) return undefined;
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  const order = view.getUint16(0);
  return order === 0x4949 || order === 0x4d4d ? { view, isLittle: order === 0x4949 } : undefined;
}

function readTags(layout: Layout, at: number): ExifTags {
  const { view, isLittle } = layout;
  const tags = new Map<number, ExifValue>();
  if (at + 2 > view.byteLength) return tags;
  const count = Math.min(maxEntries, view.getUint16(at, isLittle));
  for (let index = 0; index < count; index += 1) {
    const entryAt = at + 2 + index * 12;
    if (entryAt + 12 > view.byteLength) break;
    const value = readValue(layout, entryAt);
    if (value !== undefined) tags.set(view.getUint16(entryAt, isLittle), value);
  }
  return tags;
}

/** Values of up to four bytes stand in the entry, longer ones elsewhere. */
function readValue({ view, isLittle }: Layout, entryAt: number): ExifValue | undefined {
  const type = view.getUint16(entryAt + 2, isLittle);
  const size = typeBytes[type] ?? 0;
  const length = size * view.getUint32(entryAt + 4, isLittle);
  if (length === 0 || length > maxValueBytes) return undefined;
  const at = length <= 4 ? entryAt + 8 : view.getUint32(entryAt + 8, isLittle);
  if (at + length > view.byteLength) return undefined;
  if (type === 2) return textOf(new Uint8Array(view.buffer, view.byteOffset + at, length));
  return Array.from({ length: length / size }, (_, index) => numberAt({ view, isLittle }, type, at + index * size));
}

function numberAt({ view, isLittle }: Layout, type: number, at: number): number {
  if (type === 5) return view.getUint32(at, isLittle) / view.getUint32(at + 4, isLittle);
  if (type === 10) return view.getInt32(at, isLittle) / view.getInt32(at + 4, isLittle);
  if (type === 3) return view.getUint16(at, isLittle);
  if (type === 4) return view.getUint32(at, isLittle);
  return view.getUint8(at);
}

/** ASCII by the standard, UTF-8 by most writers; NUL ends it. */
function textOf(bytes: Uint8Array): string | undefined {
  const text = (new TextDecoder().decode(bytes).split("\0", 1)[0] ?? "").trim();
  return text === "" ? undefined : text;
}
