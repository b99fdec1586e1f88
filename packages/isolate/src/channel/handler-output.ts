import type { HandlerEvent, HandlerInfo, Outline } from "@reader/core/handler";
import { cleanEvent, cleanInfo, cleanOutline } from "@reader/core/internal";
import type { Verb } from "./messages.ts";
import { cleanJson, isObject } from "./plain.ts";

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

/** An event whose bytes are sent as the tail of the frame. Their number takes their place. */
interface PackedEvent {
  readonly event: unknown;
  readonly data: Uint8Array | undefined;
}

/** The handler yielded something that is not an event. */
export class MalformedEvent extends Error {}

/** Separates an event from its bytes. The receiver checks everything else, because it must not trust the sender. */
export function packEvent(event: unknown): PackedEvent {
  if (typeof event !== "object" || event === null) throw new MalformedEvent();
  if (!("data" in event)) return { event, data: undefined };
  const { data } = event;
  if (!(data instanceof Uint8Array)) throw new MalformedEvent();
  return { event: { ...event, data: data.length }, data };
}

/** The result of `info` or `outline`. */
export interface Description {
  readonly info?: HandlerInfo;
  readonly outline?: Outline;
}

/** Checks the result of `info` or `outline`. Returns `undefined` if it is invalid or was not requested. */
export function unpackDescription(verb: Verb, value: unknown): Description | undefined {
  if (verb === "read") return undefined;
  if (verb === "outline") return unpackOutline(value);
  const info = unpackInfo(value);
  return info === undefined ? undefined : { info };
}

function unpackOutline(value: unknown): Description | undefined {
  try {
    return { outline: cleanOutline(value) };
  } catch {
    return undefined;
  }
}

function unpackInfo(value: unknown): HandlerInfo | undefined {
  try {
    return isObject(value) ? cleanInfo({ extents: value["extents"], facts: cleanJson(value["facts"]) }) : undefined;
  } catch {
    return undefined;
  }
}
