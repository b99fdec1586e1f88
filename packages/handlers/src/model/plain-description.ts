import type { Canary } from "@reader/core/handler";
import type { HandlerDescription } from "@reader/isolate";

/** A handler as plain data and its `sniff`, which is small. */
export interface PlainDescription extends Omit<HandlerDescription, "annotate" | "byHand" | "canary" | "version"> {
  /** True if the handler has an `annotate`. */
  readonly annotates?: true;
  /** True if there is a canary of this name in `canaries.ts`. */
  readonly hasCanary?: true;
  /** True if the handler runs in the program's own process. */
  readonly isLocal?: true;
}

/** A canary whose bytes are deflated, in Base64. */
export interface PackedCanary extends Omit<Canary, "bytes"> {
  readonly data: string;
}
