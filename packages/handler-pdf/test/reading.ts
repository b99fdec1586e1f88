import { ReadError, textOnly } from "@reader/core";
import type { HandlerContext, HandlerEvent } from "@reader/core/handler";
import { collect, type Collected, type CollectOptions } from "@reader/testkit";
import { pdf } from "../src/index.ts";

/** Reads a document with the handler as for a model that takes images and documents. */
export function readPdfBytes(bytes: Uint8Array, options: CollectOptions = {}): Promise<Collected> {
  return collect(pdf(), bytes, { name: "input.pdf", ...options });
}

/** The context of a text-only model. */
export const asText: Partial<HandlerContext> = { capabilities: textOnly };

/** The messages of the notices. */
export function messagesOf(events: readonly HandlerEvent[]): readonly string[] {
  return events.flatMap((event) => (event.type === "notice" && event.code === "handler" ? [event.message] : []));
}

/** The code of an error, or its name if it is not a `ReadError`. */
export function codeOf(error: unknown): string | undefined {
  if (ReadError.is(error)) return error.code;
  return error instanceof Error ? error.name : undefined;
}
