import type { Pricing } from "../text/lines/text-meter.ts";
import { escapeText, needsEscape } from "../render/escapes.ts";
import { gutterCost, type Gutter } from "../render/gutter.ts";
import { estimateTokens } from "../tokens/estimate-tokens.ts";
import type { TokenCounter } from "../contract/token-counter.ts";

/** What lines cost with a gutter, by a token counter or else by the estimate. */
export function createPricing(gutter: Gutter, countTokens: TokenCounter = estimateTokens): Pricing {
  return {
    countTokens,
    gutterCost: (firstLine, lineCount) => gutterCost(gutter, firstLine, lineCount),
    show: (text) => (needsEscape(text) ? escapeText(text) : text),
  };
}
