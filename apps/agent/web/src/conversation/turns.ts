import type { Json } from "@reader/core";
import type { ConversationEvent, WireCitation } from "../../../src/web/wire.ts";

/** A tool call and its result. */
export interface Call {
  readonly id: string;
  readonly name: string;
  readonly request: Json;
  readonly words: string;
  readonly result?: Extract<ConversationEvent, { type: "result" }>;
}

/** A part of a turn. */
export type TurnItem =
  | { readonly kind: "call"; readonly call: Call }
  | { readonly kind: "text"; readonly text: string };

/** A question and its answer. */
export interface Turn {
  readonly id: number;
  readonly question: string;
  readonly items: readonly TurnItem[];
  readonly citations: readonly WireCitation[];
  /** How it ended. Absent while it runs. */
  readonly end?: { readonly words: string; readonly isError: boolean };
}

/** Returns the turn with one more event. */
export function turnAfter(turn: Turn, event: ConversationEvent): Turn {
  switch (event.type) {
    case "question":
      return turn;
    case "call": {
      const { id, name, request, words } = event;
      return { ...turn, items: [...turn.items, { kind: "call", call: { id, name, request, words } }] };
    }
    case "result":
      return { ...turn, items: turn.items.map((item) => withResult(item, event)) };
    case "text":
      return { ...turn, items: withText(turn.items, event.delta) };
    case "citation":
      return { ...turn, citations: [...turn.citations, event.citation] };
    case "done":
      return { ...turn, end: { words: event.words, isError: false } };
    case "error":
      return { ...turn, end: { words: `${event.message} ${event.hint}`, isError: true } };
  }
}

function withResult(item: TurnItem, result: Extract<ConversationEvent, { type: "result" }>): TurnItem {
  return item.kind === "call" && item.call.id === result.id ? { kind: "call", call: { ...item.call, result } } : item;
}

function withText(items: readonly TurnItem[], delta: string): readonly TurnItem[] {
  const last = items.at(-1);
  if (last?.kind !== "text") return [...items, { kind: "text", text: delta }];
  return [...items.slice(0, -1), { kind: "text", text: last.text + delta }];
}

/** Returns an excerpt without the marks of Markdown at its start, and the cells of a table row separated by dots. */
export function excerptWords(excerpt: string): string {
  if (!excerpt.startsWith("|")) return excerpt.replace(/^(?:#{1,6}|[-*+]|\d+[.)]|>)\s+(?:\[[ x]\]\s+)?/, "");
  const cells = excerpt.split(/(?<!\\)\|/).map((cell) => cell.trim());
  return cells.filter((cell) => cell !== "").join(" · ");
}
