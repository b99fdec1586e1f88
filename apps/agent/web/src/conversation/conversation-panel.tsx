import { useEffect, useRef, useState, type ReactNode } from "react";
import type { Start } from "../../../src/web/wire/start.ts";
import { scrollWithin } from "../scroll-within.ts";
import type { Viewer } from "../use-viewer.ts";
import { QuestionForm } from "./question-form.tsx";
import { TurnView } from "./turn-view.tsx";
import { useConversation } from "./use-conversation.ts";

interface ConversationPanelProps {
  readonly start: Start;
  readonly viewer: Viewer;
}

/** Questions and answers; what is read for an answer can be followed in the panes. */
export function ConversationPanel({ start, viewer }: ConversationPanelProps): ReactNode {
  const [isFollowing, setFollowing] = useState(true);
  const [text, setText] = useState(start.questions[0] ?? "");
  const { turns, isAnswering, ask, stop } = useConversation(isFollowing ? viewer.follow : undefined);
  const log = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (log.current !== null) showLatest(log.current, isAnswering);
  }, [turns, isAnswering]);
  const send = (): void => {
    if (text.trim() === "" || isAnswering) return;
    ask(text.trim());
    setText("");
  };
  return (
    <div className="conversation">
      <p className="callout conversation-model">{start.model}</p>
      <div className="turns" role="log" aria-label="Conversation" aria-busy={isAnswering} ref={log} tabIndex={0}>
        {turns.map((turn) => (
          <TurnView key={turn.id} turn={turn} onOpen={viewer.open} />
        ))}
      </div>
      <Suggestions questions={start.questions} isOpen={turns.length === 0} onChoose={setText} />
      <QuestionForm text={text} onText={setText} isAnswering={isAnswering} onSend={send} onStop={stop}>
        <label>
          <input type="checkbox" checked={isFollowing} onChange={({ target }) => setFollowing(target.checked)} />
          Show what is read
        </label>
      </QuestionForm>
    </div>
  );
}

/** While an answer comes, its end; once it is there, its beginning. */
function showLatest(log: HTMLElement, isAnswering: boolean): void {
  const answer = [...log.querySelectorAll(":scope > article:last-of-type > .markdown")].at(-1);
  if (isAnswering || answer === undefined) log.scrollTop = log.scrollHeight;
  else scrollWithin(log, answer, "start");
}

interface SuggestionsProps {
  readonly questions: readonly string[];
  /** Whether they are shown at once; later they would hide what was answered. */
  readonly isOpen: boolean;
  readonly onChoose: (question: string) => void;
}

function Suggestions({ questions, isOpen, onChoose }: SuggestionsProps): ReactNode {
  if (questions.length < 2) return null;
  return (
    <details className="suggestions" open={isOpen}>
      <summary>What you may ask</summary>
      <ul>
        {questions.map((question) => (
          <li key={question}>
            <button type="button" onClick={() => onChoose(question)}>
              {question}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
