import { image, notice, text, type HandlerContext, type HandlerEvent, type Place } from "@reader/core/handler";
import type { EncodedImage, Levels } from "@reader/image-fit";
import type { Picture } from "./picture.ts";
import type { Showing, Part } from "./showing.ts";
import { partAdvice } from "./words/part-advice.ts";
import { pageLine, pictureLine } from "./words/picture-line.ts";
import { seconds } from "./words/seconds.ts";

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
