import { anthropic, type Capabilities } from "@reader/core";

/**
 * What every model takes that takes pictures: at most 20 of the types that all providers share, with a long edge of
 * 1568 px, which none of them scales down. Tokens are counted as Anthropic counts them, who asks the most.
 */
export const anyPictures: Capabilities = {
  name: "any",
  images: {
    mediaTypes: ["image/jpeg", "image/png", "image/webp"],
    maxBytes: 5_000_000,
    maxCount: 20,
    maxSidePx: 1568,
    nativeSidePx: 1568,
    tokens: anthropic.images?.tokens ?? { kind: "fixed", tokens: 1568 },
  },
};
