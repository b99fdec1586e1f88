import type { CodedColours } from "../model/types.ts";
import { type ImageSequence, type MeasuredImage, tagAt } from "./measured-image.ts";

/** Boxes that hold other boxes on the way to `ispe`, and the bytes before their first child. */
const containers: ReadonlyMap<string, number> = new Map([
  ["meta", 12],
  ["iprp", 8],
  ["ipco", 8],
]);
const maxBoxes = 20_000;

/** ISO/IEC 23008-12, 6.5.3: the largest `ispe` of an HEIF or AVIF file; by its brands it is `image/avif` or `image/heic`. */
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

/** The pictures of a file that move (ISO/IEC 23008-12, 7): those of the track with most of them. */
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
  const isOfPictures = handler !== undefined && wordAt(view, handler, 16) === pictureHandler;
  const sizes = isOfPictures && media !== undefined ? sampleSizes(view, media) : undefined;
  if (media === undefined || sizes === undefined) return undefined;
  const durationMs = durationOf(view, childBox(view, contentOf(media), "mdhd"));
  return { frames: wordAt(view, sizes, 16), ...(durationMs === undefined ? {} : { durationMs }) };
}

/** `pict` */
const pictureHandler = 0x70_69_63_74;

function sampleSizes(view: DataView, media: Box): Box | undefined {
  let found: Box | undefined = media;
  for (const tag of ["minf", "stbl", "stsz"]) found = found && childBox(view, contentOf(found), tag);
  return found;
}

/** How long the track is, in parts of a second of which its header tells the number. */
function durationOf(view: DataView, header: Box | undefined): number | undefined {
  if (header === undefined) return undefined;
  const isLong = wordAt(view, header, 8) >>> 24 === 1;
  const unitsPerSecond = wordAt(view, header, isLong ? 28 : 20);
  // Of the long form, the lower half is enough for any animation.
  const units = wordAt(view, header, isLong ? 36 : 24);
  return unitsPerSecond === 0 || units === unknownDuration ? undefined : (units / unitsPerSecond) * 1000;
}

const unknownDuration = 0xff_ff_ff_ff;

function contentOf({ start, end }: Box): BoxRange {
  return { start: start + 8, end };
}

/** Four bytes as a number; 0 where the box ends. */
function wordAt(view: DataView, { start, end }: Box, offset: number): number {
  return start + offset + 4 <= end ? view.getUint32(start + offset) : 0;
}

const maxItems = 10_000;

/** What is said of an item names a property by 15 bits. */
const maxProperties = 0x7f_ff;

/**
 * What the numbers of the primary picture of an HEIF or AVIF file stand for (ISO/IEC 23008-12, 6.5.5; 14496-12, 12.1.5).
 * Other pictures in the file, as one that holds the highlights of HDR, have colours of their own.
 */
function heifColours(view: DataView): CodedColours | undefined {
  const meta = childBox(view, { start: 0, end: view.byteLength }, "meta");
  // Between the head of `meta` and its boxes are its version and flags.
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

/** The numbers, from 1, of what is said of an item. */
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
    // The highest bit says that a decoder has to know the property.
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

/** A box of an ISO base media file (ISO/IEC 14496-12, 4.2), with its head of eight bytes or more. */
interface Box {
  readonly tag: string;
  readonly start: number;
  readonly end: number;
}

/** A stretch of bytes that is made of boxes. */
type BoxRange = Pick<Box, "start" | "end">;

/** The boxes of a stretch of bytes, one after the other; one that is cut off ends where the stretch ends. */
function* boxesIn(view: DataView, { start, end }: BoxRange): Generator<Box> {
  for (let at = start; at + 8 <= end;) {
    const next = Math.min(end, at + boxBytes(view, at, end));
    yield { tag: tagAt(view, at + 4), start: at, end: next };
    at = next;
  }
}

/** A length of 0 runs to the end of what it is in, 1 has the length in the eight bytes after the tag. */
function boxBytes(view: DataView, at: number, end: number): number {
  const length = view.getUint32(at);
  if (length === 0) return end - at;
  if (length === 1) return at + 16 <= end ? Math.max(16, Number(view.getBigUint64(at + 8))) : end - at;
  return Math.max(8, length);
}

/** The first box with this tag in a stretch of bytes. */
function childBox(view: DataView, range: BoxRange, tag: string): Box | undefined {
  for (const box of boxesIn(view, range)) if (box.tag === tag) return box;
  return undefined;
}
