import type { ReadFailure } from "@reader/core";
import { toolFailure } from "./tool-failure.ts";

/** A failure for arguments that are no JSON; the model sends them again. */
export const brokenArguments: ReadFailure = toolFailure({
  code: "invalid-request",
  message: "The arguments of the call are not valid JSON.",
  hint: "Send the call again with one JSON object as its arguments.",
});

/**
 * What a model sent, as a request: an object, or the JSON of one. Nothing is an empty request, a text that cannot be
 * meant as JSON is a path. Undefined for JSON that is broken.
 */
export function readInput(input: unknown): object | string | undefined {
  if (typeof input === "string") return fromText(input);
  return typeof input === "object" && input !== null ? input : {};
}

function fromText(text: string): object | string | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return {};
  if (!/^[{["]/.test(trimmed)) return text;
  try {
    const value: unknown = JSON.parse(trimmed);
    return typeof value === "string" || (typeof value === "object" && value !== null) ? value : {};
  } catch {
    return undefined;
  }
}
