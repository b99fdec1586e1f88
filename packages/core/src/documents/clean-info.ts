import type { HandlerInfo, Json } from "../contract/handler.ts";
import { cleanExtent } from "./clean-event.ts";
import { isObject, MalformedEvent } from "./field.ts";

/** What `info` of a handler gave, made anew of what JSON holds. */
export function cleanInfo(info: unknown): HandlerInfo {
  if (!isObject(info)) throw new MalformedEvent("facts that are no object");
  const { extents, facts } = info;
  if (!Array.isArray(extents)) throw new MalformedEvent("extents that are no list");
  return {
    extents: extents.map((extent: unknown) => cleanExtent(isObject(extent) ? extent : {})),
    facts: cleanFacts(facts),
  };
}

function cleanFacts(facts: unknown): HandlerInfo["facts"] {
  const copy: unknown = isObject(facts) ? JSON.parse(JSON.stringify(facts)) : undefined;
  if (isObject(copy) && !Array.isArray(copy)) return copy as { readonly [name: string]: Json };
  throw new MalformedEvent("facts that are no object");
}
