import { ReadError, textOnly, type HandlerContext, type HandlerEvent } from "@reader/core";
import { collect, type Collected, type CollectOptions } from "@reader/testkit";
import { pdf } from "../src/index.ts";

/** Reads a document with the handler as a model that takes images and documents would. */
export function readPdfBytes(bytes: Uint8Array, options: CollectOptions = {}): Promise<Collected> {
  return collect(pdf(), bytes, { name: "input.pdf", ...options });
}

/** What a model that takes only text gets. */
export const asText: Partial<HandlerContext> = { capabilities: textOnly };

/** The notices in words. */
export function messagesOf(events: readonly HandlerEvent[]): readonly string[] {
  return events.flatMap((event) => (event.type === "notice" && event.code === "handler" ? [event.message] : []));
}

/** The code of what was thrown; its name where it is no `ReadError`. */
export function codeOf(error: unknown): string | undefined {
  if (ReadError.is(error)) return error.code;
  return error instanceof Error ? error.name : undefined;
}
