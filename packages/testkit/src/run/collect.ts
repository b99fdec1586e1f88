import type { Handler } from "@reader/core";
import type { HandlerContext, HandlerEvent } from "@reader/core/handler";
import { memorySource } from "../memory/memory-source.ts";
import { mockContext } from "./mock-context.ts";

/** A context, or a part of it, and the name of the file. */
export interface CollectOptions extends Partial<HandlerContext> {
  /** `input` where not given. */
  readonly name?: string;
}

/** All that a handler gave. */
export interface Collected {
  readonly events: readonly HandlerEvent[];
  /** The text events, joined. */
  readonly text: string;
  /** What it threw; absent where it came to its end. */
  readonly error?: unknown;
}

/** Runs a handler to its end. Never rejects: what the handler throws is in the result, with the events before it. */
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
