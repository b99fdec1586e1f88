import type { ReactNode } from "react";
import type { Json } from "@reader/core";
import { CiterContext } from "../markdown/inline.tsx";
import { Markdown } from "../markdown/markdown.tsx";
import { CallLine } from "./call-line.tsx";
import { CitationButton } from "./citation-button.tsx";
import type { Turn } from "./turns.ts";

interface TurnViewProps {
  readonly turn: Turn;
  readonly onOpen: (request: Json) => void;
}

/** A question, the calls for it, the answer, and the places that the answer names. */
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
