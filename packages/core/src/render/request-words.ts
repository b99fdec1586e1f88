import { visibleJson } from "./quote.ts";

/**
 * A request as compact JSON that can be sent as it is. What would have to be escaped in a path is written in JSON's
 * own way, so that the request stays exact and nothing hides in it.
 */
export function requestWords(request: object): string {
  return visibleJson(request);
}
