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
import type { OpenedImage } from "../../model/opened-image.ts";
import { corrupt } from "../../model/unreadable.ts";
import { assertAffordable, assertFewCrossings, assertNoUseBomb, isCostly } from "./drawing-cost.ts";
import { svgRemarks, svgWords } from "./svg-content.ts";
import {
  declaredSize,
  descriptionOf,
  extentOf,
  hasStyledSize,
  regionOf,
  rootOf,
  sized,
  svgText,
  withinEngineLimit,
  withoutVariables,
} from "./svg-source.ts";

/** The size that browsers use for a drawing without one. */
const usualSize: PixelSize = { widthPx: 300, heightPx: 150 };

/**
 * Opens an SVG drawing without rendering it where possible. External references are never loaded: the engine has no
 * base URL to resolve them.
 */
export async function openSvg(bytes: Uint8Array, input: InputLimits): Promise<OpenedImage> {
  const text = svgText(bytes);
  if (text === undefined) throw corrupt("The bytes are not an SVG drawing.");
  const svg = withoutVariables(text);
  const drawing = { svg, assertDrawable: createDrawableCheck(svg) };
  const said = declaredSize(rootOf(svg) ?? "");
  // An error here occurs again when it is drawn, and is reported then.
  const known = said ?? (isCostly(svg) ? undefined : await extentWithin(drawing, input).catch(() => undefined));
  const size = withinEngineLimit(known ?? usualSize, input);
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
      return render({ ...drawing, size: drawnSize }, limits, asked);
    },
  };
}

interface Drawing {
  readonly svg: string;
  /** Throws if it exceeds a drawing limit. */
  readonly assertDrawable: () => void;
}

async function extentWithin({ svg, assertDrawable }: Drawing, input: InputLimits): Promise<PixelSize | undefined> {
  assertDrawable();
  return extentOf(svg, input);
}

/** True if the drawing exceeds no limit. A rejected drawing is not costly. */
function isDrawable({ assertDrawable }: Drawing): boolean {
  try {
    assertDrawable();
    return true;
  } catch {
    return false;
  }
}

/** Creates a check that throws if the drawing exceeds a limit. The limits are evaluated once. */
function createDrawableCheck(svg: string): () => void {
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
  /** The extent of its coordinates if it has no `viewBox`. */
  readonly size: PixelSize;
}

/**
 * Renders a drawing. Its size attributes are set to the shown size, because the engine parses a drawing twice to scale
 * it and keeps both in memory.
 */
async function render(
  { svg, size, assertDrawable }: SizedDrawing,
  limits: FitLimits,
  options: FitOptions & { readonly input: InputLimits },
): Promise<EncodedImage> {
  assertDrawable();
  if (rootOf(svg) === undefined) throw corrupt("The drawing ends inside its first tag.");
  const description = descriptionOf(withinEngineLimit(size, options.input));
  const { region } = options;
  if (region !== undefined && !hasStyledSize(svg)) return renderRegion({ svg, size }, limits, { ...options, region });
  const shown = vectorSize(description, limits, region);
  return fitImage(sized(svg, shown, size), limits, { ...options, description });
}

/** Renders only a region, at the largest size that the model sees. */
async function renderRegion(
  { svg, size }: Pick<SizedDrawing, "svg" | "size">,
  limits: FitLimits,
  { region, ...options }: FitOptions & { readonly region: Region; readonly input: InputLimits },
): Promise<EncodedImage> {
  const { widthPx, heightPx } = withinEngineLimit(size, options.input);
  const [unitsX, unitsY] = [size.widthPx / widthPx, size.heightPx / heightPx];
  const part = {
    xPx: region.xPx * unitsX,
    yPx: region.yPx * unitsY,
    widthPx: region.widthPx * unitsX,
    heightPx: region.heightPx * unitsY,
  };
  const shown = enlarged(region, limits);
  const bytes = regionOf(svg, size, { part, shown });
  const fitted = await fitImage(bytes, limits, { ...options, description: descriptionOf(shown) });
  return { ...fitted, originalWidthPx: region.widthPx, originalHeightPx: region.heightPx };
}

/** Scales a region to the model's limits, since vectors have no resolution. */
function enlarged({ widthPx, heightPx }: PixelSize, limits: FitLimits): PixelSize {
  const scale = Math.min(limits.nativeSidePx, limits.maxSidePx) / Math.max(widthPx, heightPx);
  return fitSize({ widthPx: widthPx * scale, heightPx: heightPx * scale }, limits);
}
