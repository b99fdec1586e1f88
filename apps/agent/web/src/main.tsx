import "./styles/theme.css";
import "./styles/layout.css";
import "./styles/files.css";
import "./styles/person.css";
import "./styles/model.css";
import "./styles/conversation.css";
import { StrictMode, useEffect, useState, type FormEvent, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import type { Json } from "@reader/core";
import type { ModelName, Start } from "../../src/web/wire.ts";
import { fetchStart } from "./shared/api.ts";
import { problemWords, grouped } from "./shared/words.ts";
import { ConversationPanel, NoModel } from "./conversation/conversation-panel.tsx";
import { FilesPanel } from "./files/files-panel.tsx";
import { ModelPane } from "./model/model-pane.tsx";
import { callWords, withPassword } from "./shared/hidden-password.ts";
import { PersonPane } from "./person/person-pane.tsx";
import { type Tab, Tabs } from "./shared/tabs.tsx";
import { useViewer, type Viewer } from "./shared/use-viewer.ts";

/** The page. It is empty until the server has described its folders and models, or shows why that failed. */
function App(): ReactNode {
  const [start, setStart] = useState<Start>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    fetchStart().then(setStart, (error: unknown) => setProblem(problemWords(error)));
  }, []);
  if (problem !== undefined) {
    return (
      <main className="alone" role="alert">
        <h1>What the model sees</h1>
        <p>{problem}</p>
      </main>
    );
  }
  return start === undefined ? null : <Workbench start={start} />;
}

type Side = "files" | "conversation";

const sides: readonly Tab<Side>[] = [
  { id: "files", label: "Files" },
  { id: "conversation", label: "Conversation" },
];

/** Files and conversation at the side, the call at the top, and the two views of the file below. */
function Workbench({ start }: { readonly start: Start }): ReactNode {
  const viewer = useViewer();
  const [side, setSide] = useState<Side>("files");
  const { seen, isReading, problem } = viewer;
  return (
    <div className="workbench" data-reading={isReading} data-side={side}>
      <button type="button" className="skip" onClick={skip}>
        Skip to what the model gets
      </button>
      <header className="top">
        <h1>What the model sees</h1>
        <CallBar viewer={viewer} />
        {problem === undefined ? null : (
          <p className="callout callout-bad problem" role="alert">
            {problem}
          </p>
        )}
      </header>
      <aside className="side" aria-label="Files and conversation">
        <Tabs label="Side" tabs={sides} chosen={side} onChoose={setSide} panelId="side-panel" />
        <div id="side-panel" role="tabpanel" className="side-panel" aria-labelledby={`tab-${side}`}>
          <div hidden={side !== "files"} className="side-content">
            <FilesPanel start={start} viewer={viewer} />
          </div>
          <div hidden={side !== "conversation"} className="side-content">
            {start.model === undefined ? <NoModel /> : <ConversationPanel start={start} viewer={viewer} />}
          </div>
        </div>
      </aside>
      {seen === undefined ? (
        <Welcome hasModel={start.model !== undefined} />
      ) : (
        <main className="panes">
          <PersonPane viewer={viewer} />
          <ModelPane seen={seen} viewer={viewer} providers={start.providers} />
        </main>
      )}
      <p className="status" role="status">
        {isReading ? "Reading…" : statusWords(seen)}
      </p>
    </div>
  );
}

/** A link would change the fragment of the address, which is used for the token. */
function skip(): void {
  (document.querySelector<HTMLElement>("#model-panel") ?? document.querySelector<HTMLElement>("#welcome"))?.focus();
}

function statusWords(seen: ReturnType<typeof useViewer>["seen"]): string {
  if (seen === undefined) return "Choose a file.";
  const tokens = seen.facts === undefined ? "" : ` · ${grouped(seen.facts.meter.tokens)} tokens`;
  return `${seen.summary}${tokens}`;
}

/** The page before a file is chosen. */
function Welcome({ hasModel }: { readonly hasModel: boolean }): ReactNode {
  return (
    <main className="welcome" id="welcome" tabIndex={-1}>
      <h2>Choose a file</h2>
      <p>
        The left side shows the file as you know it. The right side shows what a language model gets: every line, image,
        place and notice, and the cost in tokens.
      </p>
      <ul>
        <li>Choose one from the list with the mouse, or with the arrow keys and Enter.</li>
        <li>Drop files onto the list: they stay on this machine, and are removed when the program ends.</li>
        <li>Write a call at the top, as a model would.</li>
        {hasModel ? <li>Ask a question under Conversation, and watch which files are read.</li> : null}
      </ul>
    </main>
  );
}

const models: readonly { readonly name: ModelName; readonly label: string }[] = [
  { name: "anthropic", label: "Anthropic" },
  { name: "openai", label: "OpenAI" },
  { name: "gemini", label: "Gemini" },
  { name: "text", label: "Text only" },
];

/** The call as a model writes it. It can be edited and sent; the reader reports what is wrong with it. */
function CallBar({ viewer }: { readonly viewer: Viewer }): ReactNode {
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

const root = document.querySelector("#root");
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
