import { image, text, type HandlerEvent } from "@reader/core/handler";
import type { FitLimits } from "@reader/image-fit";
import { hasBrokenContent } from "../../quality/broken-content.ts";
import { withPage } from "../../document/with-page.ts";
import { pagePicture } from "../../render/page-picture.ts";
import { notePageFault } from "../../engine/engine-faults.ts";
import { placeOf, type Reading } from "./reading.ts";

/**
 * The pictures of some pages, in order. The next page is drawn while the one before is encoded; no more than that is
 * done before it is asked for.
 */
export async function* pictureEvents(
  reading: Reading,
  numbers: readonly number[],
  limits: FitLimits,
): AsyncGenerator<HandlerEvent> {
  const start = (index: number): Promise<HandlerEvent> | undefined => {
    const number = numbers[index];
    const picture = number === undefined ? undefined : pictureEvent(reading, number, limits);
    // Nobody waits for it where the reader stops before.
    picture?.catch(() => undefined);
    return picture;
  };
  let next = start(0);
  try {
    for (let index = 0; next !== undefined; index++) {
      const current = next;
      next = start(index + 1);
      yield await current;
      reading.signal.throwIfAborted();
    }
  } finally {
    await next?.catch(() => undefined);
  }
}

async function pictureEvent(reading: Reading, number: number, limits: FitLimits): Promise<HandlerEvent> {
  const at = placeOf(reading, number);
  try {
    const picture = await pagePicture(reading.pdf, number, limits);
    if (picture === undefined) return text(blankWords(reading, number), at);
    const { mediaType, data, widthPx, heightPx } = picture;
    return image(mediaType, data, { widthPx, heightPx, at });
  } catch (error) {
    notePageFault(error);
    return text(damagedWords, at);
  }
}

const damagedWords = "(this page is damaged and cannot be drawn)\n";

/** Nothing is to be seen on an empty page, nor on one of which nothing is left. */
function blankWords({ pdf }: Reading, number: number): string {
  return withPage(pdf, number, hasBrokenContent) ? damagedWords : "(blank page)\n";
}
