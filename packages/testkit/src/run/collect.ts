import type { Handler } from "@reader/core";
import type { HandlerContext, HandlerEvent } from "@reader/core/handler";
import { memorySource } from "../memory/memory-source.ts";
import { mockContext } from "./mock-context.ts";

/** Fields of the context, and the name of the file. */
export interface CollectOptions extends Partial<HandlerContext> {
  /** Default: `input`. */
  readonly name?: string;
}

/** The result of a handler. */
export interface Collected {
  readonly events: readonly HandlerEvent[];
  /** The text events, joined. */
  readonly text: string;
  /** The thrown value. Absent if it finished. */
  readonly error?: unknown;
}

/** Runs a handler to its end. Never rejects: an error is part of the result, with the events before it. */
export async function collect(handler: Handler, bytes: Uint8Array, options: CollectOptions = {}): Promise<Collected> {
  const { name = "input", ...context } = options;
  const events: HandlerEvent[] = [];
  try {
    for await (const event of handler.read(memorySource(name, bytes), mockContext(context))) events.push(event);
  } catch (error) {
    return { events, text: joinText(events), error };
  }
  return { events, text: joinText(events) };
}

function joinText(events: readonly HandlerEvent[]): string {
  return events.map((event) => (event.type === "text" ? event.text : "")).join("");
}
