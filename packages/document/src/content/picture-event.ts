import { image, type HandlerContext, type HandlerEvent, type Place } from "@reader/core/handler";
import { fits, fittedPicture, type FittedPicture } from "./fitted-picture.ts";

import { measurePicture } from "./image-size.ts";

/** What is known of a picture besides its bytes. */
export interface PictureFacts {
  /** A text that stands for it; empty where there is none. */
  readonly alt?: string | undefined;
  readonly at?: Place | undefined;
  readonly context: HandlerContext;
}

/**
 * The event of a picture inside a document; `name` is that of its part. Undefined where the bytes are no PNG, JPEG, GIF
 * or WebP, whatever the name says, and cannot be made one: the caller names it in its text. Where `@reader/image-fit` is
 * installed, a picture that the model would refuse is made to fit; else what the model takes is decided by the core.
 */
export async function pictureEvent(
  bytes: Uint8Array,
  name: string,
  facts: PictureFacts,
): Promise<HandlerEvent | undefined> {
  const { capabilities, budget, signal } = facts.context;
  const size = measurePicture(bytes);
  const limits = capabilities.images;
  const known = size === undefined ? undefined : { ...size, data: bytes };
  const isFine = limits === undefined || fits({ bytes, size, limits });
  const shown = isFine ? known : ((await fittedPicture({ bytes, size, limits, input: budget, signal })) ?? known);
  return shown === undefined ? undefined : eventOf(shown, name, facts);
}

/**
 * What is told of a large picture to a model that takes none, so that nobody loads it; undefined where it must be loaded
 * to know what becomes of it. `start` gives its first bytes.
 */
export async function unseenPicture(
  start: (() => Promise<PictureStart | undefined>) | undefined,
  name: string,
  { alt, at, context }: PictureFacts,
): Promise<HandlerEvent | undefined> {
  if (context.capabilities.images !== undefined) return undefined;
  const found = await start?.();
  const size = found && measurePicture(found.start);
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

function eventOf(
  { mediaType, data, widthPx, heightPx }: FittedPicture,
  name: string,
  facts: PictureFacts,
): HandlerEvent {
  const { alt, at } = facts;
  return image(mediaType, data, {
    widthPx,
    heightPx,
    alt: alternative(alt, name),
    ...(at === undefined ? {} : { at }),
  });
}

/** The author's words for a picture, else the name of its file. */
function alternative(alt: string | undefined, name: string): string {
  const words = (alt ?? "").trim();
  return words === "" ? name.slice(name.lastIndexOf("/") + 1) : words;
}

/** A picture that is not loaded. */
export interface PictureStart {
  readonly start: Uint8Array;
  /** Of the whole picture. */
  readonly bytes: number;
}
