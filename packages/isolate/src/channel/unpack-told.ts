import { cleanInfo, cleanOutline, type HandlerInfo, type Outline } from "@reader/core/handler";
import type { Verb } from "./messages.ts";
import { cleanJson, isObject } from "./plain.ts";

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
