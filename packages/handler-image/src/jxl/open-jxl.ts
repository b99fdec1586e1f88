import { assertDecodable, type InputLimits } from "@reader/image-fit";
import { corrupt } from "../formats/corrupt.ts";
import { decodedPixels } from "../formats/decoded-pixels.ts";
import { pixelPicture } from "../formats/pixel-picture.ts";
import type { Picture } from "../picture.ts";
import { loadJxlEngine } from "./engine.ts";
import { jxlExif } from "./jxl-exif.ts";
import { jxlHeader } from "./jxl-header.ts";

/** Opens a JPEG XL. */
export async function openJxl(bytes: Uint8Array, limits: InputLimits): Promise<Picture> {
  const header = jxlHeader(bytes);
  if (header === undefined) throw corrupt("The JPEG XL image ends inside its header.");
  const { isAnimated, ...size } = header;
  const exif = jxlExif(bytes);
  assertDecodable(size, limits);
  return pixelPicture({
    format: "JPEG XL",
    mediaType: "image/jxl",
    size,
    facts: {},
    ...(exif === undefined ? {} : { exif }),
    ...(isAnimated ? { remarks: [stillOfAnimation] } : {}),
    decode: async () => {
      const decode = await loadJxlEngine();
      try {
        return decodedPixels(await decode(new Uint8Array(bytes).buffer));
      } catch {
        throw corrupt("The JPEG XL image cannot be decoded.");
      }
    },
  });
}

/** The decoder stops behind the first frame, and only decoding the others would tell how many there are. */
const stillOfAnimation =
  "The file is an animation, of which this is the first frame: to see the others, convert it to PNG files first: `djxl image.jxl frame.apng`.";
