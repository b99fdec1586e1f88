import { ReadError } from "@reader/core/handler";
import {
  describeImage,
  type ImageDescription,
  type InputLimits,
  measureImage,
  type Orientation,
  type PixelSize,
} from "@reader/image-fit";
import type { OpenedImage } from "../../model/opened-image.ts";
import { sizeWords } from "../../model/wording.ts";
import { engineImage, openEngineImage } from "../engine/engine-image.ts";

/** Opens a TIFF. For a raw photo, which is also a TIFF, opens the largest embedded preview. */
export async function openTiff(bytes: Uint8Array, input: InputLimits): Promise<OpenedImage> {
  const raw = rawPhoto(bytes);
  return raw === undefined ? openEngineImage(bytes, input) : openRaw(bytes, raw, input);
}

async function openRaw(bytes: Uint8Array, raw: RawPhoto, input: InputLimits): Promise<OpenedImage> {
  for (const preview of raw.previews) {
    // Sensor data may be stored as a lossless JPEG, which cannot be decoded.
    const description = await describeImage(preview, { input }).catch(() => undefined);
    if (description !== undefined) return previewImage({ bytes, raw, preview }, turned(description, raw), input);
  }
  throw new ReadError("unsupported-type", "The file is a raw photo without a preview that can be shown.", {
    hint: "Develop it first: `darktable-cli photo.dng photo.jpg`, or `dcraw -c -w photo.nef > photo.ppm` and ImageMagick.",
  });
}

interface Preview {
  readonly bytes: Uint8Array;
  readonly raw: RawPhoto;
  readonly preview: Uint8Array;
}

function previewImage(
  { bytes, raw, preview }: Preview,
  description: ImageDescription,
  input: InputLimits,
): OpenedImage {
  const common = engineImage(preview, description, input);
  const own = raw.size === undefined ? "its own pixels" : `its own ${sizeWords(raw.size)} pixels`;
  return {
    ...common,
    format: "raw photo, preview",
    mediaType: "image/tiff",
    exif: bytes,
    remarks: [`This is the preview inside a raw photo; ${own} must be developed first, with darktable-cli or dcraw.`],
    // The orientation is stored outside of the preview, so its bytes cannot be passed on unchanged.
    fit: (limits, options) => common.fit(limits, { ...options, purpose: "view" }),
  };
}

const orientations: readonly Orientation[] = [1, 2, 3, 4, 5, 6, 7, 8];

/** Applies the orientation of the photo if the preview has none. */
function turned(description: ImageDescription, raw: RawPhoto): ImageDescription {
  const orientation = orientations.find((each) => each === raw.orientation) ?? 1;
  if (description.orientation !== 1 || orientation === 1) return description;
  const { widthPx, heightPx } = description;
  const isSwapped = orientation >= 5;
  return {
    ...description,
    orientation,
    widthPx: isSwapped ? heightPx : widthPx,
    heightPx: isSwapped ? widthPx : heightPx,
  };
}

/** The content of a raw photo. */
interface RawPhoto {
  /** Size of the sensor image, if the file declares it. */
  readonly size: PixelSize | undefined;
  /** EXIF orientation of the photo and of its previews. */
  readonly orientation: number;
  /** The embedded JPEG files, largest first. Some may hold sensor data instead of a preview. */
  readonly previews: readonly Uint8Array[];
}

/** Tags of TIFF 6.0 and TIFF/EP. */
const tags = {
  width: 256,
  height: 257,
  compression: 259,
  photometric: 262,
  stripOffsets: 273,
  orientation: 274,
  stripBytes: 279,
  jpegOffset: 513,
  jpegBytes: 514,
} as const;

/** Photometric interpretations of sensor data: colour filter array (TIFF/EP) and linear raw (DNG 1.6). */
const undeveloped: ReadonlySet<number | undefined> = new Set([32_803, 34_892]);
/** Old and new JPEG compression. */
const jpegCompressions: ReadonlySet<number | undefined> = new Set([6, 7]);
/** Canon's CR2 has a marker after the TIFF header and does not declare its photometric interpretation. */
const canonMark: readonly number[] = [0x43, 0x52, 0x02];
const canonMarkAt = 8;

/** Parses a raw photo (DNG, NEF, CR2, ARW, PEF). Returns `undefined` for other TIFF files. */
function rawPhoto(bytes: Uint8Array): RawPhoto | undefined {
  const directories = rawDirectories(bytes);
  const sensor = directories.find((directory) => undeveloped.has(first(directory, tags.photometric)));
  const isCanon = canonMark.every((byte, index) => bytes[canonMarkAt + index] === byte);
  if (sensor === undefined && !isCanon) return undefined;
  const [widthPx, heightPx] = [tags.width, tags.height].map((tag) => sensor && first(sensor, tag));
  return {
    size: widthPx === undefined || heightPx === undefined ? undefined : { widthPx, heightPx },
    orientation: (directories[0] && first(directories[0], tags.orientation)) ?? 1,
    previews: directories
      .flatMap((directory) => jpegIn(bytes, directory))
      .toSorted((one, other) => pixelsOf(other) - pixelsOf(one)),
  };
}

function first(directory: RawDirectory, tag: number): number | undefined {
  return directory.get(tag)?.[0];
}

function jpegIn(bytes: Uint8Array, directory: RawDirectory): readonly Uint8Array[] {
  const strips = directory.get(tags.stripOffsets) ?? [];
  const isStrip = jpegCompressions.has(first(directory, tags.compression)) && strips.length === 1;
  const places: readonly (readonly [number | undefined, number | undefined])[] = [
    [first(directory, tags.jpegOffset), first(directory, tags.jpegBytes)],
    isStrip ? [strips[0], first(directory, tags.stripBytes)] : [undefined, undefined],
  ];
  return places.flatMap(([start, length]) => {
    if (start === undefined || length === undefined) return [];
    const jpeg = bytes.subarray(start, start + length);
    return measureImage(jpeg)?.mediaType === "image/jpeg" ? [jpeg] : [];
  });
}

function pixelsOf(jpeg: Uint8Array): number {
  const { widthPx = 0, heightPx = 0 } = measureImage(jpeg) ?? {};
  return widthPx * heightPx;
}

/** The integers of a TIFF directory, by tag. */
type RawDirectory = ReadonlyMap<number, readonly number[]>;

/** Offsets of nested directories (SubIFDs of TIFF/EP). */
const subDirectories = 330;
const maxDirectories = 100;
const maxEntries = 512;
/** Maximum number of values read per tag. A raw photo may have thousands of strips, a preview has one. */
const maxNumbers = 16;

/** Bytes of the integer types of TIFF 6.0: byte, short, long. */
const typeBytes: ReadonlyMap<number, 1 | 2 | 4> = new Map([
  [1, 1],
  [3, 2],
  [4, 4],
]);

interface Layout {
  readonly view: DataView;
  readonly isLittle: boolean;
}

/** Returns the directories of a classic TIFF, including nested ones. Other files have none. */
function rawDirectories(bytes: Uint8Array): readonly RawDirectory[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 16) return [];
  const layout = { view, isLittle: view.getUint16(0) === 0x4949 };
  if (view.getUint16(2, layout.isLittle) !== 42) return [];
  const pending = [view.getUint32(4, layout.isLittle)];
  const seen = new Set<number>();
  const directories: RawDirectory[] = [];
  for (let at = pending.shift(); at !== undefined && seen.size < maxDirectories; at = pending.shift()) {
    if (at === 0 || at + 2 > bytes.length || seen.has(at)) continue;
    seen.add(at);
    const { directory, nextAt } = readDirectory(layout, at);
    directories.push(directory);
    pending.push(nextAt, ...(directory.get(subDirectories) ?? []));
  }
  return directories;
}

function readDirectory(layout: Layout, at: number): { readonly directory: RawDirectory; readonly nextAt: number } {
  const { view, isLittle } = layout;
  const count = Math.min(maxEntries, view.getUint16(at, isLittle));
  const directory = new Map<number, readonly number[]>();
  for (let index = 0; index < count; index += 1) {
    const entryAt = at + 2 + index * 12;
    if (entryAt + 12 > view.byteLength) return { directory, nextAt: 0 };
    directory.set(view.getUint16(entryAt, isLittle), numbersAt(layout, entryAt));
  }
  const nextAt = at + 2 + count * 12;
  return { directory, nextAt: nextAt + 4 > view.byteLength ? 0 : view.getUint32(nextAt, isLittle) };
}

/** Reads the values of an entry. More than four bytes are stored at an offset. */
function numbersAt({ view, isLittle }: Layout, entryAt: number): readonly number[] {
  const width = typeBytes.get(view.getUint16(entryAt + 2, isLittle));
  if (width === undefined) return [];
  const count = view.getUint32(entryAt + 4, isLittle);
  const start = count * width <= 4 ? entryAt + 8 : view.getUint32(entryAt + 8, isLittle);
  const numbers: number[] = [];
  for (let at = start; numbers.length < Math.min(count, maxNumbers) && at + width <= view.byteLength; at += width) {
    numbers.push(numberAt({ view, isLittle }, at, width));
  }
  return numbers;
}

function numberAt({ view, isLittle }: Layout, at: number, width: 1 | 2 | 4): number {
  if (width === 1) return view.getUint8(at);
  return width === 2 ? view.getUint16(at, isLittle) : view.getUint32(at, isLittle);
}
