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
import { capabilityProfiles, imageTokens, unrecognisedText } from "@reader/core/internal";
import { escapeName } from "@reader/core/render";
import { fitSize, type InputLimits, measureImage, prepareImageEngine } from "@reader/image-fit";
import { locationWords, photoFacts } from "./exif/exif.ts";
import type { OpenedImage } from "./model/opened-image.ts";
import { sizeWords } from "./model/wording.ts";
import { recognisedEvents } from "./recognise/recognised-events.ts";
import { documentLine, isUnrecognised, type NotShown, notShownLine, type Showing } from "./view/image-line.ts";
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
  yield* sourceEvents(showing);
}

/** True if the source of a drawing is part of the answer: not if only its image or a region of it was requested. */
function showsSource({ image: { source }, context: { select, view } }: Showing): boolean {
  return source !== undefined && select === undefined && view !== "image" && view !== "native";
}

/** Yields the source of a drawing after the drawing. */
function* sourceEvents(showing: Showing): Generator<HandlerEvent> {
  const { source } = showing.image;
  if (source === undefined || !showsSource(showing)) return;
  yield text("Source:\n");
  yield text(source);
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

/** Yields the text and source of a drawing even if it cannot be drawn. */
async function* imageAndTextEvents(showing: Showing, pages: readonly number[]): AsyncGenerator<HandlerEvent> {
  const { image } = showing;
  try {
    yield* imageEvents(showing, pages);
  } catch (error) {
    if ((image.words ?? []).length === 0 && !showsSource(showing)) throw error;
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
  const line = notShownLine(showing, reason);
  yield isUnrecognised(showing) ? unrecognisedText(line) : text(line);
  if (hasWords || showing.context.recognise === undefined) return;
  try {
    yield* recognisedEvents(showing, pages);
  } catch (error) {
    // The source is what one needs to repair a drawing.
    if (!showsSource(showing)) throw error;
    yield notice(failureWords(showing, error));
  }
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

/** Opens an image of one format. */
type OpenImage = (bytes: Uint8Array, limits: InputLimits) => Promise<OpenedImage>;

/** The code of a format is loaded with its first file. */
const openers: Readonly<Record<string, () => Promise<OpenImage>>> = {
  "image/png": async () => (await import("./formats/png/open-png.ts")).openPng,
  "image/bmp": async () => (await import("./formats/bitmap/open-bitmap.ts")).openBitmap,
  "image/vnd.microsoft.icon": async () => (await import("./formats/bitmap/open-bitmap.ts")).openIcon,
  "image/vnd.adobe.photoshop": async () => (await import("./formats/psd/open-psd.ts")).openPsd,
  "image/heic": async () => (await import("./formats/heic/open-heic.ts")).openHeic,
  "image/heif": async () => (await import("./formats/heic/open-heic.ts")).openHeic,
  "image/jxl": async () => (await import("./formats/jxl/open-jxl.ts")).openJxl,
  "image/tiff": async () => (await import("./formats/tiff/open-tiff.ts")).openTiff,
  "image/svg+xml": async () => (await import("./formats/svg/open-svg.ts")).openSvg,
};

const commonTypes: ReadonlySet<string> = new Set(["image/jpeg", "image/gif", "image/webp", "image/avif"]);

/** Opens an image by its bytes. Throws `too-large`, `corrupt` or `unsupported-type`. */
async function openImage(source: Source, { budget, signal }: HandlerContext): Promise<OpenedImage> {
  const bytes = await source.bytes();
  signal.throwIfAborted();
  const mediaType = formatOf(bytes, source);
  const limits = { maxMegapixels: budget.maxMegapixels, maxSidePx: budget.maxSidePx };
  const opener = await openerOf(mediaType);
  if (opener !== undefined) return opener(bytes, limits);
  throw new ReadError("corrupt", "The bytes are not an image in a supported format.", {
    hint: "Get an undamaged copy of the file, or open it in an image editor and export it as PNG.",
  });
}

async function openerOf(mediaType: string): Promise<OpenImage | undefined> {
  if (Object.hasOwn(openers, mediaType)) return openers[mediaType]?.();
  return commonTypes.has(mediaType) ? (await import("./formats/engine/engine-image.ts")).openEngineImage : undefined;
}

/** Signatures of formats that `measureImage` does not measure, or not when the file is cut off. */
const signatures: readonly (readonly [mediaType: string, ...bytes: number[]])[] = [
  ["image/png", 0x89, 0x50, 0x4e, 0x47],
  ["image/jpeg", 0xff, 0xd8, 0xff],
  ["image/gif", 0x47, 0x49, 0x46, 0x38],
  ["image/bmp", 0x42, 0x4d],
  ["image/vnd.adobe.photoshop", 0x38, 0x42, 0x50, 0x53],
  ["image/vnd.microsoft.icon", 0x00, 0x00, 0x01, 0x00],
  ["image/vnd.microsoft.icon", 0x00, 0x00, 0x02, 0x00],
  ["image/jxl", 0xff, 0x0a],
  ["image/jxl", 0x00, 0x00, 0x00, 0x0c, 0x4a, 0x58, 0x4c, 0x20],
];

/** Detects the media type from the bytes. Falls back to the type that the core detected if there is no signature. */
function formatOf(bytes: Uint8Array, { sniff }: Pick<Source, "sniff">): string {
  const measured = measureImage(bytes)?.mediaType;
  if (measured !== undefined) return measured;
  const signed = signatures.find(([, ...signature]) => signature.every((byte, index) => bytes[index] === byte));
  if (signed !== undefined) return signed[0];
  return looksLikeSvg(bytes) ? "image/svg+xml" : sniff.mediaType;
}

const svgHeadBytes = 4096;

function looksLikeSvg(bytes: Uint8Array): boolean {
  // With NULs removed, ASCII characters in UTF-16 match too.
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, svgHeadBytes)).replaceAll("\0", "");
  return /<(?:\w{1,40}:)?svg[\s>]/.test(head);
}
