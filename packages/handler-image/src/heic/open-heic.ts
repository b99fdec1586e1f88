import {
  describeImage,
  encodePixels,
  fitImage,
  type ImageDescription,
  type InputLimits,
  type RawPixels,
} from "@reader/image-fit";
import { corrupt } from "../formats/corrupt.ts";
import { commonPicture } from "../formats/open-common.ts";
import { writeTiff } from "../formats/write-tiff.ts";
import type { Picture } from "../picture.ts";
import { loadHeicEngine } from "./engine.ts";
import { isWhole } from "./is-whole.ts";

/** Opens an HEIC photo: its headers by the engine of all pictures, its pixels by a decoder of its own. */
export async function openHeic(bytes: Uint8Array, input: InputLimits): Promise<Picture> {
  const description = await describeImage(bytes, { input });
  const picture = commonPicture(bytes, description, input);
  if (description.mediaType !== "image/heic") return picture;
  return {
    ...picture,
    count: 1,
    fit: async (limits, { region, signal }) => {
      const pixels = await decode(bytes);
      signal?.throwIfAborted();
      const part = { ...(region === undefined ? {} : { region }), ...(signal === undefined ? {} : { signal }) };
      const fitted = hasOwnColours(description)
        ? await fitImage(wrapped(pixels, description), limits, { ...part, content: "photo", input })
        : await encodePixels(pixels, limits, { ...part, content: "photo" });
      return { ...fitted, isRepaired: !isWhole(bytes) };
    },
  };
}

async function decode(bytes: Uint8Array): Promise<RawPixels> {
  const decodeHeic = await loadHeicEngine();
  try {
    const { width, height, data } = await decodeHeic({ buffer: bytes });
    return {
      data: new Uint8Array(data.buffer, data.byteOffset, data.byteLength),
      widthPx: width,
      heightPx: height,
      channels: 4,
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message.split("\n", 1)[0] : undefined;
    throw corrupt(`The HEIC photo cannot be decoded${reason === undefined ? "" : `: ${reason}`}.`);
  }
}

/** Phones write Display P3, which the decoder leaves as it is. */
function hasOwnColours({ icc, colourProfile = "" }: ImageDescription): boolean {
  return icc !== undefined && !/srgb/i.test(colourProfile);
}

function wrapped({ data, widthPx, heightPx }: RawPixels, { icc }: ImageDescription): Uint8Array {
  const shape = { widthPx, heightPx, bitsPerSample: 8, photometric: 2, samples: 4, hasAlpha: true };
  return writeTiff(icc === undefined ? shape : { ...shape, icc }, data);
}
