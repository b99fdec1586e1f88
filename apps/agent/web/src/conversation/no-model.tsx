import type { ReactNode } from "react";

/** Why nobody answers, and how to get an answer; files are shown all the same. */
export function NoModel(): ReactNode {
  return (
    <div className="no-model">
      <p>
        <strong>Nobody answers here.</strong> Looking at files needs no model, but questions do.
      </p>
      <p>End the program, and start it again</p>
      <ul>
        <li>
          with a model: <code>--model provider:name</code>, such as <code>--model ollama:qwen3-vl:8b</code>,
        </li>
        <li>or without a folder: then a script answers about the files of the demo, offline.</li>
      </ul>
    </div>
  );
}
