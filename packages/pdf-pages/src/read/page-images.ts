import { type HandlerEvent, image, ReadError, text } from "@reader/core/handler";
import { encodePixels, type FitLimits } from "@reader/image-fit";
import { boxOfPart, type PagePart } from "../document/page-part.ts";
import type { Box } from "../model/page-content.ts";
import { turnUpright } from "./inspect-page.ts";
import { placeOf, type Reading } from "./reading.ts";

/**
 * Yields the images of some pages in order. The next page is drawn while the one before is encoded, and not earlier.
 */
export async function* imageEvents(
  reading: Reading,
  numbers: readonly number[],
  limits: FitLimits,
): AsyncGenerator<HandlerEvent> {
  const start = (index: number): Promise<HandlerEvent> | undefined => {
    const number = numbers[index];
    const image = number === undefined ? undefined : imageEvent(reading, number, limits);
    // The promise may never be awaited if the reader stops early.
    image?.catch(() => undefined);
    return image;
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

async function imageEvent(reading: Reading, number: number, limits: FitLimits): Promise<HandlerEvent> {
  const at = placeOf(reading, number);
  try {
    const encoded = await reading.engine.image(number, limits);
    if (encoded === undefined) return text(blankNote(reading, number), at);
    const { mediaType, data, widthPx, heightPx } = encoded;
    return image(mediaType, data, { widthPx, heightPx, at });
  } catch (error) {
    reading.engine.notePageFault(error);
    return text(damagedNote, at);
  }
}

const damagedNote = "(this page is damaged and cannot be drawn)\n";

/** A blank page, or a page whose content is lost, has nothing to show. */
function blankNote({ engine }: Reading, number: number): string {
  return engine.isBroken(number, true) ? damagedNote : "(blank page)\n";
}

/** Yields a part of one page as an image, as large as the model sees it, for the small print of posters and plans. */
export async function* partEvents(
  reading: Reading,
  numbers: readonly number[],
  part: PagePart,
): AsyncGenerator<HandlerEvent> {
  const [number] = numbers;
  if (number === undefined) return;
  const limits = limitsFor(reading, numbers.length);
  turnUpright(reading, number);
  const at = placeOf(reading, number);
  const { engine } = reading;
  const page = engine.boxOf(number);
  const box = boxOfPart(part, page);
  const pixels = engine.part(number, { box, limits });
  const { mediaType, data, widthPx, heightPx } = await encodePixels(pixels, limits, { content: "photo" });
  yield text(words(box, page, widthPx), at);
  yield image(mediaType, data, { widthPx, heightPx, at });
}

/** Throws if no part can be shown. */
function limitsFor({ limits }: Reading, count: number): FitLimits {
  if (limits === undefined) {
    throw new ReadError("invalid-request", "A part of a page is shown as an image, and this model takes no images.", {
      hint: "Read the page without `select` to get its text.",
    });
  }
  if (count === 1) return limits;
  throw new ReadError("invalid-request", `A part is selected on one page, but ${count} pages were requested.`, {
    hint: "Name one page with `pages`, and send the same `select`.",
  });
}

function words(box: Box, page: Box, widthPx: number): string {
  const round = (value: number): number => Math.round(value * 100) / 100;
  const [x, y, width, height] = [box.x0 - page.x0, box.y0 - page.y0, box.x1 - box.x0, box.y1 - box.y0].map(round);
  const size = `${round(page.x1 - page.x0)} × ${round(page.y1 - page.y0)}`;
  return `(the part ${x},${y},${width},${height} of this page of ${size} points, shown at ${round(widthPx / (box.x1 - box.x0))} pixels a point)\n`;
}
