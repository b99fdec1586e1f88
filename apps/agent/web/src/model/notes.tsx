import type { ReactNode } from "react";
import type { SeenNote } from "../../../src/web/wire/seen.ts";

interface NotesProps {
  readonly notes: readonly SeenNote[];
  readonly isError: boolean;
}

/** What the reader says beside the content, apart from it as the model gets it. */
export function Notes({ notes, isError }: NotesProps): ReactNode {
  if (notes.length === 0) return null;
  return (
    <ul className="notes" aria-label="What the reader says">
      {notes.map(({ text, code }, index) => (
        <li key={`${String(index)} ${text}`} className={calloutClass(code, isError)}>
          {text}
          {code === undefined ? null : <span className="badge">{code}</span>}
        </li>
      ))}
    </ul>
  );
}

function calloutClass(code: string | undefined, isError: boolean): string {
  if (code !== undefined) return "callout callout-warn";
  return isError ? "callout callout-bad" : "callout";
}
