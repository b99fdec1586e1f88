import { useState, type ReactNode } from "react";
import type { Start } from "../../src/web/wire/start.ts";
import { CallBar } from "./call-bar.tsx";
import { ConversationPanel } from "./conversation/conversation-panel.tsx";
import { NoModel } from "./conversation/no-model.tsx";
import { FilesPanel } from "./files/files-panel.tsx";
import { ModelPane } from "./model/model-pane.tsx";
import { PersonPane } from "./person/person-pane.tsx";
import { Tabs, type Tab } from "./tabs.tsx";
import { useViewer } from "./use-viewer.ts";
import { Welcome } from "./welcome.tsx";
import { grouped } from "./words.ts";

type Side = "files" | "conversation";

const sides: readonly Tab<Side>[] = [
  { id: "files", label: "Files" },
  { id: "conversation", label: "Conversation" },
];

/** Files and questions at the side; the call on top; below it the file from both sides. */
export function Workbench({ start }: { readonly start: Start }): ReactNode {
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

/** A link would change the address, in whose fragment the token comes. */
function skip(): void {
  (document.querySelector<HTMLElement>("#model-panel") ?? document.querySelector<HTMLElement>("#welcome"))?.focus();
}

function statusWords(seen: ReturnType<typeof useViewer>["seen"]): string {
  if (seen === undefined) return "Choose a file.";
  const tokens = seen.facts === undefined ? "" : ` · ${grouped(seen.facts.meter.tokens)} tokens`;
  return `${seen.summary}${tokens}`;
}
