import { assertDecodable, describeImage, fitImage, type InputLimits } from "@reader/image-fit";
import type { OpenedImage } from "../../model/opened-image.ts";
import { corrupt, unsupported } from "../../model/unreadable.ts";
import { type TiffShape, writeTiff } from "../engine/write-tiff.ts";
import { type PsdHeader, type PsdMode, readComposite, readPsdHeader } from "./psd-file.ts";

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
