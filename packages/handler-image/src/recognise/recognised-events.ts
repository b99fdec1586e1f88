import {
  type HandlerEvent,
  isPictureFault,
  type Place,
  type Recognised,
  recognisedPart,
  text,
} from "@reader/core/handler";
import type { Showing } from "../view/image-line.ts";
import { selectRegion } from "../view/selection.ts";
import { placeOf } from "../view/shown-events.ts";
import { type PicturePart, type RecognisablePiece, stripPieces } from "./recognisable-image.ts";

/** Below this more is wrong than right. */
const unsureConfidence = 60;

/** The text in a picture that is not shown, page by page. Throws where no other page would fare better. */
export async function* recognisedEvents(showing: Showing, pages: readonly number[]): AsyncGenerator<HandlerEvent> {
  for (const part of await partsOf(showing, pages)) {
    showing.context.signal.throwIfAborted();
    const pieces = pieceTexts(showing, part);
    // A read that ends in the middle of a page goes on with that page, not with its next piece.
    if (part.page === undefined) yield* pieces;
    else yield* await allOf(pieces);
  }
}

/** Frames of an animation show the same again and again: its first stands for all, unless others were asked for. */
async function partsOf({ picture, context }: Showing, pages: readonly number[]): Promise<readonly PicturePart[]> {
  const { select } = context;
  const isFirstAlone = context.pages === undefined && (picture.animation !== undefined || select !== undefined);
  const wanted = isFirstAlone ? pages.slice(0, 1) : pages;
  return Promise.all(
    wanted.map(async (page) => {
      const region = select === undefined ? {} : { region: selectRegion(select, await picture.sizeOf(page)) };
      return { ...(picture.count > 1 ? { page } : {}), ...region };
    }),
  );
}

async function allOf(events: AsyncIterable<HandlerEvent>): Promise<readonly HandlerEvent[]> {
  const all: HandlerEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

/** A strip comes in pieces, of which only those with text are told; a picture without any says so. */
async function* pieceTexts(showing: Showing, part: PicturePart): AsyncGenerator<HandlerEvent> {
  const at = part.page === undefined ? undefined : placeOf(showing.picture, part.page);
  let told = 0;
  for await (const piece of stripPieces(showing, part)) {
    showing.context.signal.throwIfAborted();
    const event = await pieceText(showing, piece, { at, isFirst: told === 0 });
    if (event !== undefined) yield event;
    if (event !== undefined) told += 1;
  }
  if (told === 0) yield text("(no text was recognised in it)\n", at);
}

interface Telling {
  readonly at: Place | undefined;
  readonly isFirst: boolean;
}

async function pieceText(
  { context }: Showing,
  { image, scale, origin }: RecognisablePiece,
  { at, isFirst }: Telling,
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

/** An unsure recogniser is named with its languages, and with its advice: another one is a reason to be unsure. */
function introduction({ by, confidence, advice }: Recognised, isFirst: boolean): string {
  const isUnsure = confidence < unsureConfidence;
  if (!isFirst && !isUnsure) return "";
  const doubt = isUnsure ? `; ${by} is only ${confidence} % sure: do not rely on it` : "";
  const more = isUnsure && advice !== undefined ? `. ${advice}` : "";
  return `(what follows was recognised in the picture${doubt}${more})\n`;
}

/** A picture that took too long or broke the recogniser is told; what nobody can do, and the end of the read, is thrown. */
function failureText(error: unknown, at: Place | undefined): HandlerEvent {
  if (!isPictureFault(error)) throw error;
  return text(`(its text could not be recognised: ${error.message})\n`, at);
}
