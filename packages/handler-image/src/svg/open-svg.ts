import {
  fitImage,
  vectorSize,
  type EncodedImage,
  type FitLimits,
  type FitOptions,
  type InputLimits,
  type PixelSize,
} from "@reader/image-fit";
import { corrupt } from "../formats/corrupt.ts";
import type { Picture } from "../picture.ts";
import { assertAffordable, isCostly } from "./drawing-cost.ts";
import { drawingOf } from "./drawing-of.ts";
import { extentOf } from "./svg-extent.ts";
import { rootOf, saidSize, sized } from "./svg-root.ts";
import { svgRemarks } from "./svg-remarks.ts";
import { svgText } from "./svg-source.ts";
import { svgWords } from "./svg-words.ts";
import { assertNoUseBomb } from "./use-bomb.ts";
import { withinSide } from "./within-side.ts";

/** Size that browsers give a drawing that names none. */
const usualSize: PixelSize = { widthPx: 300, heightPx: 150 };

/**
 * Opens a drawing; what can be told without drawing it is told without. Nothing outside the file can come into it: the
 * engine has no place to resolve references against.
 */
export async function openSvg(bytes: Uint8Array, input: InputLimits): Promise<Picture> {
  const svg = svgText(bytes);
  if (svg === undefined) throw corrupt("The bytes are no SVG drawing.");
  const said = saidSize(rootOf(svg) ?? "");
  // What is wrong with it is found again, and told, when it is drawn.
  const known = said ?? (isCostly(svg) ? undefined : await extentWithin(svg, input).catch(() => undefined));
  const size = withinSide(known ?? usualSize, input);
  const remarks = svgRemarks(svg);
  return {
    format: "SVG",
    mediaType: "image/svg+xml",
    size,
    count: 1,
    facts: {},
    words: svgWords(svg),
    isCostly: () => isCostly(svg) && isDrawable(svg),
    ...(remarks.length === 0 ? {} : { remarks }),
    sizeOf: async () => size,
    fit: async (limits, options) => {
      const asked = { ...options, input };
      return drawn({ svg, size: known ?? (await extentWithin(svg, input)) ?? usualSize }, limits, asked);
    },
  };
}

async function extentWithin(svg: string, input: InputLimits): Promise<PixelSize | undefined> {
  assertDrawable(svg);
  return extentOf(svg, input);
}

/** What is refused at once costs nothing. */
function isDrawable(svg: string): boolean {
  try {
    assertDrawable(svg);
    return true;
  } catch {
    return false;
  }
}

function assertDrawable(svg: string): void {
  assertAffordable(svg);
  assertNoUseBomb(svg);
}

interface Drawing {
  readonly svg: string;
  /** What its coordinates fill where it has no `viewBox`. */
  readonly size: PixelSize;
}

/** It says to be as large as it is shown: the engine parses it twice to scale it, and both stay in memory. */
async function drawn(
  { svg, size }: Drawing,
  limits: FitLimits,
  options: FitOptions & { readonly input: InputLimits },
): Promise<EncodedImage> {
  assertDrawable(svg);
  if (rootOf(svg) === undefined) throw corrupt("The drawing ends inside its first tag.");
  const description = drawingOf(withinSide(size, options.input));
  const shown = vectorSize(description, limits, options.region);
  return fitImage(sized(svg, shown, size), limits, { ...options, description });
}
