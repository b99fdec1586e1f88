import { ReadError, type Handler } from "@reader/core";
import type { HandlerEvent } from "@reader/core/handler";
import { collect, type CollectOptions } from "../../src/index.ts";

/** Returns the events of a handler for some bytes. Throws if it fails. */
export async function readAll(
  handler: Handler,
  bytes: Uint8Array,
  options: CollectOptions = {},
): Promise<{ readonly text: string; readonly events: readonly HandlerEvent[] }> {
  const { text, events, error } = await collect(handler, bytes, options);
  if (error !== undefined) throw new Error("The handler failed.", { cause: error });
  return { text, events };
}

/** Returns the typed error of a handler. Throws if there is no such error. */
export async function errorOf(handler: Handler, bytes: Uint8Array, options: CollectOptions = {}): Promise<ReadError> {
  const { error } = await collect(handler, bytes, options);
  if (!ReadError.is(error)) throw new Error("The handler gave no typed error.", { cause: error });
  return error;
}

/** Returns the messages of notices. */
export function noticesIn(events: readonly HandlerEvent[]): readonly string[] {
  return events.flatMap((event) => {
    if (event.type !== "notice") return [];
    return [event.code === "handler" ? event.message : `${event.code} ${"count" in event ? event.count : ""}`];
  });
}
