import type { ReactNode } from "react";

/** What is here before a file is chosen. */
export function Welcome({ hasModel }: { readonly hasModel: boolean }): ReactNode {
  return (
    <main className="welcome" id="welcome" tabIndex={-1}>
      <h2>Choose a file</h2>
      <p>
        On the left it will stand as you know it. On the right stands what a language model gets of it: every line,
        picture, place and notice, and what it costs.
      </p>
      <ul>
        <li>Choose one from the list, with the arrow keys and Enter, or with the mouse.</li>
        <li>Drop files onto the list: they stay on this machine, and are removed when the program ends.</li>
        <li>Write a call at the top, as a model would.</li>
        {hasModel ? <li>Ask a question under Conversation, and follow what is read for its answer.</li> : null}
      </ul>
    </main>
  );
}
