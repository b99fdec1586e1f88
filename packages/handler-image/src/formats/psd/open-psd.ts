import { assertDecodable, describeImage, fitImage, type InputLimits } from "@reader/image-fit";
import type { Picture } from "../../model/opened-image.ts";
import { corrupt, unsupported } from "../../model/unreadable.ts";
import { type TiffShape, writeTiff } from "../engine/write-tiff.ts";
import { type PsdHeader, type PsdMode, readComposite, readPsdHeader } from "./psd-file.ts";

/** How a colour mode is told in TIFF: how many channels, and which photometric interpretation. */
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

/** Opens a Photoshop file: the picture of all layers together, which programs save beside the layers. */
export async function openPsd(bytes: Uint8Array, limits: InputLimits): Promise<Picture> {
  const header = readPsdHeader(bytes);
  const { widthPx, heightPx, channels, bitsPerChannel, mode } = header;
  const { samples } = shapes[mode];
  if (widthPx === 0 || heightPx === 0 || channels < samples) throw corrupt("The Photoshop file has no pixels.");
  assertDecodable(header, limits);
  if (![1, 8, 16].includes(bitsPerChannel)) {
    throw unsupported(`The Photoshop file has ${bitsPerChannel} bits a channel, which are not read here.`);
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
      ? { remarks: ["The file was saved without the picture of all its layers together: it may look blank."] }
      : {}),
    sizeOf: async () => size,
    fit: async (fitLimits, options) => {
      const { planes, isRepaired } = readComposite(bytes, header, channelsOfUse(header, samples));
      const tiff = tiffOf(planes, header);
      // The engine must not see the pages or the purpose: this is no file that could be passed on.
      const { page: _, purpose: __, ...rest } = options;
      const fitted = await fitImage(tiff, fitLimits, {
        ...rest,
        description: await describeImage(tiff, { input: limits }),
      });
      return isRepaired ? { ...fitted, isRepaired } : fitted;
    },
  };
}

/** The engine reads Lab of 16 bits only. */
function tiffOf(planes: Uint8Array, header: PsdHeader): Uint8Array {
  const { samples } = shapes[header.mode];
  if (channelsOfUse(header, samples) > samples) return seeThroughTiff(planes, header, samples);
  const isShallowLab = header.mode === "lab" && header.bitsPerChannel === 8;
  if (!isShallowLab) return writeTiff(shapeOf(header), interleaved(planes, header, samples));
  const deep = { ...header, bitsPerChannel: 16 };
  return writeTiff(shapeOf(deep), interleaved(deepened(planes), deep, samples));
}

/** Colours with the alpha behind them, where that is still to be applied. */
function seeThroughTiff(planes: Uint8Array, header: PsdHeader, samples: number): Uint8Array {
  if (isLaidOnWhite(planes, header, samples)) {
    const colours = planes.subarray(0, (planes.length / (samples + 1)) * samples);
    return writeTiff(shapeOf(header), interleaved(colours, header, samples));
  }
  const shape = { ...shapeOf(header), samples: samples + 1, hasAlpha: true };
  return writeTiff(shape, interleaved(planes, header, samples + 1));
}

/** L from 0 to 65535; a and b keep their zero in the middle. */
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

/** Channels side by side, as TIFF has them: inks are counted the other way round there, and a and b from -128. */
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

/** How many channels of the composite picture are of use: its colours, and alpha where there is some. */
function channelsOfUse({ hasAlpha, channels, mode, bitsPerChannel }: PsdHeader, samples: number): number {
  const mayHaveAlpha = hasAlpha && channels > samples && bitsPerChannel > 1 && (mode === "rgb" || mode === "grey");
  return mayHaveAlpha ? samples + 1 : samples;
}

/** Darker than this is not white. */
const whiteLevel = 250;

/**
 * Whether colours are as they are seen on white already, which is how Photoshop and GIMP save them: what nobody sees is
 * white. ImageMagick leaves other colours there, which its alpha takes away.
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
