import { text, type HandlerContext, type HandlerEvent } from "@reader/core/handler";
import { inlineMark } from "@reader/core/render";

/**
 * The same events, with a line of its own before a picture that an answer has no more room for together with those before
 * it. A read goes on at a line: behind one table, or on one sheet, there may be more pictures than an answer holds.
 */
export async function* withPictureLines(
  events: AsyncIterable<HandlerEvent>,
  { budget, capabilities }: HandlerContext,
): AsyncGenerator<HandlerEvent> {
  const mostPictures = Math.min(budget.maxImages, capabilities.images?.maxCount ?? 0);
  let pictures = 0;
  for await (const event of events) {
    if (event.type === "text") pictures = 0;
    if (event.type === "image") {
      if (mostPictures > 0 && pictures === mostPictures) {
        yield text(`${inlineMark("more pictures", [], event.alt)}\n`, event.at);
        pictures = 0;
      }
      pictures += 1;
    }
    yield event;
  }
}
