import { needsEscape } from "./escapes.ts";

/**
 * A request as compact JSON that can be sent as it is. What would have to be escaped in a path is written in JSON's
 * own way, so that the request stays exact and nothing hides in it.
 */
export function requestWords(request: object): string {
  const json = JSON.stringify(request);
  if (!needsEscape(json)) return json;
  return json.replaceAll(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
