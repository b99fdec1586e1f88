import { describeImage, fitImage, type ImageDescription, type InputLimits } from "@reader/image-fit";
import { corrupt } from "../formats/corrupt.ts";
import type { Picture } from "../picture.ts";
import { assertDrawable } from "./assert-drawable.ts";
import { withExtent } from "./svg-extent.ts";
import { svgText } from "./svg-source.ts";
import { svgWords } from "./svg-words.ts";
import { assertNoUseBomb } from "./use-bomb.ts";
import { withinSide } from "./within-side.ts";

/** Sizes that browsers give a drawing that names none. */
const usualSize = { widthPx: 300, heightPx: 150 };

/** Opens a drawing. Nothing outside the file can come into it: the engine has no place to resolve references against. */
export async function openSvg(bytes: Uint8Array, input: InputLimits): Promise<Picture> {
  const svg = svgText(bytes);
  if (svg === undefined) throw corrupt("The bytes are no SVG drawing.");
  // What is wrong with it is found again, and told, when it is described.
  const drawn = withinSide(await withExtent(svg, input).catch(() => svg), input);
  const source = new TextEncoder().encode(drawn);
  const describe = async (): Promise<ImageDescription> => {
    assertDrawable(drawn, input);
    return describeImage(source, { input });
  };
  const words = svgWords(svg);
  // The words can be read of drawings that cannot be drawn.
  const description = await describe().catch((error: unknown) => {
    if (words.length === 0) throw error;
    return undefined;
  });
  const { widthPx, heightPx } = description ?? usualSize;
  return {
    format: "SVG",
    mediaType: "image/svg+xml",
    size: { widthPx, heightPx },
    count: 1,
    facts: {},
    words,
    sizeOf: async () => ({ widthPx, heightPx }),
    fit: async (limits, options) => {
      assertNoUseBomb(svg);
      const known = description ?? (await describe());
      return fitImage(source, limits, { ...options, description: known });
    },
  };
}
