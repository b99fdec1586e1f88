import { capabilityProfiles } from "@reader/core";
import {
  extent,
  type HandlerContext,
  type HandlerEvent,
  type HandlerInfo,
  type Json,
  notice,
  ReadError,
  type Source,
  text,
} from "@reader/core/handler";
import { imageTokens } from "@reader/core/internal";
import { escapeName } from "@reader/core/render";
import { fitSize, prepareImageEngine } from "@reader/image-fit";
import { locationWords, photoFacts } from "./exif/exif.ts";
import { openImage } from "./formats/open-image.ts";
import type { OpenedImage } from "./model/opened-image.ts";
import { sizeWords } from "./model/wording.ts";
import { recognisedEvents } from "./recognise/recognised-events.ts";
import { documentLine, type NotShown, notShownLine, type Showing } from "./view/image-line.ts";
import { selectPages, selectRegion } from "./view/selection.ts";
import { animationEvents, shownEvents } from "./view/shown-events.ts";

/** Yields a line that describes the image, the image in a form that the model accepts, and the text inside. */
export async function* readImage(source: Source, context: HandlerContext): AsyncGenerator<HandlerEvent> {
  prepareImageEngine();
  const image = await openImage(source, context);
  context.signal.throwIfAborted();
  const pages = selectPages(image, context.pages);
  if (image.count > 1) yield extent("page", image.count);
  if (context.select === "metadata") yield* metadataEvents(source.name, image);
  else yield* contentEvents({ image, name: source.name, context }, pages);
}

async function* contentEvents(showing: Showing, pages: readonly number[]): AsyncGenerator<HandlerEvent> {
  const { image, context } = showing;
  const reason = notShownReason(context);
  if (reason === undefined && image.isCostly?.() === true) yield* costlyEvents(showing, pages);
  else if (reason === undefined) yield* imageAndTextEvents(showing, pages);
  else {
    yield* notShownEvents(showing, pages, reason);
    yield* textEvents(image);
  }
}

/** Yields the text first, so that it is the answer if drawing exceeds the time or memory limit. */
async function* costlyEvents(showing: Showing, pages: readonly number[]): AsyncGenerator<HandlerEvent> {
  yield text(`${documentLine(showing)}\n`);
  yield* textEvents(showing.image);
  yield text("Drawing it may take longer than the time limit:\n");
  try {
    yield* imageEvents(showing, pages);
  } catch (error) {
    yield notice(failureWords(showing, error));
  }
}

/** Yields the text of a drawing even if it cannot be drawn. */
async function* imageAndTextEvents(showing: Showing, pages: readonly number[]): AsyncGenerator<HandlerEvent> {
  const { image } = showing;
  try {
    yield* imageEvents(showing, pages);
  } catch (error) {
    if ((image.words ?? []).length === 0) throw error;
    const words = failureWords(showing, error);
    yield text(`${documentLine(showing)}\n`);
    yield notice(words);
  }
  yield* textEvents(image);
}

const imageFaults: ReadonlySet<string> = new Set(["corrupt", "too-large", "unsupported-type"]);

/** Returns why there is no image. Rethrows errors that the image did not cause. */
function failureWords({ context }: Showing, error: unknown): string {
  context.signal.throwIfAborted();
  if (!ReadError.is(error) || !imageFaults.has(error.code)) throw error;
  return `It cannot be shown as an image: ${error.message} ${error.hint ?? ""}`.trim();
}

/** Describes an image that is not shown. Text is recognised only if the drawing contains no text. */
async function* notShownEvents(
  showing: Showing,
  pages: readonly number[],
  reason: NotShown,
): AsyncGenerator<HandlerEvent> {
  const hasWords = (showing.image.words ?? []).length > 0;
  yield text(notShownLine(showing, reason));
  if (hasWords || showing.context.recognise === undefined) return;
  yield* recognisedEvents(showing, pages);
}

function notShownReason({ capabilities, view }: HandlerContext): NotShown | undefined {
  if (capabilities.images === undefined) return "no-images";
  return view === "text" ? "text-asked" : undefined;
}

async function* imageEvents(showing: Showing, pages: readonly number[]): AsyncGenerator<HandlerEvent> {
  const { image, context } = showing;
  if (context.pages === undefined && context.select === undefined && context.view === "native") {
    yield* shownEvents(showing, {});
    return;
  }
  const isWhole = context.pages === undefined && context.select === undefined;
  if (isWhole && image.animation !== undefined) yield* animationEvents(showing, image.animation);
  // A region refers to the first page unless the request names pages.
  else yield* pageEvents(showing, context.pages === undefined && !isWhole ? [1] : pages);
}

async function* pageEvents(showing: Showing, pages: readonly number[]): AsyncGenerator<HandlerEvent> {
  const { image, context } = showing;
  if (image.count > 1) yield text(`${documentLine(showing)}\n`);
  for (const page of pages) {
    context.signal.throwIfAborted();
    const region = context.select === undefined ? undefined : selectRegion(context.select, await image.sizeOf(page));
    yield* shownEvents(showing, {
      ...(image.count > 1 ? { page } : {}),
      ...(region === undefined ? {} : { region }),
    });
  }
}

function* textEvents({ words = [] }: OpenedImage): Generator<HandlerEvent> {
  if (words.length === 0) return;
  yield text(`Text in the drawing:\n${words.join("\n")}\n`);
}

/** Yields all metadata, one line each, including the location: the request asked for it. */
function* metadataEvents(name: string, image: OpenedImage): Generator<HandlerEvent> {
  const facts = [
    ...Object.entries(image.facts),
    ...(image.exif === undefined ? [] : exifEntries(image.exif)),
    ...(image.comments ?? []),
  ];
  yield text(`${escapeName(name)} · ${image.format} ${sizeWords(image.size)}\n`);
  for (const [label, value] of facts) yield text(`${oneLine(label)}: ${oneLine(String(value))}\n`);
}

/** Joins the lines of a text. Linear, unlike an expression for spaces before a line end. */
function oneLine(words: string): string {
  const lines = words.split(/[\r\n\u2028\u2029]+/).map((line) => line.trim());
  return lines.filter((line) => line !== "").join(" ");
}

function exifEntries(exif: Uint8Array): readonly (readonly [string, string])[] {
  const { hasLocation: _, ...facts } = photoFacts(exif);
  const location = locationWords(exif);
  const entries = Object.entries(facts).map(([label, value]) => [label, String(value)] as const);
  return location === undefined ? entries : [...entries, ["location", location] as const];
}

/** Returns format, size, colours, frames or pages, camera metadata, and the token cost for each provider's model. */
export async function imageInfo(source: Source, context: HandlerContext): Promise<HandlerInfo> {
  const image = await openImage(source, context);
  const { widthPx, heightPx } = image.size;
  const facts: Readonly<Record<string, Json>> = {
    format: image.format,
    widthPx,
    heightPx,
    ...image.facts,
    ...animationFacts(image),
    ...cameraInfo(image),
    tokens: tokenCosts(image),
  };
  return { extents: image.count > 1 ? [extent("page", image.count)] : [], facts };
}

function animationFacts({ animation, count }: OpenedImage): Readonly<Record<string, Json>> {
  if (animation === undefined) return count > 1 ? { pages: count } : {};
  return { frames: count, durationMs: animation.delaysMs.reduce((sum, delayMs) => sum + delayMs, 0) };
}

/** Returns the camera metadata. The location is reported only on request, but its presence is mentioned. */
function cameraInfo({ exif }: OpenedImage): Readonly<Record<string, Json>> {
  if (exif === undefined) return {};
  const { hasLocation, ...facts } = photoFacts(exif);
  return { ...facts, ...(hasLocation ? { location: 'present; send select "metadata" to see it' } : {}) };
}

/** The tokens of the image as shown, by capability profile. */
function tokenCosts({ size }: OpenedImage): Readonly<Record<string, Json>> {
  const costs = Object.values(capabilityProfiles).flatMap(({ name, images }) =>
    images === undefined ? [] : [[name, imageTokens(fitSize(size, images), images)] as const],
  );
  return Object.fromEntries(costs);
}
