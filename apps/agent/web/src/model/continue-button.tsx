import type { ReactNode } from "react";
import type { Json } from "@reader/core";
import type { Next } from "../../../src/web/wire/seen.ts";
import { callWords } from "../password-words.ts";
import { grouped } from "../words.ts";

interface ContinueButtonProps {
  readonly next: Next;
  readonly onSend: (request: Json) => void;
}

/** Sends the request that goes on, as the model would. */
export function ContinueButton({ next, onSend }: ContinueButtonProps): ReactNode {
  const { request, remaining } = next;
  return (
    <div className="continue">
      <button type="button" className="primary" onClick={() => onSend({ ...request })}>
        Continue
        {remaining === undefined ? null : <span className="continue-left">{grouped(remaining)} lines left</span>}
      </button>
      <code>read {callWords({ ...request })}</code>
    </div>
  );
}
