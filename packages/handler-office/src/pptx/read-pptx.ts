import type { HandlerContext, HandlerEvent, HandlerInfo, Source } from "@reader/core/handler";
import { deckEvents } from "../slides/deck-events.ts";
import { describeDeck } from "../slides/describe-deck.ts";
import { openPptxDeck } from "./pptx-deck.ts";

/** Yields a presentation slide by slide. */
export async function* readPptx(source: Source, context: HandlerContext): AsyncGenerator<HandlerEvent> {
  yield* deckEvents({ path: source.path, deck: await openPptxDeck(source, context), context });
}

/** Tells of a presentation. */
export async function describePptx(source: Source, context: HandlerContext): Promise<HandlerInfo> {
  return describeDeck(await openPptxDeck(source, context), context);
}
