/** How a TIFF describes its pixels (TIFF 6.0). */
export interface TiffShape {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly bitsPerSample: number;
  /** 0: white is zero, 1: black is zero, 2: RGB, 3: palette, 5: CMYK, 8: Lab. */
  readonly photometric: number;
  readonly samples: number;
  /** True if the last sample is straight alpha. */
  readonly hasAlpha?: boolean;
  /** True if the samples are floating point numbers. */
  readonly isFloat?: boolean;
  /** 256 values of 16 bits for red, then green, then blue. */
  readonly colourMap?: readonly number[];
  readonly icc?: Uint8Array;
}

type Entry = readonly [tag: number, type: "short" | "long" | "bytes", values: readonly number[] | Uint8Array];

const typeCodes = { short: 3, long: 4, bytes: 7 } as const;
const typeBytes = { short: 2, long: 4, bytes: 1 } as const;

/**
 * Writes interleaved pixels as an uncompressed big-endian TIFF. This passes colour space and profile of decoded pixels
 * to the engine, which reads them only from files.
 */
export function writeTiff(shape: TiffShape, pixels: Uint8Array): Uint8Array {
  const entries = entriesOf(shape, pixels.length);
  const headBytes = 8 + 2 + entries.length * 12 + 4;
  const longBytes = entries.reduce((sum, entry) => sum + outsideBytes(entry), 0);
  const file = new Uint8Array(headBytes + longBytes + pixels.length);
  const view = new DataView(file.buffer);
  file.set([0x4d, 0x4d, 0, 42]);
  view.setUint32(4, 8);
  view.setUint16(8, entries.length);
  let outsideAt = headBytes;
  for (const [index, entry] of entries.entries()) {
    const at = 10 + index * 12;
    const [tag, type, values] = tagStripOffset(entry, headBytes + longBytes);
    view.setUint16(at, tag);
    view.setUint16(at + 2, typeCodes[type]);
    view.setUint32(at + 4, values.length);
    const bytes = outsideBytes(entry);
    if (bytes > 0) view.setUint32(at + 8, outsideAt);
    writeValues(view, { at: bytes > 0 ? outsideAt : at + 8, type, values });
    outsideAt += bytes;
  }
  file.set(pixels, headBytes + longBytes);
  return file;
}

const stripOffsets = 273;

function entriesOf(shape: TiffShape, pixelBytes: number): readonly Entry[] {
  const { widthPx, heightPx, bitsPerSample, photometric, samples } = shape;
  const all: readonly (Entry | undefined)[] = [
    [256, "long", [widthPx]],
    [257, "long", [heightPx]],
    [258, "short", Array.from({ length: samples }, () => bitsPerSample)],
    [259, "short", [1]],
    [262, "short", [photometric]],
    [stripOffsets, "long", [0]],
    [277, "short", [samples]],
    [278, "long", [heightPx]],
    [279, "long", [pixelBytes]],
    [284, "short", [1]],
    shape.colourMap === undefined ? undefined : [320, "short", shape.colourMap],
    shape.hasAlpha === true ? [338, "short", [2]] : undefined,
    shape.isFloat === true ? [339, "short", Array.from({ length: samples }, () => 3)] : undefined,
    shape.icc === undefined ? undefined : [34_675, "bytes", shape.icc],
  ];
  return all.filter((entry) => entry !== undefined);
}

function tagStripOffset(entry: Entry, pixelsAt: number): Entry {
  return entry[0] === stripOffsets ? [stripOffsets, "long", [pixelsAt]] : entry;
}

/** Bytes of the values that do not fit in the entry, padded to an even number. */
function outsideBytes([, type, values]: Entry): number {
  const bytes = values.length * typeBytes[type];
  return bytes <= 4 ? 0 : bytes + (bytes & 1);
}

interface ValuePlace {
  readonly at: number;
  readonly type: Entry[1];
  readonly values: Entry[2];
}

function writeValues(view: DataView, { at, type, values }: ValuePlace): void {
  for (const [index, value] of values.entries()) {
    const place = at + index * typeBytes[type];
    if (type === "short") view.setUint16(place, value);
    else if (type === "long") view.setUint32(place, value);
    else view.setUint8(place, value);
  }
}
