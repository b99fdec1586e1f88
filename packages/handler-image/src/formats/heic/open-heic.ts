import { ReadError } from "@reader/core/handler";
import {
  describeImage,
  encodePixels,
  fitImage,
  type ImageDescription,
  type InputLimits,
  inStandardColours,
  type RawPixels,
} from "@reader/image-fit";
import type { OpenedImage } from "../../model/opened-image.ts";
import { decodedPixels } from "../../model/pixel-image.ts";
import { corrupt } from "../../model/wording.ts";
import { engineImage } from "../engine/engine-image.ts";
import { isWhole, itemsEnd } from "../engine/heif-items.ts";
import { writeTiff } from "../engine/write-tiff.ts";

/** Opens an HEIC photo. The engine reads its headers, and the package `heic-decode` its pixels. */
export async function openHeic(bytes: Uint8Array, input: InputLimits): Promise<OpenedImage> {
  const whole = filledUp(bytes);
  const description = await describeImage(whole, { input });
  if (description.mediaType !== "image/heic") return engineImage(bytes, description, input);
  return {
    ...engineImage(whole, description, input),
    count: 1,
    fit: async (limits, { region, signal }) => {
      const pixels = await decode(whole);
      if (whole !== bytes && isBlank(pixels.data)) throw corrupt("The HEIC photo ends before its pixels.");
      signal?.throwIfAborted();
      const part = { ...(region === undefined ? {} : { region }), ...(signal === undefined ? {} : { signal }) };
      const fitted = hasOwnColours(description)
        ? await fitImage(wrapped(pixels, description), limits, { ...part, content: "photo", input })
        : await encodePixels(inStandardColours(pixels, description.codedColours), limits, {
            ...part,
            content: "photo",
          });
      return { ...fitted, isRepaired: !isWhole(bytes) };
    },
  };
}

async function decode(bytes: Uint8Array): Promise<RawPixels> {
  const decodeHeic = await loadHeicEngine();
  try {
    return decodedPixels(await decodeHeic({ buffer: bytes }));
  } catch (error) {
    if (ReadError.is(error)) throw error;
    const reason = error instanceof Error ? error.message.split("\n", 1)[0] : undefined;
    throw corrupt(`The HEIC photo cannot be decoded${reason === undefined ? "" : `: ${reason}`}.`);
  }
}

/** Maximum ratio of the complete length to the available bytes for which a cut-off photo is padded. */
const maxGrowth = 20;
/** Maximum length after padding, since a damaged header may claim any length. */
const maxFilledBytes = 100_000_000;

/** Pads a cut-off photo with zeros, because its decoder rejects incomplete items. */
function filledUp(bytes: Uint8Array): Uint8Array {
  const length = itemsEnd(bytes);
  if (length <= bytes.length || length > Math.min(maxFilledBytes, bytes.length * maxGrowth)) return bytes;
  const whole = new Uint8Array(length);
  whole.set(bytes);
  return whole;
}

function isBlank(data: Uint8Array): boolean {
  return data.every((value, index) => value === data[index % 4]);
}

/**
 * True if the photo has a colour profile other than sRGB. Phones write Display P3, which the decoder does not convert.
 */
function hasOwnColours({ icc, colourProfile = "" }: ImageDescription): boolean {
  return icc !== undefined && !/srgb/i.test(colourProfile);
}

function wrapped({ data, widthPx, heightPx }: RawPixels, { icc }: ImageDescription): Uint8Array {
  const shape = { widthPx, heightPx, bitsPerSample: 8, photometric: 2, samples: 4, hasAlpha: true };
  return writeTiff(icc === undefined ? shape : { ...shape, icc }, data);
}

/** Decodes HEIC bytes into RGBA. */
type HeicEngine = (input: { readonly buffer: Uint8Array }) => Promise<{
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}>;

/** Loads the optional decoder. Throws a `ReadError` that says how to install it. */
async function loadHeicEngine(): Promise<HeicEngine> {
  try {
    return (await import("heic-decode")).default;
  } catch (error) {
    throw new ReadError(
      "unsupported-type",
      "HEIC photos are read by the package heic-decode, which is not installed.",
      {
        hint: "Install it with `npm install heic-decode`, or convert the photo first: `heif-convert photo.heic photo.jpg`.",
        details: { mediaType: "image/heic", package: "heic-decode" },
        cause: error,
      },
    );
  }
}
