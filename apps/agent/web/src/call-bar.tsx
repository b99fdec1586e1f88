import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import type { Json } from "@reader/core";
import type { ModelName } from "../../src/web/wire.ts";
import { callWords, withPassword } from "./shared/hidden-password.ts";
import type { Viewer } from "./shared/use-viewer.ts";

const models: readonly { readonly name: ModelName; readonly label: string }[] = [
  { name: "anthropic", label: "Anthropic" },
  { name: "openai", label: "OpenAI" },
  { name: "gemini", label: "Gemini" },
  { name: "text", label: "Text only" },
];

/** The call as a model writes it. It can be edited and sent; the reader reports what is wrong with it. */
export function CallBar({ viewer }: { readonly viewer: Viewer }): ReactNode {
  const { request, open, model, choose } = viewer;
  const [text, setText] = useState("");
  useEffect(() => setText(request === null ? "" : callWords(request)), [request]);
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim() !== "") open(withPassword(parsed(text), request));
  };
  return (
    <form className="call" onSubmit={send}>
      <label className="call-field">
        <span className="call-verb">read</span>
        <input
          type="text"
          name="call"
          aria-label="The call, as JSON or as a path"
          placeholder='{"path":"report.pdf","pages":"3"}'
          value={text}
          onChange={({ target }) => setText(target.value)}
          autoComplete="off"
          spellCheck={false}
        />
      </label>
      <button type="submit">Send</button>
      <label className="call-model">
        <span>as</span>
        <select
          name="model"
          aria-label="The model that receives the answer"
          value={model}
          onChange={({ target }) => choose(models.find(({ name }) => name === target.value)?.name ?? model)}
        >
          {models.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      </label>
    </form>
  );
}

/** Parses the text as JSON. Otherwise it is a path. */
function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text.trim();
  }
}
