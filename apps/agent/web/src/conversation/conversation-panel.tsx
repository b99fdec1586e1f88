import { type FormEvent, type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import type { Json } from "@reader/core";
import type { ConversationEvent, Start, WireCitation } from "../../../src/web/wire.ts";
import { converse } from "../shared/api.ts";
import { scrollWithin } from "../shared/scroll-within.ts";
import type { Viewer } from "../shared/use-viewer.ts";
import { problemWords, timeWords } from "../shared/words.ts";
import { excerptWords, type Turn, turnAfter, type Call } from "./turns.ts";
import { isFields } from "../shared/aim.ts";
import { CiterContext, Markdown } from "../markdown/markdown.tsx";

interface ConversationPanelProps {
  readonly start: Start;
  readonly viewer: Viewer;
}

/** Questions and answers. The panes can follow what is read for an answer. */
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

/** Scrolls to the end of an answer while it arrives, and to its start when it is complete. */
function showLatest(log: HTMLElement, isAnswering: boolean): void {
  const answer = [...log.querySelectorAll(":scope > article:last-of-type > .markdown")].at(-1);
  if (isAnswering || answer === undefined) log.scrollTop = log.scrollHeight;
  else scrollWithin(log, answer, "start");
}

interface SuggestionsProps {
  readonly questions: readonly string[];
  /** True before the first question. Later the list would hide the answers. */
  readonly isOpen: boolean;
  readonly onChoose: (question: string) => void;
}

function Suggestions({ questions, isOpen, onChoose }: SuggestionsProps): ReactNode {
  if (questions.length < 2) return null;
  return (
    <details className="suggestions" open={isOpen}>
      <summary>Suggested questions</summary>
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

/** Explains that there is no model to answer questions, and how to get one. */
export function NoModel(): ReactNode {
  return (
    <div className="no-model">
      <p>
        <strong>There is no model.</strong> Files can be viewed without one, but questions cannot be answered.
      </p>
      <p>To ask questions, restart the program</p>
      <ul>
        <li>
          with a model: <code>--model provider:name</code>, such as <code>--model ollama:qwen3-vl:8b</code>,
        </li>
        <li>or without a folder: a script then answers questions about the files of the demo, offline.</li>
      </ul>
    </div>
  );
}

interface QuestionFormProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly isAnswering: boolean;
  readonly onSend: () => void;
  readonly onStop: () => void;
  /** Additional controls. */
  readonly children: ReactNode;
}

/** The field for a question. Enter sends it; Shift+Enter starts a new line. */
function QuestionForm({ text, onText, isAnswering, onSend, onStop, children }: QuestionFormProps): ReactNode {
  const send = (event: FormEvent): void => {
    event.preventDefault();
    onSend();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) send(event);
  };
  return (
    <form className="ask" onSubmit={send}>
      <textarea
        name="question"
        rows={3}
        aria-label="Your question"
        placeholder="Ask about the files…"
        value={text}
        onChange={({ target }) => onText(target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="ask-row">
        {children}
        {isAnswering ? (
          <button type="button" onClick={onStop}>
            Stop
          </button>
        ) : (
          <button type="submit" className="primary" disabled={text.trim() === ""}>
            Ask
          </button>
        )}
      </div>
    </form>
  );
}

/** The turns of a conversation, and functions to ask and to stop. */
interface Conversation {
  readonly turns: readonly Turn[];
  readonly isAnswering: boolean;
  readonly ask: (question: string) => void;
  readonly stop: () => void;
}

/** Manages a conversation. `onRead` is called with each request that can be shown. */
function useConversation(onRead: ((request: Json) => void) | undefined): Conversation {
  const [turns, setTurns] = useState<readonly Turn[]>([]);
  const [isAnswering, setAnswering] = useState(false);
  const running = useRef<AbortController>(undefined);
  const follow = useRef(onRead);
  follow.current = onRead;
  const change = useCallback((event: ConversationEvent) => {
    setTurns((before) => before.map((turn, index) => (index === before.length - 1 ? turnAfter(turn, event) : turn)));
  }, []);
  const answer = useCallback(
    async (question: string): Promise<void> => {
      const controller = new AbortController();
      running.current = controller;
      setAnswering(true);
      setTurns((before) => [...before, { id: before.length, question, items: [], citations: [] }]);
      try {
        for await (const event of converse(question, controller.signal)) {
          change(event);
          if (event.type === "call" && event.name === "read") follow.current?.(event.request);
        }
      } catch (error) {
        const message = controller.signal.aborted ? "Stopped." : problemWords(error);
        change({ type: "error", message, hint: "" });
      } finally {
        setAnswering(false);
      }
    },
    [change],
  );
  const ask = useCallback((question: string) => void answer(question), [answer]);
  const stop = useCallback(() => running.current?.abort(), []);
  return { turns, isAnswering, ask, stop };
}

interface TurnViewProps {
  readonly turn: Turn;
  readonly onOpen: Viewer["open"];
}

/** A question with its calls, answer and citations. */
function TurnView({ turn, onOpen }: TurnViewProps): ReactNode {
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
              <CitationWords citation={citation} />
            </li>
          ))}
        </ul>
      )}
      {end === undefined ? null : <p className={end.isError ? "callout callout-bad" : "quiet turn-end"}>{end.words}</p>}
    </article>
  );
}

/** The sentence that supports a citation, or why it was not read. */
function CitationWords({ citation: { reason, excerpt } }: { readonly citation: WireCitation }): ReactNode {
  if (reason !== undefined) return <span className="bad">{reason}</span>;
  return excerpt === undefined ? null : <q className="quiet">{excerptWords(excerpt)}</q>;
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
  readonly onOpen: Viewer["open"];
}

/** A button that opens a cited place. A sign and a text, not only a colour, show whether the model was shown it. */
function CitationButton({ citation, onOpen }: CitationButtonProps): ReactNode {
  const { text, isRead, request, reason, excerpt } = citation;
  return (
    <button
      type="button"
      className="citation"
      data-read={isRead}
      title={isRead ? "Was read. Open this place." : `Not read: ${reason ?? ""}`}
      onClick={() => onOpen({ ...request }, excerpt)}
    >
      <span aria-hidden="true">{isRead ? "✓ " : "✗ "}</span>
      {text}
      <span className="visually-hidden">{isRead ? ", was read" : ", was not read"}</span>
    </button>
  );
}
