import { assertDecodable, type InputLimits } from "@reader/image-fit";
import { corrupt } from "../formats/corrupt.ts";
import { pixelPicture } from "../formats/pixel-picture.ts";
import type { Picture } from "../picture.ts";
import { loadJxlEngine } from "./engine.ts";
import { jxlSize } from "./jxl-size.ts";

/** Opens a JPEG XL. */
export async function openJxl(bytes: Uint8Array, limits: InputLimits): Promise<Picture> {
  const size = jxlSize(bytes);
  if (size === undefined) throw corrupt("The JPEG XL image ends inside its header.");
  assertDecodable(size, limits);
  return pixelPicture({
    format: "JPEG XL",
    mediaType: "image/jxl",
    size,
    facts: {},
    decode: async () => {
      const decode = await loadJxlEngine();
      try {
        const { width, height, data } = await decode(new Uint8Array(bytes).buffer);
        const pixels = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
        return { data: pixels, widthPx: width, heightPx: height, channels: 4 };
      } catch {
        throw corrupt("The JPEG XL image cannot be decoded.");
      }
    },
  });
}
