import { type HandlerContext, type HandlerEvent, image, notice, type Place, text } from "@reader/core/handler";
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
import type { Animation, Picture } from "../model/opened-image.ts";
import { seconds } from "../model/wording.ts";
import { pageLine, type Part, pictureLine, type Showing } from "./image-line.ts";

/** The line and the picture, of a page or of a region where one was asked for. */
export async function* shownEvents(showing: Showing, part: Part): AsyncGenerator<HandlerEvent> {
  const { picture, context } = showing;
  const { images } = context.capabilities;
  if (images === undefined) return;
  const fitted = await picture.fit(images, fitOptions(context, part));
  const at = part.page === undefined ? undefined : placeOf(picture, part.page);
  const line =
    part.page === undefined ? pictureLine(showing, fitted, part.region) : pageLine(picture, fitted, part.region);
  yield text(`${line}\n`, at);
  for (const remark of remarksOf(picture, fitted, context)) yield notice(remark, at);
  const advice = partAdvice(fitted, images, part);
  if (advice !== undefined) yield notice(advice, at);
  yield imageOf(fitted, at);
}

/** What one fitting of a picture is told of the request. */
export function fitOptions(context: HandlerContext, part: Part): Parameters<Picture["fit"]>[1] {
  const { maxMegapixels, maxSidePx } = context.budget;
  return {
    ...part,
    input: { maxMegapixels, maxSidePx },
    purpose: context.view === "native" ? "native" : "view",
    signal: context.signal,
  };
}

/** The event of a fitted picture. */
export function imageOf(fitted: EncodedImage, at?: Place): HandlerEvent {
  const { mediaType, data, widthPx, heightPx, originalWidthPx, originalHeightPx } = fitted;
  const isScaled = widthPx !== originalWidthPx || heightPx !== originalHeightPx;
  return image(mediaType, data, {
    widthPx,
    heightPx,
    ...(isScaled ? { originalWidthPx, originalHeightPx } : {}),
    ...(at === undefined ? {} : { at }),
  });
}

/** What is to be said of how a picture came out. */
export function remarksOf(picture: Picture, fitted: EncodedImage, context: HandlerContext): readonly string[] {
  const remarks = [...(picture.remarks ?? [])];
  if (fitted.isRepaired === true) {
    remarks.push("The image is damaged: what could be decoded of it was encoded anew; the rest is grey or missing.");
  }
  if (fitted.levels !== undefined) remarks.push(levelsWords(fitted.levels));
  if (context.view === "native" && context.select === undefined && !fitted.isUntouched) {
    const taken = context.capabilities.images?.mediaTypes.join(", ") ?? "";
    remarks.push(
      `The file cannot be passed as it is: the model takes ${taken} within its limits. This is a converted copy.`,
    );
  }
  return remarks;
}

function levelsWords({ black, white }: Levels): string {
  const [least, most] = [black, white].map((level) => Number(level.toPrecision(6)));
  return `The image holds numbers and not colours: its least, ${least}, is shown black and its greatest, ${most}, white.`;
}

/** A page of a picture, or a frame of an animation with its time. */
export function placeOf({ animation }: Picture, page: number): Place {
  if (animation === undefined) return { unit: "page", index: page };
  const startMs = animation.delaysMs.slice(0, page - 1).reduce((sum, delayMs) => sum + delayMs, 0);
  return { unit: "page", index: page, label: `frame at ${seconds(startMs)}` };
}

/** Made smaller than by this, print of the usual size cannot be read. */
const mostReadableScale = 4;

/** How the small print of a picture that was made much smaller is read; undefined where it is seen well enough. */
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

/** Frames of a contact sheet: three by three. */
const maxSheetFrames = 9;
/** Pixels that may be decoded for a sheet: a frame is made from all before it. */
const maxSheetPixels = 3_000_000_000;

/** The first frame, and a sheet of up to nine frames from start to end. */
export async function* animationEvents(showing: Showing, animation: Animation): AsyncGenerator<HandlerEvent> {
  const { picture, context } = showing;
  const { images } = context.capabilities;
  if (images === undefined) return;
  const first = await picture.fit(images, fitOptions(context, { page: 1 }));
  yield text(`${pictureLine(showing, first)} · the first frame:\n`);
  for (const remark of remarksOf(picture, first, context)) yield notice(remark);
  yield imageOf(first);
  context.signal.throwIfAborted();
  yield* sheetEvents(showing, { animation, limits: images });
}

interface SheetRequest {
  readonly animation: Animation;
  readonly limits: FitLimits;
}

async function* sheetEvents({ picture, context }: Showing, request: SheetRequest): AsyncGenerator<HandlerEvent> {
  const { animation, limits } = request;
  const frames = spread(affordableFrames(picture.size.widthPx * picture.size.heightPx, picture.count));
  const tile = tileSize(picture.size, frames.length, Math.min(limits.nativeSidePx, limits.maxSidePx));
  try {
    const sheet = await contactSheet(animation.tiles(frames, tile), tile, frames.length);
    const encoded = await encodePixels(sheet, limits, { signal: context.signal });
    yield text(`${sheetLine(frames, picture.count)}\n`);
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

/** How many frames from the first on can be looked at in good time. */
function affordableFrames(framePixels: number, count: number): number {
  return Math.max(2, Math.min(count, Math.floor(maxSheetPixels / maxSheetFrames / Math.max(1, framePixels))));
}

/** Up to nine numbers from 1 to `last`, evenly, both ends included. */
function spread(last: number): readonly number[] {
  const count = Math.min(maxSheetFrames, last);
  return Array.from({ length: count }, (_, index) => 1 + Math.round((index * (last - 1)) / (count - 1)));
}
