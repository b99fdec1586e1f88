import { useCallback, useRef, useState } from "react";
import type { Json } from "@reader/core";
import type { ConversationEvent } from "../../../src/web/wire/conversation.ts";
import { converse } from "../api.ts";
import { problemWords } from "../words.ts";
import { turnAfter, type Turn } from "./turns.ts";

/** Questions that were asked, and the way to ask another. */
export interface Conversation {
  readonly turns: readonly Turn[];
  readonly isAnswering: boolean;
  readonly ask: (question: string) => void;
  readonly stop: () => void;
}

/** A conversation. `onRead` is told each call that can be shown. */
export function useConversation(onRead: ((request: Json) => void) | undefined): Conversation {
  const [turns, setTurns] = useState<readonly Turn[]>([]);
  const [isAnswering, setAnswering] = useState(false);
  const running = useRef<AbortController>(undefined);
  const follow = useRef(onRead);
  follow.current = onRead;
  const change = useCallback((event: ConversationEvent) => {
    setTurns((before) => before.map((turn, index) => (index === before.length - 1 ? turnAfter(turn, event) : turn)));
  }, []);
  const answer = useCallback(
    async (question: string): Promise<void> => {
      const controller = new AbortController();
      running.current = controller;
      setAnswering(true);
      setTurns((before) => [...before, { id: before.length, question, items: [], citations: [] }]);
      try {
        for await (const event of converse(question, controller.signal)) {
          change(event);
          if (event.type === "call" && event.name === "read") follow.current?.(event.request);
        }
      } catch (error) {
        const message = controller.signal.aborted ? "Stopped." : problemWords(error);
        change({ type: "error", message, hint: "" });
      } finally {
        setAnswering(false);
      }
    },
    [change],
  );
  const ask = useCallback((question: string) => void answer(question), [answer]);
  const stop = useCallback(() => running.current?.abort(), []);
  return { turns, isAnswering, ask, stop };
}
