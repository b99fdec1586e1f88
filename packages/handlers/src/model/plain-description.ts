import type { Canary } from "@reader/core/handler";
import type { HandlerDescription } from "@reader/isolate";

/** The description of a handler of the preset. */
export interface PresetDescription extends HandlerDescription {
  /** The name of the handler of the same files that this one replaces if the package of that one is not installed. */
  readonly replaces?: string;
  /** The licence of the package of a replacement, an SPDX expression. */
  readonly licence?: string;
}

/** A handler as plain data and its `sniff`, which is small. */
export interface PlainDescription extends Omit<PresetDescription, "annotate" | "byHand" | "canary" | "version"> {
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
