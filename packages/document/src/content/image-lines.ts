import { text, type HandlerContext, type HandlerEvent } from "@reader/core/handler";
import { inlineMark } from "@reader/core/render";

/**
 * Adds a line of text before each image that exceeds the number of images per answer. A read can only continue at a
 * line, and one table or sheet may be followed by more images than one answer holds.
 */
export async function* withImageLines(
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
