import { cleanEvent, type HandlerEvent } from "@reader/core/handler";
import { isObject } from "./plain.ts";

/**
 * Joins a received event with its bytes and checks it. Returns `undefined` if the core's check refuses it, or if the
 * bytes are not exactly the tail of its frame.
 */
export function unpackEvent(value: unknown, tail: Uint8Array): HandlerEvent | undefined {
  if (!isObject(value)) return undefined;
  const { type, data } = value;
  const hasData = type === "image" || type === "document";
  if (tail.length !== (hasData ? data : 0)) return undefined;
  try {
    return cleanEvent(hasData ? { ...value, data: tail } : value);
  } catch {
    return undefined;
  }
}
