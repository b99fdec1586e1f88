import {
  type HandlerContext,
  type HandlerEvent,
  image as imageEvent,
  notice,
  type Place,
  text,
} from "@reader/core/handler";
import {
  columnsFor,
  contactSheet,
  type EncodedImage,
  encodePixels,
  type FitLimits,
  fitSize,
  type Levels,
  tileSize,
} from "@reader/image-fit";
import type { Animation, OpenedImage } from "../model/opened-image.ts";
import { seconds } from "../model/wording.ts";
import { imageLine, pageLine, type Part, type Showing } from "./image-line.ts";

/** Yields the line and the image, or a page or region of it. */
export async function* shownEvents(showing: Showing, part: Part): AsyncGenerator<HandlerEvent> {
  const { image, context } = showing;
  const { images } = context.capabilities;
  if (images === undefined) return;
  const fitted = await image.fit(images, fitOptions(context, part));
  const at = part.page === undefined ? undefined : placeOf(image, part.page);
  const line = part.page === undefined ? imageLine(showing, fitted, part.region) : pageLine(image, fitted, part.region);
  yield text(`${line}\n`, at);
  for (const remark of remarksOf(image, fitted, context)) yield notice(remark, at);
  const advice = partAdvice(fitted, images, part);
  if (advice !== undefined) yield notice(advice, at);
  yield imageOf(fitted, at);
}

/** Returns the fit options for a request. */
export function fitOptions(context: HandlerContext, part: Part): Parameters<OpenedImage["fit"]>[1] {
  const { maxMegapixels, maxSidePx } = context.budget;
  return {
    ...part,
    input: { maxMegapixels, maxSidePx },
    purpose: context.view === "native" ? "native" : "view",
    signal: context.signal,
  };
}

/** Creates the event of a fitted image. */
export function imageOf(fitted: EncodedImage, at?: Place): HandlerEvent {
  const { mediaType, data, widthPx, heightPx, originalWidthPx, originalHeightPx } = fitted;
  const isScaled = widthPx !== originalWidthPx || heightPx !== originalHeightPx;
  return imageEvent(mediaType, data, {
    widthPx,
    heightPx,
    ...(isScaled ? { originalWidthPx, originalHeightPx } : {}),
    ...(at === undefined ? {} : { at }),
  });
}

/** Returns the remarks on an image and on how it was fitted. */
export function remarksOf(image: OpenedImage, fitted: EncodedImage, context: HandlerContext): readonly string[] {
  const remarks = [...(image.remarks ?? [])];
  if (fitted.isRepaired === true) {
    remarks.push("The image is damaged. The decoded part was encoded again; the rest is grey or missing.");
  }
  if (fitted.levels !== undefined) remarks.push(levelsWords(fitted.levels));
  if (context.view === "native" && context.select === undefined && !fitted.isUntouched) {
    const taken = context.capabilities.images?.mediaTypes.join(", ") ?? "";
    remarks.push(
      `The file cannot be passed on unchanged: the model takes ${taken} within its limits. This is a converted copy.`,
    );
  }
  return remarks;
}

function levelsWords({ black, white }: Levels): string {
  const [least, most] = [black, white].map((level) => Number(level.toPrecision(6)));
  return `The image holds measurements, not colours: its minimum ${least} is shown as black and its maximum ${most} as white.`;
}

/** Returns the place of a page, or of a frame with its time. */
export function placeOf({ animation }: OpenedImage, page: number): Place {
  if (animation === undefined) return { unit: "page", index: page };
  const startMs = animation.delaysMs.slice(0, page - 1).reduce((sum, delayMs) => sum + delayMs, 0);
  return { unit: "page", index: page, label: `frame at ${seconds(startMs)}` };
}

/** Scale-down factor from which print of usual size is illegible. */
const mostReadableScale = 4;

/**
 * Returns how to request a legible region of an image that was scaled down a lot, or `undefined` if print is legible.
 */
function partAdvice(fitted: EncodedImage, limits: FitLimits, { page = 1, region }: Part): string | undefined {
  const { widthPx, heightPx, originalWidthPx, originalHeightPx } = fitted;
  if (Math.max(originalWidthPx / widthPx, originalHeightPx / heightPx) < mostReadableScale) return undefined;
  const sidePx = Math.min(limits.nativeSidePx, limits.maxSidePx);
  const first = { widthPx: Math.min(originalWidthPx, sidePx), heightPx: Math.min(originalHeightPx, sidePx) };
  const part = fitSize(first, limits);
  const select = [region?.xPx ?? 0, region?.yPx ?? 0, part.widthPx, part.heightPx].join(",");
  const pages = page === 1 ? "" : ` with pages "${page}"`;
  return `Small print cannot be read at this size: send select "${select}"${pages} for that part at full size, then the others.`;
}

/** Maximum number of frames on a contact sheet: three by three. */
const maxSheetFrames = 9;
/** Maximum number of pixels decoded for a contact sheet. Decoding a frame means decoding all frames before it. */
const maxSheetPixels = 3_000_000_000;

/** Yields the first frame, then a contact sheet of up to nine frames spread over the animation. */
export async function* animationEvents(showing: Showing, animation: Animation): AsyncGenerator<HandlerEvent> {
  const { image, context } = showing;
  const { images } = context.capabilities;
  if (images === undefined) return;
  const first = await image.fit(images, fitOptions(context, { page: 1 }));
  yield text(`${imageLine(showing, first)} · the first frame:\n`);
  for (const remark of remarksOf(image, first, context)) yield notice(remark);
  yield imageOf(first);
  context.signal.throwIfAborted();
  yield* sheetEvents(showing, { animation, limits: images });
}

interface SheetRequest {
  readonly animation: Animation;
  readonly limits: FitLimits;
}

async function* sheetEvents({ image, context }: Showing, request: SheetRequest): AsyncGenerator<HandlerEvent> {
  const { animation, limits } = request;
  const frames = spread(affordableFrames(image.size.widthPx * image.size.heightPx, image.count));
  const tile = tileSize(image.size, frames.length, Math.min(limits.nativeSidePx, limits.maxSidePx));
  try {
    const sheet = await contactSheet(animation.tiles(frames, tile), tile, frames.length);
    const encoded = await encodePixels(sheet, limits, { signal: context.signal });
    yield text(`${sheetLine(frames, image.count)}\n`);
    yield imageOf(encoded);
  } catch (error) {
    context.signal.throwIfAborted();
    yield notice(
      `Frames after the first cannot be shown: ${error instanceof Error ? error.message : "unknown reason."}`,
    );
  }
}

function sheetLine(frames: readonly number[], count: number): string {
  const grid = `${columnsFor(frames.length)} in a row, left to right and top to bottom`;
  const last = frames.at(-1) ?? count;
  return `Contact sheet, ${grid}: frames ${frames.join(", ")} of ${count}. Send pages "${last}" for one frame at full size.`;
}

/** The number of frames, counted from the first, that can be decoded within the pixel limit. */
function affordableFrames(framePixels: number, count: number): number {
  return Math.max(2, Math.min(count, Math.floor(maxSheetPixels / maxSheetFrames / Math.max(1, framePixels))));
}

/** Up to nine evenly spaced frame numbers from 1 to `last`, both included. */
function spread(last: number): readonly number[] {
  const count = Math.min(maxSheetFrames, last);
  return Array.from({ length: count }, (_, index) => 1 + Math.round((index * (last - 1)) / (count - 1)));
}
