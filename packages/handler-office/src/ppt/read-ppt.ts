import type { HandlerContext, HandlerEvent, HandlerInfo, Source } from "@reader/core/handler";
import { deckEvents } from "../slides/deck-events.ts";
import { describeDeck } from "../slides/describe-deck.ts";
import { openPptDeck } from "./ppt-deck.ts";

/** Yields a presentation slide by slide. */
export async function* readPpt(source: Source, context: HandlerContext): AsyncGenerator<HandlerEvent> {
  yield* deckEvents({ path: source.path, deck: await openPptDeck(source, context), context });
}

/** Tells of a presentation. */
export async function describePpt(source: Source, context: HandlerContext): Promise<HandlerInfo> {
  return describeDeck(await openPptDeck(source, context), context);
}
