import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
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
  const field = useRef<HTMLInputElement>(null);
  const write = (written: string): void => {
    field.current?.setCustomValidity("");
    setText(written);
  };
  const send = (event: FormEvent): void => {
    event.preventDefault();
    const call = parsed(text);
    field.current?.setCustomValidity(call === undefined ? notJson : "");
    if (field.current?.reportValidity() !== true || call === undefined || call === "") return;
    open(withPassword(call, request));
  };
  return (
    <form className="call" onSubmit={send} noValidate>
      <label className="call-field">
        <span className="call-verb">read</span>
        <input
          ref={field}
          type="text"
          name="call"
          aria-label="The call, as JSON or as a path"
          placeholder='{"path":"report.pdf","pages":"3"}'
          value={text}
          onChange={({ target }) => write(target.value)}
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

const notJson = 'This is not JSON. Write it as {"path": "report.pdf"}, or write the path alone.';

/** Parses a call, with or without the name of the tool, as JSON. Otherwise it is a path; `undefined` if it is neither. */
function parsed(text: string): Json | undefined {
  const call = text.trim().replace(/^read\s*(?=\{)/, "");
  try {
    return JSON.parse(call) as Json;
  } catch {
    return /^\{\s*["'}]/.test(call) ? undefined : call;
  }
}
