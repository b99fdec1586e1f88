import type { CSSProperties, ReactNode } from "react";
import type { Meter } from "../../../src/web/wire/seen.ts";
import { grouped, sizeWords } from "../words.ts";

/** What the answer costs, against what it may cost. */
export function TokenMeter({ meter }: { readonly meter: Meter }): ReactNode {
  const { tokens, maxTokens, bytes, maxBytes, images, maxImages } = meter;
  const share = Math.min(1, tokens / maxTokens);
  const fill: CSSProperties & Record<"--share", number> = { "--share": share };
  const details = `${sizeWords(bytes)} of ${sizeWords(maxBytes)} of text · ${images} of ${maxImages} images`;
  return (
    <div className="meter" title={details}>
      <div
        className="meter-bar"
        role="meter"
        aria-label="Tokens of the budget"
        aria-valuemin={0}
        aria-valuemax={maxTokens}
        aria-valuenow={Math.min(tokens, maxTokens)}
        aria-valuetext={`${tokens} of ${maxTokens} tokens; ${details}`}
        data-full={share > 0.9}
        style={fill}
      />
      <span className="meter-words">
        <strong>{grouped(tokens)}</strong> of {grouped(maxTokens)} tokens
      </span>
    </div>
  );
}
