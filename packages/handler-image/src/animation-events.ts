import { notice, text, type HandlerEvent } from "@reader/core/handler";
import { columnsFor, contactSheet, encodePixels, tileSize, type FitLimits } from "@reader/image-fit";
import type { Animation } from "./picture.ts";
import { fitOptions, imageOf, remarksOf } from "./shown-events.ts";
import type { Showing } from "./showing.ts";
import { pictureLine } from "./words/picture-line.ts";

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
