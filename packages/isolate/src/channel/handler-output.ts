import {
  cleanEvent,
  cleanInfo,
  cleanOutline,
  type HandlerEvent,
  type HandlerInfo,
  type Outline,
} from "@reader/core/handler";
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

/** An event on its way: its bytes lie in the tail of the frame, and their number stands in their place. */
interface PackedEvent {
  readonly event: unknown;
  readonly data: Uint8Array | undefined;
}

/** Something that was given as an event and cannot be one. */
export class MalformedEvent extends Error {}

/** Takes the bytes out of an event. The reader checks the rest: a sender may not be trusted to. */
export function packEvent(event: unknown): PackedEvent {
  if (typeof event !== "object" || event === null) throw new MalformedEvent();
  if (!("data" in event)) return { event, data: undefined };
  const { data } = event;
  if (!(data instanceof Uint8Array)) throw new MalformedEvent();
  return { event: { ...event, data: data.length }, data };
}

/** What a handler told of a document, whichever it was asked. */
export interface Told {
  readonly info?: HandlerInfo;
  readonly outline?: Outline;
}

/** What `info` or `outline` gave, checked; undefined for what makes no sense, or was not asked. */
export function unpackTold(verb: Verb, value: unknown): Told | undefined {
  if (verb === "read") return undefined;
  if (verb === "outline") return unpackOutline(value);
  const info = unpackInfo(value);
  return info === undefined ? undefined : { info };
}

function unpackOutline(value: unknown): Told | undefined {
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
