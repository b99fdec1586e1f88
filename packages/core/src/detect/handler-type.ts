import type { MediaType } from "../contract/media-type.ts";
import type { SniffInput } from "./sniff-input.ts";

/** Returns the first type that a handler recognises. A handler that throws recognises nothing. */
export function handlerTypeOf({ handlers, head, name }: SniffInput): MediaType | undefined {
  for (const handler of handlers) {
    try {
      // A handler may be written without TypeScript, and return anything.
      const mediaType: unknown = handler.sniff?.(head, name);
      if (typeof mediaType === "string") return mediaType;
    } catch {
      continue;
    }
  }
  return undefined;
}
