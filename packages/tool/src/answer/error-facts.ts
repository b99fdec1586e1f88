import type { Json, ReadErrorData } from "@reader/core";

/**
 * An error as a program gets it: its words, and under `details` the facts behind them, such as the handler, its version
 * and the command that shows the fault. That command may hold a path as the user typed it, so it is there only where the
 * words have it. The core has made JSON of less than 25 000 characters of what handlers tell.
 */
export function errorFacts({ code, message, hint, details }: ReadErrorData): { readonly [name: string]: Json } {
  const words = { code, message, hint };
  if (details?.handler === undefined || code === "handler-failed" || code === "timed-out") {
    return details === undefined ? words : { ...words, details: details as Json };
  }
  const { byHand: _, said: __, ...handler } = details.handler;
  return { ...words, details: { ...details, handler } as Json };
}
