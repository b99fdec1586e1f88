import { createSession, type Session } from "@reader/core";
import type { ModelMessage } from "ai";
import type { ShownFile } from "../citations/check-citation.ts";

/** The state of a conversation, which a following question needs. */
export interface ConversationHistory {
  /** The messages before the next question. */
  readonly messages: ModelMessage[];
  /** What the model was shown, for checking citations. */
  readonly shownFiles: ShownFile[];
  /** What the reader may answer with "unchanged". */
  readonly session: Session;
}

/** Creates an empty history. */
export function createHistory(): ConversationHistory {
  return { messages: [], shownFiles: [], session: createSession() };
}
