import { image, type HandlerContext, type HandlerEvent, type Place, text } from "@reader/core/handler";
import { inlineMark } from "@reader/core/render";
import { fits, fittedImage, type FittedImage, measureImage } from "./fit-image.ts";

/** The context of an image event. */
export interface ImageContext {
  /** The alternative text; empty if the image has none. */
  readonly alt?: string | undefined;
  readonly at?: Place | undefined;
  readonly context: HandlerContext;
}

/**
 * Creates the event of an image in a document; `name` is the name of its part. Returns `undefined` if the bytes are not
 * a PNG, JPEG, GIF or WebP and cannot be converted; the caller then names the image in its text. If `@reader/image-fit`
 * is installed, an image that exceeds the model's limits is shrunk; otherwise the core decides whether it is sent.
 */
export async function imageEvent(
  bytes: Uint8Array,
  name: string,
  facts: ImageContext,
): Promise<HandlerEvent | undefined> {
  const { capabilities, budget, signal } = facts.context;
  const size = measureImage(bytes);
  const limits = capabilities.images;
  const known = size === undefined ? undefined : { ...size, data: bytes };
  const isFine = limits === undefined || fits({ bytes, size, limits });
  const shown = isFine ? known : ((await fittedImage({ bytes, size, limits, input: budget, signal })) ?? known);
  return shown === undefined ? undefined : eventOf(shown, name, facts);
}

/**
 * Returns the notice for an image if the model accepts no images, so that it need not be loaded. Returns `undefined` if
 * the image must be loaded. `start` loads its first bytes.
 */
export async function omittedImageNotice(
  start: (() => Promise<ImageStart | undefined>) | undefined,
  name: string,
  { alt, at, context }: ImageContext,
): Promise<HandlerEvent | undefined> {
  if (context.capabilities.images !== undefined) return undefined;
  const found = await start?.();
  const size = found && measureImage(found.start);
  if (found === undefined || size === undefined) return undefined;
  const { mediaType, widthPx, heightPx } = size;
  return {
    type: "notice",
    code: "media-omitted",
    kind: "image",
    mediaType,
    reason: "not-accepted",
    bytes: found.bytes,
    widthPx,
    heightPx,
    alt: alternative(alt, name),
    ...(at === undefined ? {} : { at }),
  };
}

function eventOf({ mediaType, data, widthPx, heightPx }: FittedImage, name: string, facts: ImageContext): HandlerEvent {
  const { alt, at } = facts;
  return image(mediaType, data, {
    widthPx,
    heightPx,
    alt: alternative(alt, name),
    ...(at === undefined ? {} : { at }),
  });
}

/** Returns the author's alternative text, or the file name. */
function alternative(alt: string | undefined, name: string): string {
  const words = (alt ?? "").trim();
  return words === "" ? name.slice(name.lastIndexOf("/") + 1) : words;
}

/** The start of an image that is not loaded. */
export interface ImageStart {
  readonly start: Uint8Array;
  /** The size of the whole image, in bytes. */
  readonly bytes: number;
}

/**
 * Adds a line of text before each image that exceeds the number of images per answer. A read can only continue at a
 * line, and one table or sheet may be followed by more images than one answer holds.
 */
export async function* withImageLines(
  events: AsyncIterable<HandlerEvent>,
  { budget, capabilities }: HandlerContext,
): AsyncGenerator<HandlerEvent> {
  const mostImages = Math.min(budget.maxImages, capabilities.images?.maxCount ?? 0);
  let images = 0;
  for await (const event of events) {
    if (event.type === "text") images = 0;
    if (event.type === "image") {
      if (mostImages > 0 && images === mostImages) {
        yield text(`${inlineMark("more images", [], event.alt)}\n`, event.at);
        images = 0;
      }
      images += 1;
    }
    yield event;
  }
}
