import {
  isPictureFault,
  recognisedPart,
  text,
  type HandlerEvent,
  type Place,
  type Recognised,
} from "@reader/core/handler";
import { placeOf, type Showing } from "../shown-events.ts";
import { selectRegion } from "../select/select-region.ts";
import { recognisablePicture, type PicturePart } from "./recognisable-picture.ts";

/** Below this more is wrong than right. */
const unsureConfidence = 60;

/** The text in a picture that is not shown, page by page. Throws where no other page would fare better. */
export async function* recognisedEvents(showing: Showing, pages: readonly number[]): AsyncGenerator<HandlerEvent> {
  for (const part of await partsOf(showing, pages)) {
    showing.context.signal.throwIfAborted();
    yield await recognisedText(showing, part);
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

async function recognisedText(showing: Showing, part: PicturePart): Promise<HandlerEvent> {
  const { context, picture } = showing;
  const at = part.page === undefined ? undefined : placeOf(picture, part.page);
  const { image, scale } = await recognisablePicture(showing, part);
  try {
    const recognised = await context.recognise?.(image);
    if (recognised === undefined || recognised.lines.length === 0) return text("(no text was recognised in it)\n", at);
    const { xPx: x = 0, yPx: y = 0 } = part.region ?? {};
    const before = introduction(recognised);
    return recognisedPart(recognised, { at, unit: "px", scale, origin: { x, y }, before });
  } catch (error) {
    return failureText(error, at);
  }
}

/** An unsure recogniser is named with its languages: another one is a reason to be unsure. */
function introduction({ by, confidence }: Recognised): string {
  const doubt = confidence < unsureConfidence ? `; ${by} is only ${confidence} % sure: do not rely on it` : "";
  return `(what follows was recognised in the picture${doubt})\n`;
}

/** A picture that took too long or broke the recogniser is told; what nobody can do, and the end of the read, is thrown. */
function failureText(error: unknown, at: Place | undefined): HandlerEvent {
  if (!isPictureFault(error)) throw error;
  return text(`(its text could not be recognised: ${error.message})\n`, at);
}
