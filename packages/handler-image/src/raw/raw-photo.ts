import { measureImage, type PixelSize } from "@reader/image-fit";
import { rawDirectories, type RawDirectory } from "./raw-directories.ts";

/** What a raw photo of a camera has inside. */
export interface RawPhoto {
  /** The pixels of the sensor; undefined where the file does not say. */
  readonly size: PixelSize | undefined;
  /** EXIF orientation of the photo and of its previews. */
  readonly orientation: number;
  /** The JPEG files inside, the largest first; among them may be ones of a kind that holds the sensor's own numbers. */
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

/** What pixels are that have to be developed: those of a colour filter array (TIFF/EP), and of its colours (DNG 1.6). */
const undeveloped: ReadonlySet<number | undefined> = new Set([32_803, 34_892]);
/** JPEG, old and new. */
const jpegCompressions: ReadonlySet<number | undefined> = new Set([6, 7]);
/** Canon's CR2 says so behind the head of the TIFF, and nothing of its pixels. */
const canonMark: readonly number[] = [0x43, 0x52, 0x02];
const canonMarkAt = 8;

/** What is inside a TIFF that is a raw photo (DNG, NEF, CR2, ARW, PEF); undefined for any other. */
export function rawPhoto(bytes: Uint8Array): RawPhoto | undefined {
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
