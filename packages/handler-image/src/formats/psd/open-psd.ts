import { assertDecodable, describeImage, fitImage, type InputLimits } from "@reader/image-fit";
import type { OpenedImage } from "../../model/opened-image.ts";
import { corrupt, unsupported } from "../../model/wording.ts";
import { type TiffShape, writeTiff } from "../engine/write-tiff.ts";

/**
 * The header of a Photoshop file and the offsets of its sections (Adobe Photoshop File Formats Specification, 2019).
 */
interface PsdHeader {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly channels: number;
  readonly bitsPerChannel: number;
  readonly mode: PsdMode;
  /** Palette of indexed images: 256 reds, then greens, then blues. */
  readonly palette: Uint8Array;
  readonly icc?: Uint8Array;
  readonly exif?: Uint8Array;
  /** True if the file was saved without a composite image. */
  readonly lacksComposite: boolean;
  /** True if the channel after the colours is the alpha of the composite image. */
  readonly hasAlpha: boolean;
  /** True for the large document format (PSB), which has longer length fields. */
  readonly isLarge: boolean;
  /** Offset of the composite image. */
  readonly compositeAt: number;
}

/** The colour modes. */
type PsdMode = "bitmap" | "grey" | "indexed" | "rgb" | "cmyk" | "multichannel" | "duotone" | "lab";

const modes: Readonly<Record<number, PsdMode>> = {
  0: "bitmap",
  1: "grey",
  2: "indexed",
  3: "rgb",
  4: "cmyk",
  7: "multichannel",
  8: "duotone",
  9: "lab",
};

const headerBytes = 26;

/** Reads everything before the composite image. Throws `corrupt` if it is cut off. */
function readPsdHeader(bytes: Uint8Array): PsdHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < headerBytes + 14) throw corrupt("The Photoshop file ends inside its header.");
  const isLarge = view.getUint16(4) === 2;
  const mode = modes[view.getUint16(24)];
  if (mode === undefined) throw corrupt("The Photoshop file has no valid colour mode.");
  const palette = section(view, headerBytes);
  const resources = section(view, palette.end);
  const layers = section(view, resources.end, isLarge);
  const { icc, exif, lacksComposite } = readResources(bytes.subarray(resources.start, resources.end));
  return {
    channels: view.getUint16(12),
    heightPx: view.getUint32(14),
    widthPx: view.getUint32(18),
    bitsPerChannel: view.getUint16(22),
    mode,
    palette: bytes.subarray(palette.start, palette.end),
    lacksComposite,
    isLarge,
    hasAlpha: layerCount(view, layers, isLarge) < 0,
    compositeAt: layers.end,
    ...(icc === undefined ? {} : { icc }),
    ...(exif === undefined ? {} : { exif }),
  };
}

interface Section {
  readonly start: number;
  readonly end: number;
}

function section(view: DataView, at: number, isLong = false): Section {
  const start = at + (isLong ? 8 : 4);
  if (start > view.byteLength) throw corrupt("The Photoshop file ends before its image data.");
  const length = isLong ? Number(view.getBigUint64(at)) : view.getUint32(at);
  if (start + length > view.byteLength) throw corrupt("The Photoshop file ends before its image data.");
  return { start, end: start + length };
}

/** Reads the number of layers. It is negative if the composite image has alpha. */
function layerCount(view: DataView, { start, end }: Section, isLarge: boolean): number {
  const at = start + (isLarge ? 8 : 4);
  return at + 2 > end ? 0 : view.getInt16(at);
}

const resourceNumbers = { icc: 1039, version: 1057, exif: 1058 } as const;
const maxResources = 5000;

function readResources(bytes: Uint8Array): Pick<PsdHeader, "icc" | "exif" | "lacksComposite"> {
  const found = new Map<number, Uint8Array>();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  for (let count = 0; count < maxResources && at + 12 <= bytes.length; count += 1) {
    // Signature, number, name padded to an even length, data length, data padded to an even length.
    const nameBytes = (view.getUint8(at + 6) + 2) & ~1;
    const lengthAt = at + 6 + nameBytes;
    if (lengthAt + 4 > bytes.length) break;
    const length = view.getUint32(lengthAt);
    found.set(view.getUint16(at + 4), bytes.subarray(lengthAt + 4, lengthAt + 4 + length));
    at = lengthAt + 4 + length + (length & 1);
  }
  const [icc, exif, version] = [resourceNumbers.icc, resourceNumbers.exif, resourceNumbers.version].map((number) =>
    found.get(number),
  );
  return {
    lacksComposite: version?.[4] === 0,
    ...(icc === undefined ? {} : { icc }),
    ...(exif === undefined ? {} : { exif }),
  };
}

/** The channels of the composite image, one after the other. */
interface Composite {
  readonly planes: Uint8Array;
  readonly isRepaired: boolean;
}

/** Returns the bytes of a row of one channel. */
function rowBytesOf({ widthPx, bitsPerChannel }: PsdHeader): number {
  return Math.ceil((widthPx * bitsPerChannel) / 8);
}

/** Decompresses the first `count` channels of the composite image. */
function readComposite(bytes: Uint8Array, header: PsdHeader, count: number): Composite {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (header.compositeAt + 2 > bytes.length) throw corrupt("The Photoshop file ends before its image data.");
  const compression = view.getUint16(header.compositeAt);
  const planes = new Uint8Array(rowBytesOf(header) * header.heightPx * count);
  const data = bytes.subarray(header.compositeAt + 2);
  if (compression === 0) {
    planes.set(data.subarray(0, planes.length));
    return { planes, isRepaired: data.length < planes.length };
  }
  if (compression !== 1) throw unsupported("The Photoshop file uses an unsupported image compression.");
  return { planes, isRepaired: !unpackRows(data, header, planes) };
}

/**
 * Decompresses the rows of all channels. The data starts with the packed length of each row. Returns false if rows are
 * missing.
 */
function unpackRows(data: Uint8Array, header: PsdHeader, planes: Uint8Array): boolean {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const countBytes = header.isLarge ? 4 : 2;
  const rowBytes = rowBytesOf(header);
  const rows = planes.length / rowBytes;
  let at = header.heightPx * header.channels * countBytes;
  for (let row = 0; row < rows; row += 1) {
    const countAt = row * countBytes;
    if (countAt + countBytes > data.length || at >= data.length) return false;
    const packedBytes = header.isLarge ? view.getUint32(countAt) : view.getUint16(countAt);
    unpackRow(data.subarray(at, at + packedBytes), planes.subarray(row * rowBytes, (row + 1) * rowBytes));
    at += packedBytes;
  }
  return true;
}

/** Decompresses a PackBits row. Codes 0–127 copy `code + 1` bytes; 129–255 repeat one byte `257 - code` times. */
function unpackRow(packed: Uint8Array, row: Uint8Array): void {
  let [from, to] = [0, 0];
  while (from < packed.length && to < row.length) {
    const code = packed[from] ?? 128;
    from += 1;
    if (code < 128) {
      row.set(packed.subarray(from, from + Math.min(code + 1, row.length - to)), to);
      from += code + 1;
      to += code + 1;
    } else if (code > 128) {
      row.fill(packed[from] ?? 0, to, to + 257 - code);
      from += 1;
      to += 257 - code;
    }
  }
}

/** The number of channels and the photometric interpretation in TIFF by colour mode. */
const shapes: Readonly<Record<PsdMode, Pick<TiffShape, "samples" | "photometric">>> = {
  bitmap: { samples: 1, photometric: 0 },
  grey: { samples: 1, photometric: 1 },
  indexed: { samples: 1, photometric: 3 },
  rgb: { samples: 3, photometric: 2 },
  cmyk: { samples: 4, photometric: 5 },
  multichannel: { samples: 1, photometric: 1 },
  duotone: { samples: 1, photometric: 1 },
  lab: { samples: 3, photometric: 8 },
};

/** Opens the composite image of a Photoshop file, which programs save in addition to the layers. */
export async function openPsd(bytes: Uint8Array, limits: InputLimits): Promise<OpenedImage> {
  const header = readPsdHeader(bytes);
  const { widthPx, heightPx, channels, bitsPerChannel, mode } = header;
  const { samples } = shapes[mode];
  if (widthPx === 0 || heightPx === 0 || channels < samples) throw corrupt("The Photoshop file has no pixels.");
  assertDecodable(header, limits);
  if (![1, 8, 16].includes(bitsPerChannel)) {
    throw unsupported(`The Photoshop file has ${bitsPerChannel} bits a channel, which is not supported.`);
  }
  const size = { widthPx, heightPx };
  return {
    format: "PSD",
    mediaType: "image/vnd.adobe.photoshop",
    size,
    count: 1,
    facts: { channels, bitsPerChannel, colourSpace: mode },
    ...(header.exif === undefined ? {} : { exif: header.exif }),
    ...(header.lacksComposite
      ? { remarks: ["The file was saved without a composite image of its layers, so it may look blank."] }
      : {}),
    sizeOf: async () => size,
    fit: async (fitLimits, options) => {
      const { planes, isRepaired } = readComposite(bytes, header, channelsOfUse(header, samples));
      const tiff = tiffOf(planes, header);
      // Page and purpose do not apply to the intermediate TIFF.
      const { page: _, purpose: __, ...rest } = options;
      const fitted = await fitImage(tiff, fitLimits, {
        ...rest,
        description: await describeImage(tiff, { input: limits }),
      });
      return isRepaired ? { ...fitted, isRepaired } : fitted;
    },
  };
}

/** Converts 8-bit Lab to 16 bits, since the engine reads only those. */
function tiffOf(planes: Uint8Array, header: PsdHeader): Uint8Array {
  const { samples } = shapes[header.mode];
  if (channelsOfUse(header, samples) > samples) return seeThroughTiff(planes, header, samples);
  const isShallowLab = header.mode === "lab" && header.bitsPerChannel === 8;
  if (!isShallowLab) return writeTiff(shapeOf(header), interleaved(planes, header, samples));
  const deep = { ...header, bitsPerChannel: 16 };
  return writeTiff(shapeOf(deep), interleaved(deepened(planes), deep, samples));
}

/** Writes colours and alpha. Alpha is dropped if the colours are already blended with white. */
function seeThroughTiff(planes: Uint8Array, header: PsdHeader, samples: number): Uint8Array {
  if (isLaidOnWhite(planes, header, samples)) {
    const colours = planes.subarray(0, (planes.length / (samples + 1)) * samples);
    return writeTiff(shapeOf(header), interleaved(colours, header, samples));
  }
  const shape = { ...shapeOf(header), samples: samples + 1, hasAlpha: true };
  return writeTiff(shape, interleaved(planes, header, samples + 1));
}

/** Scales L to 0–65535 and keeps the zero of a and b in the middle. */
function deepened(planes: Uint8Array): Uint8Array {
  const deep = new Uint8Array(planes.length * 2);
  for (const [index, value] of planes.entries()) {
    deep[index * 2] = value;
    deep[index * 2 + 1] = index < planes.length / 3 ? value : 0;
  }
  return deep;
}

function shapeOf({ widthPx, heightPx, bitsPerChannel, mode, palette, icc }: PsdHeader): TiffShape {
  const isIndexed = mode === "indexed";
  return {
    ...shapes[mode],
    widthPx,
    heightPx,
    bitsPerSample: bitsPerChannel,
    ...(isIndexed ? { colourMap: Array.from({ length: 768 }, (_, index) => (palette[index] ?? 0) * 257) } : {}),
    ...(icc === undefined ? {} : { icc }),
  };
}

/** Interleaves the channels as TIFF stores them. TIFF inverts inks and stores a and b as signed values. */
function interleaved(planes: Uint8Array, { bitsPerChannel, mode }: PsdHeader, samples: number): Uint8Array {
  if (samples === 1) return planes;
  const sampleBytes = bitsPerChannel / 8;
  const planeBytes = planes.length / samples;
  const pixels = new Uint8Array(planes.length);
  for (let sample = 0; sample < samples; sample += 1) {
    const flip = mode === "cmyk" ? 0xff : 0;
    const flipFirst = mode === "lab" && sample > 0 ? 0x80 : flip;
    for (let from = 0; from < planeBytes; from += sampleBytes) {
      const to = from * samples + sample * sampleBytes;
      pixels[to] = (planes[sample * planeBytes + from] ?? 0) ^ flipFirst;
      if (sampleBytes === 2) pixels[to + 1] = (planes[sample * planeBytes + from + 1] ?? 0) ^ flip;
    }
  }
  return pixels;
}

/** Returns the number of channels to read: the colours, and alpha if there is any. */
function channelsOfUse({ hasAlpha, channels, mode, bitsPerChannel }: PsdHeader, samples: number): number {
  const mayHaveAlpha = hasAlpha && channels > samples && bitsPerChannel > 1 && (mode === "rgb" || mode === "grey");
  return mayHaveAlpha ? samples + 1 : samples;
}

/** Minimum level of white. */
const whiteLevel = 250;

/**
 * True if the colours are already blended with white: all transparent pixels are white. Photoshop and GIMP save images
 * that way; ImageMagick keeps other colours under transparent pixels.
 */
function isLaidOnWhite(planes: Uint8Array, { bitsPerChannel }: PsdHeader, samples: number): boolean {
  const sampleBytes = bitsPerChannel / 8;
  const planeBytes = planes.length / (samples + 1);
  for (let at = 0; at < planeBytes; at += sampleBytes) {
    if (planes[samples * planeBytes + at] !== 0) continue;
    for (let sample = 0; sample < samples; sample += 1) {
      if ((planes[sample * planeBytes + at] ?? 0) < whiteLevel) return false;
    }
  }
  return true;
}
