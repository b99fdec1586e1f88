import type { ReactNode } from "react";
import type { Json } from "@reader/core";
import type { WireCitation } from "../../../src/web/wire.ts";
import { isFields } from "../shared/aim.ts";
import { CiterContext, Markdown } from "../markdown/markdown.tsx";
import { timeWords } from "../shared/words.ts";
import type { Call, Turn } from "./turns.ts";

interface TurnViewProps {
  readonly turn: Turn;
  readonly onOpen: (request: Json) => void;
}

/** A question with its calls, answer and citations. */
export function TurnView({ turn, onOpen }: TurnViewProps): ReactNode {
  const { question, items, citations, end } = turn;
  const cite = (marks: string): ReactNode | undefined => {
    const found = marks.split(/;\s*/).flatMap((mark) => citations.find(({ text }) => text === mark.trim()) ?? []);
    if (found.length === 0) return undefined;
    return found.map((citation) => <CitationButton key={citation.text} citation={citation} onOpen={onOpen} />);
  };
  return (
    <article className="turn">
      <h2 className="question">{question}</h2>
      {items.map((item, index) =>
        item.kind === "call" ? (
          <CallLine key={item.call.id} call={item.call} onOpen={onOpen} />
        ) : (
          <CiterContext key={`text ${String(index)}`} value={cite}>
            <Markdown text={item.text} />
          </CiterContext>
        ),
      )}
      {citations.length === 0 ? null : (
        <ul className="citations" aria-label="Citations">
          {citations.map((citation) => (
            <li key={citation.text}>
              <CitationButton citation={citation} onOpen={onOpen} />
              <span className={citation.isRead ? "quiet" : "bad"}>{citation.reason ?? citation.excerpt ?? ""}</span>
            </li>
          ))}
        </ul>
      )}
      {end === undefined ? null : <p className={end.isError ? "callout callout-bad" : "quiet turn-end"}>{end.words}</p>}
    </article>
  );
}

interface CallLineProps {
  readonly call: Call;
  readonly onOpen: (request: Json) => void;
}

/** A tool call in one line. If it reads a file or lists a folder, a click opens that again. */
function CallLine({ call, onOpen }: CallLineProps): ReactNode {
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

/** A search has no single file to show. */
function shownRequest({ name, request }: Call): Json | undefined {
  if (name === "read") return request;
  if (name !== "list") return undefined;
  return isFields(request) && typeof request["path"] === "string" ? { path: request["path"] } : { path: "." };
}

interface CitationButtonProps {
  readonly citation: WireCitation;
  readonly onOpen: (request: Json) => void;
}

/** A button that opens a cited place. A sign and a text, not only a colour, show whether the model was shown it. */
function CitationButton({ citation, onOpen }: CitationButtonProps): ReactNode {
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
      <span className="visually-hidden">{isRead ? ", was read" : ", was not read"}</span>
    </button>
  );
}
