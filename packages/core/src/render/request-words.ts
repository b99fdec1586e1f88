import { visibleJson } from "./quote.ts";

/**
 * Renders a request as compact JSON that can be sent unchanged. Characters in a path that would be escaped are written
 * as JSON escapes, so that the request stays exact and hides nothing.
 */
export function requestWords(request: object): string {
  return visibleJson(request);
}
