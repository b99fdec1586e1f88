import { type HandlerEvent, type Place, text } from "@reader/core/handler";
import { isImageFault, type Recognised, recognisedPart } from "@reader/core/internal";
import type { Part, Showing } from "../view/image-line.ts";
import { selectRegion } from "../view/selection.ts";
import { placeOf } from "../view/shown-events.ts";
import { stripPieces, type StripPiece } from "./recognisable-image.ts";

/** Confidence below which more text is wrong than right. */
const unsureConfidence = 60;

/** Yields the recognised text page by page. Throws errors that would affect every page. */
export async function* recognisedEvents(showing: Showing, pages: readonly number[]): AsyncGenerator<HandlerEvent> {
  for (const part of await partsOf(showing, pages)) {
    showing.context.signal.throwIfAborted();
    const pieces = pieceTexts(showing, part);
    // A read that is continued restarts at a page, so the text of a page is yielded at once.
    if (part.page === undefined) yield* pieces;
    else yield* await allOf(pieces);
  }
}

/** Returns the parts to recognise. Of an animation only the first frame is, unless the request names pages. */
async function partsOf({ image, context }: Showing, pages: readonly number[]): Promise<readonly Part[]> {
  const { select } = context;
  const isFirstAlone = context.pages === undefined && (image.animation !== undefined || select !== undefined);
  const wanted = isFirstAlone ? pages.slice(0, 1) : pages;
  return Promise.all(
    wanted.map(async (page) => {
      const region = select === undefined ? {} : { region: selectRegion(select, await image.sizeOf(page)) };
      return { ...(image.count > 1 ? { page } : {}), ...region };
    }),
  );
}

async function allOf(events: AsyncIterable<HandlerEvent>): Promise<readonly HandlerEvent[]> {
  const all: HandlerEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

/** Yields the text of each strip piece that has some, or a line that says that no text was found. */
async function* pieceTexts(showing: Showing, part: Part): AsyncGenerator<HandlerEvent> {
  const at = part.page === undefined ? undefined : placeOf(showing.image, part.page);
  let count = 0;
  for await (const piece of stripPieces(showing, part)) {
    showing.context.signal.throwIfAborted();
    const event = await pieceText(showing, piece, { at, isFirst: count === 0 });
    if (event !== undefined) yield event;
    if (event !== undefined) count += 1;
  }
  if (count === 0) yield text("(no text was recognised in it)\n", at);
}

interface TextPlace {
  readonly at: Place | undefined;
  readonly isFirst: boolean;
}

async function pieceText(
  { context }: Showing,
  { image, scale, origin }: StripPiece,
  { at, isFirst }: TextPlace,
): Promise<HandlerEvent | undefined> {
  try {
    const recognised = await context.recognise?.(image);
    if (recognised === undefined || recognised.lines.length === 0) return undefined;
    const before = introduction(recognised, isFirst);
    return recognisedPart(recognised, { at, unit: "px", scale, origin, before });
  } catch (error) {
    return failureText(error, at);
  }
}

/**
 * Returns the line before the recognised text. If confidence is low, it names the recogniser with its languages and
 * adds its advice.
 */
function introduction({ by, confidence, advice }: Recognised, isFirst: boolean): string {
  const isUnsure = confidence < unsureConfidence;
  if (!isFirst && !isUnsure) return "";
  const doubt = isUnsure ? `; ${by} is only ${confidence} % sure: do not rely on it` : "";
  const more = isUnsure && advice !== undefined ? `. ${advice}` : "";
  return `(the following text was recognised in the image${doubt}${more})\n`;
}

/** Reports an image that took too long or broke the recogniser. Other errors are rethrown. */
function failureText(error: unknown, at: Place | undefined): HandlerEvent {
  if (!isImageFault(error)) throw error;
  return text(`(its text could not be recognised: ${error.message})\n`, at);
}
