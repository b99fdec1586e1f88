import { ReadError } from "@reader/core/handler";
import {
  type EncodedImage,
  fitImage,
  type FitLimits,
  type FitOptions,
  fitSize,
  type InputLimits,
  type PixelSize,
  type Region,
  vectorSize,
} from "@reader/image-fit";
import type { Picture } from "../../model/opened-image.ts";
import { corrupt } from "../../model/unreadable.ts";
import { assertAffordable, assertNoUseBomb, isCostly } from "./drawing-cost.ts";
import { assertFewCrossings } from "./path-crossings.ts";
import { svgRemarks, svgWords } from "./svg-content.ts";
import { drawingOf, extentOf, hasStyledSize, partOf, rootOf, saidSize, sized, withinSide } from "./svg-size.ts";
import { svgText, withoutVariables } from "./svg-source.ts";

/** Size that browsers give a drawing that names none. */
const usualSize: PixelSize = { widthPx: 300, heightPx: 150 };

/**
 * Opens a drawing; what can be told without drawing it is told without. Nothing outside the file can come into it: the
 * engine has no place to resolve references against.
 */
export async function openSvg(bytes: Uint8Array, input: InputLimits): Promise<Picture> {
  const text = svgText(bytes);
  if (text === undefined) throw corrupt("The bytes are no SVG drawing.");
  const svg = withoutVariables(text);
  const drawing = { svg, assertDrawable: drawableCheck(svg) };
  const said = saidSize(rootOf(svg) ?? "");
  // What is wrong with it is found again, and told, when it is drawn.
  const known = said ?? (isCostly(svg) ? undefined : await extentWithin(drawing, input).catch(() => undefined));
  const size = withinSide(known ?? usualSize, input);
  const remarks = svgRemarks(svg);
  return {
    format: "SVG",
    mediaType: "image/svg+xml",
    size,
    count: 1,
    facts: {},
    words: svgWords(text),
    isCostly: () => isCostly(svg) && isDrawable(drawing),
    ...(remarks.length === 0 ? {} : { remarks }),
    sizeOf: async () => size,
    fit: async (limits, options) => {
      const asked = { ...options, input };
      const drawnSize = known ?? (await extentWithin(drawing, input)) ?? usualSize;
      return drawn({ ...drawing, size: drawnSize }, limits, asked);
    },
  };
}

interface Drawing {
  readonly svg: string;
  /** Throws where it is too much to draw. */
  readonly assertDrawable: () => void;
}

async function extentWithin({ svg, assertDrawable }: Drawing, input: InputLimits): Promise<PixelSize | undefined> {
  assertDrawable();
  return extentOf(svg, input);
}

/** What is refused at once costs nothing. */
function isDrawable({ assertDrawable }: Drawing): boolean {
  try {
    assertDrawable();
    return true;
  } catch {
    return false;
  }
}

/** What tells, of a drawing that is looked at once, whether it can be drawn. */
function drawableCheck(svg: string): () => void {
  let outcome: { readonly fault: ReadError | undefined } | undefined;
  return () => {
    outcome ??= { fault: faultOf(svg) };
    if (outcome.fault !== undefined) throw outcome.fault;
  };
}

function faultOf(svg: string): ReadError | undefined {
  try {
    assertAffordable(svg);
    assertNoUseBomb(svg);
    assertFewCrossings(svg);
    return undefined;
  } catch (error) {
    if (ReadError.is(error)) return error;
    throw error;
  }
}

interface SizedDrawing extends Drawing {
  /** What its coordinates fill where it has no `viewBox`. */
  readonly size: PixelSize;
}

/** It says to be as large as it is shown: the engine parses it twice to scale it, and both stay in memory. */
async function drawn(
  { svg, size, assertDrawable }: SizedDrawing,
  limits: FitLimits,
  options: FitOptions & { readonly input: InputLimits },
): Promise<EncodedImage> {
  assertDrawable();
  if (rootOf(svg) === undefined) throw corrupt("The drawing ends inside its first tag.");
  const description = drawingOf(withinSide(size, options.input));
  const { region } = options;
  if (region !== undefined && !hasStyledSize(svg)) return drawnPart({ svg, size }, limits, { ...options, region });
  const shown = vectorSize(description, limits, region);
  return fitImage(sized(svg, shown, size), limits, { ...options, description });
}

/** Only the part is drawn, as large as the model sees it. */
async function drawnPart(
  { svg, size }: Pick<SizedDrawing, "svg" | "size">,
  limits: FitLimits,
  { region, ...options }: FitOptions & { readonly region: Region; readonly input: InputLimits },
): Promise<EncodedImage> {
  const { widthPx, heightPx } = withinSide(size, options.input);
  const [unitsX, unitsY] = [size.widthPx / widthPx, size.heightPx / heightPx];
  const part = {
    xPx: region.xPx * unitsX,
    yPx: region.yPx * unitsY,
    widthPx: region.widthPx * unitsX,
    heightPx: region.heightPx * unitsY,
  };
  const shown = enlarged(region, limits);
  const bytes = partOf(svg, size, { part, shown });
  const fitted = await fitImage(bytes, limits, { ...options, description: drawingOf(shown) });
  return { ...fitted, originalWidthPx: region.widthPx, originalHeightPx: region.heightPx };
}

/** Lines have no resolution: a part fills what the model sees. */
function enlarged({ widthPx, heightPx }: PixelSize, limits: FitLimits): PixelSize {
  const scale = Math.min(limits.nativeSidePx, limits.maxSidePx) / Math.max(widthPx, heightPx);
  return fitSize({ widthPx: widthPx * scale, heightPx: heightPx * scale }, limits);
}
