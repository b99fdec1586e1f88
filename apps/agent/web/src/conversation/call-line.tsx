import type { ReactNode } from "react";
import type { Json } from "@reader/core";
import { isFields } from "../aim.ts";
import { timeWords } from "../words.ts";
import type { Call } from "./turns.ts";

interface CallLineProps {
  readonly call: Call;
  readonly onOpen: (request: Json) => void;
}

/** A call of a tool in one line; one that shows a file or folder opens it again. */
export function CallLine({ call, onOpen }: CallLineProps): ReactNode {
  const { name, words, result } = call;
  const request = shownRequest(call);
  return (
    <div className="call-line" data-error={result?.isError === true}>
      {request === undefined ? (
        <code>{words}</code>
      ) : (
        <button type="button" title={`Show what the model got: ${words}`} onClick={() => onOpen(request)}>
          <code>{words}</code>
        </button>
      )}
      <span className="quiet" aria-label={`Result of ${name}`}>
        {result === undefined ? "…" : `${result.summary} · ${timeWords(result.milliseconds)}`}
      </span>
    </div>
  );
}

/** A search goes through many files, and cannot be shown as one. */
function shownRequest({ name, request }: Call): Json | undefined {
  if (name === "read") return request;
  if (name !== "list") return undefined;
  return isFields(request) && typeof request["path"] === "string" ? { path: request["path"] } : { path: "." };
}
