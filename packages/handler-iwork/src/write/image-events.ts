import { type HandlerContext, type HandlerEvent, type Place, text } from "@reader/core/handler";
import type { DocumentBuilder } from "@reader/document/builder";
import { imageEvent, skipUnreadablePart } from "@reader/document/content";

/** Yields what a builder holds, at one place: its text in pieces, and the images in it. */
export async function* builtEvents(
  builder: DocumentBuilder,
  at: Place,
  context: HandlerContext,
): AsyncGenerator<HandlerEvent> {
  let lead = "";
  for (const piece of builder.end()) {
    if (piece.type === "image") {
      const event = await imageOf(builder, piece, { at, context });
      if (event !== undefined) yield event;
    } else {
      yield text(lead + piece.markdown, at);
      lead = "\n";
    }
  }
}

async function imageOf(
  { images }: DocumentBuilder,
  { source, alt }: { readonly source: string; readonly alt: string },
  facts: { readonly at: Place; readonly context: HandlerContext },
): Promise<HandlerEvent | undefined> {
  const image = images.take(source);
  const bytes = image === undefined ? undefined : await skipUnreadablePart(() => image.load());
  return bytes === undefined ? undefined : imageEvent(bytes, image?.name ?? "", { alt, ...facts });
}
