import type { CodedColours } from "../model/types.ts";
import { type ImageSequence, type MeasuredImage, tagAt } from "./measured-image.ts";

/** Containers on the way to `ispe`, and the bytes before their first child. */
const containers: ReadonlyMap<string, number> = new Map([
  ["meta", 12],
  ["iprp", 8],
  ["ipco", 8],
]);
const maxBoxes = 20_000;

/**
 * Measures an HEIF or AVIF file by its largest `ispe` box (ISO/IEC 23008-12, 6.5.3). Its brands tell `image/avif` from
 * `image/heic`.
 */
export function measureHeif(view: DataView): MeasuredImage | undefined {
  if (view.byteLength < 16 || tagAt(view, 4) !== "ftyp") return undefined;
  const brands = brandsOf(view);
  if (!brands.some((brand) => /^(?:mif1|msf1|avi[fs]|he[iv][cmsx])$/.test(brand))) return undefined;
  const mediaType = brands.some((brand) => brand.startsWith("avi")) ? "image/avif" : "image/heic";
  let [widthPx, heightPx] = [0, 0];
  walk(view, (at) => {
    widthPx = Math.max(widthPx, view.getUint32(at + 12));
    heightPx = Math.max(heightPx, view.getUint32(at + 16));
  });
  const sequence = sequenceIn(view, { start: 0, end: view.byteLength });
  const codedColours = heifColours(view);
  return {
    mediaType,
    widthPx,
    heightPx,
    ...(sequence === undefined ? {} : { sequence }),
    ...(codedColours === undefined ? {} : { codedColours }),
  };
}

function brandsOf(view: DataView): readonly string[] {
  const end = Math.min(view.getUint32(0), view.byteLength, 256);
  const brands = [tagAt(view, 8)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(tagAt(view, at));
  return brands;
}

/** Visits each `ispe` box: length, tag, version, width, height. */
function walk(view: DataView, visit: (at: number) => void): void {
  const pending: BoxRange[] = [{ start: 0, end: view.byteLength }];
  let boxes = 0;
  for (let range = pending.pop(); range !== undefined; range = pending.pop()) {
    for (const { tag, start, end } of boxesIn(view, range)) {
      if (boxes === maxBoxes) break;
      boxes += 1;
      const headBytes = containers.get(tag);
      if (tag === "ispe" && start + 20 <= end) visit(start);
      if (headBytes !== undefined) pending.push({ start: start + headBytes, end });
    }
  }
}

const maxTracks = 100;

/** Returns the image sequence of a file (ISO/IEC 23008-12, 7), of the track with the most frames. */
function sequenceIn(view: DataView, file: BoxRange): ImageSequence | undefined {
  const movie = childBox(view, file, "moov");
  let most: ImageSequence | undefined;
  let tracks = 0;
  for (const box of movie === undefined ? [] : boxesIn(view, contentOf(movie))) {
    if (tracks === maxTracks) break;
    if (box.tag !== "trak") continue;
    tracks += 1;
    const sequence = sequenceOf(view, box);
    if (sequence !== undefined && sequence.frames > (most?.frames ?? 0)) most = sequence;
  }
  return most;
}

function sequenceOf(view: DataView, track: Box): ImageSequence | undefined {
  const media = childBox(view, contentOf(track), "mdia");
  const handler = media && childBox(view, contentOf(media), "hdlr");
  const isImageTrack = handler !== undefined && wordAt(view, handler, 16) === imageHandler;
  const sizes = isImageTrack && media !== undefined ? sampleSizes(view, media) : undefined;
  if (media === undefined || sizes === undefined) return undefined;
  const durationMs = durationOf(view, childBox(view, contentOf(media), "mdhd"));
  return { frames: wordAt(view, sizes, 16), ...(durationMs === undefined ? {} : { durationMs }) };
}

/** `pict` */
const imageHandler = 0x70_69_63_74;

function sampleSizes(view: DataView, media: Box): Box | undefined {
  let found: Box | undefined = media;
  for (const tag of ["minf", "stbl", "stsz"]) found = found && childBox(view, contentOf(found), tag);
  return found;
}

/** Returns the duration of a track in milliseconds. Its header declares the time units per second. */
function durationOf(view: DataView, header: Box | undefined): number | undefined {
  if (header === undefined) return undefined;
  const isLong = wordAt(view, header, 8) >>> 24 === 1;
  const unitsPerSecond = wordAt(view, header, isLong ? 28 : 20);
  // The lower half of the 64-bit duration is enough.
  const units = wordAt(view, header, isLong ? 36 : 24);
  return unitsPerSecond === 0 || units === unknownDuration ? undefined : (units / unitsPerSecond) * 1000;
}

const unknownDuration = 0xff_ff_ff_ff;

function contentOf({ start, end }: Box): BoxRange {
  return { start: start + 8, end };
}

/** Reads four bytes as a number. Returns 0 beyond the box. */
function wordAt(view: DataView, { start, end }: Box, offset: number): number {
  return start + offset + 4 <= end ? view.getUint32(start + offset) : 0;
}

const maxItems = 10_000;

/** Maximum property index, which has 15 bits. */
const maxProperties = 0x7f_ff;

/**
 * Returns the coded colours of the primary image of an HEIF or AVIF file (ISO/IEC 23008-12, 6.5.5; 14496-12, 12.1.5).
 * Other images in the file, such as an HDR gain map, may have different colours.
 */
function heifColours(view: DataView): CodedColours | undefined {
  const meta = childBox(view, { start: 0, end: view.byteLength }, "meta");
  // The version and flags of `meta` precede its boxes.
  const content = meta && { start: meta.start + 12, end: meta.end };
  const properties = content && childBox(view, content, "iprp");
  if (content === undefined || properties === undefined) return undefined;
  const inside = { start: properties.start + 8, end: properties.end };
  const container = childBox(view, inside, "ipco");
  const associations = childBox(view, inside, "ipma");
  const primary = primaryOf(view, childBox(view, content, "pitm"));
  if (container === undefined || associations === undefined || primary === undefined) return undefined;
  const own = new Set(propertiesOf(view, associations, primary));
  return codedIn(view, container, own);
}

function primaryOf(view: DataView, box: Box | undefined): number | undefined {
  if (box === undefined || box.start + 14 > box.end) return undefined;
  if (view.getUint8(box.start + 8) === 0) return view.getUint16(box.start + 12);
  return box.start + 16 > box.end ? undefined : view.getUint32(box.start + 12);
}

/** Returns the indices, from 1, of the properties of an item. */
function propertiesOf(view: DataView, { start, end }: Box, wanted: number): readonly number[] {
  if (start + 16 > end) return [];
  const idBytes = view.getUint8(start + 8) === 0 ? 2 : 4;
  const indexBytes = (view.getUint8(start + 11) & 1) === 0 ? 1 : 2;
  let at = start + 16;
  for (let items = Math.min(maxItems, view.getUint32(start + 12)); items > 0; items -= 1) {
    if (at + idBytes + 1 > end) break;
    const id = idBytes === 2 ? view.getUint16(at) : view.getUint32(at);
    const count = view.getUint8(at + idBytes);
    at += idBytes + 1;
    if (at + count * indexBytes > end) break;
    // The highest bit marks the property as essential.
    if (id === wanted) {
      return Array.from({ length: count }, (_, index) =>
        indexBytes === 1 ? view.getUint8(at + index) & 0x7f : view.getUint16(at + index * 2) & 0x7f_ff,
      );
    }
    at += count * indexBytes;
  }
  return [];
}

function codedIn(view: DataView, { start, end }: Box, own: ReadonlySet<number>): CodedColours | undefined {
  let index = 0;
  for (const box of boxesIn(view, { start: start + 8, end })) {
    index += 1;
    if (index > maxProperties) return undefined;
    if (!own.has(index) || box.tag !== "colr" || box.start + 16 > box.end) continue;
    if (tagAt(view, box.start + 8) !== "nclx") continue;
    return { primaries: view.getUint16(box.start + 12), transfer: view.getUint16(box.start + 14) };
  }
  return undefined;
}

/** A box of an ISO base media file (ISO/IEC 14496-12, 4.2), including its header of eight bytes or more. */
interface Box {
  readonly tag: string;
  readonly start: number;
  readonly end: number;
}

/** A byte range that consists of boxes. */
type BoxRange = Pick<Box, "start" | "end">;

/** Yields the boxes of a byte range. A box that is cut off ends at the end of the range. */
function* boxesIn(view: DataView, { start, end }: BoxRange): Generator<Box> {
  for (let at = start; at + 8 <= end;) {
    const next = Math.min(end, at + boxBytes(view, at, end));
    yield { tag: tagAt(view, at + 4), start: at, end: next };
    at = next;
  }
}

/**
 * Returns the bytes of a box. Length 0 means up to the end of the range; 1 means that the length follows the tag in
 * eight bytes.
 */
function boxBytes(view: DataView, at: number, end: number): number {
  const length = view.getUint32(at);
  if (length === 0) return end - at;
  if (length === 1) return at + 16 <= end ? Math.max(16, Number(view.getBigUint64(at + 8))) : end - at;
  return Math.max(8, length);
}

/** Returns the first box with this tag in a byte range. */
function childBox(view: DataView, range: BoxRange, tag: string): Box | undefined {
  for (const box of boxesIn(view, range)) if (box.tag === tag) return box;
  return undefined;
}
