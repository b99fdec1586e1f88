import { capabilityProfiles, type Capabilities } from "@reader/core";
import type { ModelName } from "./wire.ts";

/** The model profiles that the page offers. */
export const modelNames: readonly ModelName[] = ["anthropic", "openai", "gemini", "text"];

/** The capabilities of a model profile. */
export function capabilitiesOf(name: ModelName): Capabilities {
  return capabilityProfiles[name];
}

/** The capabilities of a person: images that a browser shows, without token cost. */
export const person: Capabilities = {
  name: "person",
  images: {
    mediaTypes: ["image/png", "image/jpeg", "image/webp", "image/gif"],
    maxBytes: 20_000_000,
    maxCount: 20,
    maxSidePx: 8000,
    // Twice the width of the pane, for high-density screens.
    nativeSidePx: 1800,
    tokens: { kind: "fixed", tokens: 0 },
  },
};
