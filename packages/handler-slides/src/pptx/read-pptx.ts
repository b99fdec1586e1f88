import type { HandlerContext, HandlerEvent, HandlerInfo, Outline, Source } from "@reader/core/handler";
import { deckEvents } from "../slides/deck-events.ts";
import { describeDeck } from "../slides/describe-deck.ts";
import { outlineDeck } from "../slides/outline-deck.ts";
import { openPptxDeck } from "./pptx-deck.ts";

/** Yields a presentation slide by slide. */
export async function* readPptx(source: Source, context: HandlerContext): AsyncGenerator<HandlerEvent> {
  yield* deckEvents({ path: source.path, deck: await openPptxDeck(source, context), context });
}

/** Tells of a presentation. */
export async function describePptx(source: Source, context: HandlerContext): Promise<HandlerInfo> {
  return describeDeck(await openPptxDeck(source, context), context);
}

/** Tells the titles of a presentation. */
export async function outlinePptx(source: Source, context: HandlerContext): Promise<Outline> {
  return outlineDeck(await openPptxDeck(source, context), context);
}
