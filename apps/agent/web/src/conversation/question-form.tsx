import type { FormEvent, KeyboardEvent, ReactNode } from "react";

interface QuestionFormProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly isAnswering: boolean;
  readonly onSend: () => void;
  readonly onStop: () => void;
  /** What else can be chosen. */
  readonly children: ReactNode;
}

/** Where a question is written; Enter sends it, and with Shift it starts a line. */
export function QuestionForm({ text, onText, isAnswering, onSend, onStop, children }: QuestionFormProps): ReactNode {
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
