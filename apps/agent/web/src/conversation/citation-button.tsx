import type { ReactNode } from "react";
import type { Json } from "@reader/core";
import type { WireCitation } from "../../../src/web/wire/conversation.ts";

interface CitationButtonProps {
  readonly citation: WireCitation;
  readonly onOpen: (request: Json) => void;
}

/** A place that an answer names; opens it. Whether the model was shown it is told by more than a colour. */
export function CitationButton({ citation, onOpen }: CitationButtonProps): ReactNode {
  const { text, isRead, request, reason } = citation;
  return (
    <button
      type="button"
      className="citation"
      data-read={isRead}
      title={isRead ? "Was read. Open this place." : `Not read: ${reason ?? ""}`}
      onClick={() => onOpen({ ...request })}
    >
      <span aria-hidden="true">{isRead ? "✓ " : "✗ "}</span>
      {text}
      <span className="unseen">{isRead ? ", was read" : ", was not read"}</span>
    </button>
  );
}
