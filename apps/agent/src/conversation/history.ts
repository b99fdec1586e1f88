import { createSession, type Session } from "@reader/core";
import type { ModelMessage } from "ai";
import type { Sighting } from "../citations/sighting.ts";

/** What a conversation has come to, so that a question can follow another. One for each conversation. */
export interface ConversationHistory {
  /** What the model is sent before the next question. */
  readonly messages: ModelMessage[];
  /** What it was shown, which citations are held against. */
  readonly sightings: Sighting[];
  /** What the reader answers as unchanged. */
  readonly session: Session;
}

/** A conversation in which nothing was said. */
export function createHistory(): ConversationHistory {
  return { messages: [], sightings: [], session: createSession() };
}
