import type { HandlerContext, HandlerEvent, HandlerInfo, Outline, Source } from "@reader/core/handler";
import { deckEvents } from "../slides/deck-events.ts";
import { describeDeck } from "../slides/describe-deck.ts";
import { outlineDeck } from "../slides/outline-deck.ts";
import { openOdpDeck } from "./odp-deck.ts";

/** Yields a presentation slide by slide. */
export async function* readOdp(source: Source, context: HandlerContext): AsyncGenerator<HandlerEvent> {
  yield* deckEvents({ path: source.path, deck: await openOdpDeck(source, context), context });
}

/** Tells of a presentation. */
export async function describeOdp(source: Source, context: HandlerContext): Promise<HandlerInfo> {
  return describeDeck(await openOdpDeck(source, context), context);
}

/** Tells the titles of a presentation. */
export async function outlineOdp(source: Source, context: HandlerContext): Promise<Outline> {
  return outlineDeck(await openOdpDeck(source, context), context);
}
