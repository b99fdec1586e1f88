import type { HandlerContext, HandlerEvent, HandlerInfo, Outline, Source } from "@reader/core/handler";
import { deckEvents } from "../slides/deck-events.ts";
import { describeDeck } from "../slides/describe-deck.ts";
import { outlineDeck } from "../slides/outline-deck.ts";
import { openPptDeck } from "./ppt-deck.ts";

/** Yields a presentation slide by slide. */
export async function* readPpt(source: Source, context: HandlerContext): AsyncGenerator<HandlerEvent> {
  yield* deckEvents({ path: source.path, deck: await openPptDeck(source, context), context });
}

/** Tells of a presentation. */
export async function describePpt(source: Source, context: HandlerContext): Promise<HandlerInfo> {
  return describeDeck(await openPptDeck(source, context), context);
}

/** Tells the titles of a presentation. */
export async function outlinePpt(source: Source, context: HandlerContext): Promise<Outline> {
  return outlineDeck(await openPptDeck(source, context), context);
}
