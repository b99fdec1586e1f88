import type { Json } from "@reader/core";
import { escapeName, escapeText, humanLine, requestWords } from "@reader/core/render";
import type { Citation } from "../citations/citation.ts";
import type { AgentEvent, ResultEvent, TokenUsage } from "../conversation/events.ts";
import type { ConversationEvent, WireCitation } from "./wire.ts";

/** Converts an event for the page: without bytes, and with deceptive characters escaped. */
export function conversationEvent(event: AgentEvent): ConversationEvent {
  switch (event.type) {
    case "question":
      return { type: "question", text: escapeText(event.text) };
    case "call":
      return callEvent(event);
    case "result":
      return resultEvent(event);
    case "text":
      return { type: "text", delta: escapeText(event.delta) };
    case "citation":
      return { type: "citation", citation: wireCitation(event.citation) };
    case "done":
      return { type: "done", words: doneWords(event) };
    case "error":
      return { type: "error", message: escapeText(event.message), hint: escapeText(event.hint) };
  }
}

function callEvent({ id, name, input }: Extract<AgentEvent, { type: "call" }>): ConversationEvent {
  const request = typeof input === "object" && input !== null ? input : {};
  return {
    type: "call",
    id,
    name: escapeName(name),
    request: JSON.parse(JSON.stringify(request)) as Json,
    words: `${escapeName(name)} ${requestWords(request)}`,
  };
}

function resultEvent({ id, answer, outcome, milliseconds }: ResultEvent): ConversationEvent {
  const { isError, notes, media } = answer;
  const [firstNote = ""] = notes.split("\n");
  const summary = outcome === undefined ? firstNote : humanLine(outcome);
  return { type: "result", id, summary, isError, milliseconds, media: media.length };
}

function wireCitation({ text, verdict, reason, excerpt, request }: Citation): WireCitation {
  return {
    text: escapeName(text),
    isRead: verdict === "read",
    ...(reason === undefined ? {} : { reason: escapeName(reason) }),
    ...(excerpt === undefined ? {} : { excerpt: escapeName(excerpt) }),
    request,
  };
}

function doneWords({ usage, steps, stopped }: Extract<AgentEvent, { type: "done" }>): string {
  const end = stopped === undefined ? "" : `, cut off by its limit of ${stopped === "steps" ? "steps" : "output"}`;
  return [`${steps} ${steps === 1 ? "step" : "steps"}`, ...usageWords(usage)].join(" · ") + end;
}

function usageWords({ inputTokens, outputTokens }: TokenUsage): readonly string[] {
  const words = (count: number | undefined, noun: string): readonly string[] =>
    count === undefined ? [] : [`${count.toLocaleString("en-GB").replaceAll(",", "\u202f")} tokens ${noun}`];
  return [...words(inputTokens, "in"), ...words(outputTokens, "out")];
}
