import { capabilityProfiles, type Capabilities } from "@reader/core";
import type { ModelName } from "./wire/start.ts";

/** The names of the models that a page can look with. */
export const modelNames: readonly ModelName[] = ["anthropic", "openai", "gemini", "text"];

/** What a model takes. */
export function capabilitiesOf(name: ModelName): Capabilities {
  return capabilityProfiles[name];
}

/** What a person takes: pictures of any size that a browser shows, which cost nothing. */
export const person: Capabilities = {
  name: "person",
  images: {
    mediaTypes: ["image/png", "image/jpeg", "image/webp", "image/gif"],
    maxBytes: 20_000_000,
    maxCount: 20,
    maxSidePx: 8000,
    // A page at twice the width of its pane, for screens with two pixels in one.
    nativeSidePx: 1800,
    tokens: { kind: "fixed", tokens: 0 },
  },
};
