import { type CSSProperties, type ReactNode, useCallback, useState } from "react";
import type { Start } from "../../src/web/wire.ts";
import { flushSync } from "react-dom";
import { CallBar } from "./call-bar.tsx";
import { ConversationPanel, NoModel } from "./conversation/conversation-panel.tsx";
import { DropZone } from "./files/drop-zone.tsx";
import { FilesPanel } from "./files/files-panel.tsx";
import { useTree, type Tree } from "./files/use-tree.ts";
import { ModelPane } from "./model/model-pane.tsx";
import { PersonPane } from "./person/person-pane.tsx";
import { useRememberedNumber } from "./shared/remembered.ts";
import { Splitter } from "./shared/splitter.tsx";
import { type Tab, Tabs } from "./shared/tabs.tsx";
import { narrowScreen, stackedScreen, useMedia } from "./shared/use-media.ts";
import { hasLastRequest, useViewer, type Viewer } from "./shared/use-viewer.ts";
import { grouped } from "./shared/words.ts";

type Side = "files" | "conversation";

const sides: readonly Tab<Side>[] = [
  { id: "files", label: "Files" },
  { id: "conversation", label: "Conversation" },
];

/** What a narrow screen shows: one part at a time. */
type Part = Side | "person" | "model";

const parts: readonly { readonly id: Part; readonly label: string }[] = [
  ...sides,
  { id: "person", label: "Person" },
  { id: "model", label: "Model" },
];

/** Files and conversation at the side, the call at the top, and the two views of the file. */
export function Workbench({ start }: { readonly start: Start }): ReactNode {
  const viewer = useViewer();
  const tree = useTree(start.folders);
  const [part, setPart] = useState<Part>(hasLastRequest() ? "person" : "files");
  const [side, setSide] = useState<Side>("files");
  const [problems, setProblems] = useState<readonly string[]>([]);
  const isNarrow = useMedia(narrowScreen);
  const show = (next: Part): void => {
    setPart(next);
    if (next === "files" || next === "conversation") setSide(next);
  };
  // A file that a person opens comes into view. One that is read for an answer does not hide the conversation.
  const shown: Viewer = {
    ...viewer,
    open: (request, quote) => {
      setPart((before) => (before === "model" ? before : "person"));
      viewer.open(request, quote);
    },
  };
  const takeFiles = useTakenFiles(start, { viewer: shown, tree, setProblems });
  return (
    <DropZone onFiles={takeFiles} maxBytes={start.maxDropBytes}>
      {(chooser) => (
        <div
          className="workbench"
          data-reading={viewer.isReading}
          data-model-reading={viewer.isModelReading}
          data-part={part}
        >
          <button type="button" className="skip" onClick={() => skip(() => setPart("model"))}>
            Skip to what the model gets
          </button>
          <header className="top">
            <h1>What the model sees</h1>
            {isNarrow ? <PartButtons part={part} onChoose={show} /> : null}
            <CallBar viewer={shown} />
            <Problems problems={viewer.problem === undefined ? problems : [viewer.problem]} />
          </header>
          <SidePanel
            start={start}
            viewer={shown}
            side={side}
            onChoose={show}
            files={<FilesPanel start={start} viewer={shown} tree={tree} chooser={chooser} onProblems={setProblems} />}
          />
          <Panes start={start} viewer={shown} />
          <p className="status" role="status">
            {viewer.isReading ? "Reading…" : statusWords(viewer.seen)}
          </p>
        </div>
      )}
    </DropZone>
  );
}

interface SidePanelProps {
  readonly start: Start;
  readonly viewer: Viewer;
  readonly side: Side;
  readonly onChoose: (side: Side) => void;
  readonly files: ReactNode;
}

/** Files and conversation, one of which is visible, and the bar that resizes them. */
function SidePanel({ start, viewer, side, onChoose, files }: SidePanelProps): ReactNode {
  const [width, setWidth] = useRememberedNumber("side-width", innerWidth < wideEnough ? 230 : 320);
  const isNarrow = useMedia(narrowScreen);
  const size: CSSProperties & Record<"--side-width", string> = { "--side-width": `${width}px` };
  return (
    <aside className="side" id="side" aria-label="Files and conversation" style={size}>
      {isNarrow ? null : <Tabs label="Side" tabs={sides} chosen={side} onChoose={onChoose} panelId="side-panel" />}
      <div id="side-panel" className="side-panel" {...(isNarrow ? {} : tabPanelOf(side))}>
        <div hidden={side !== "files"} className="side-content">
          {files}
        </div>
        <div hidden={side !== "conversation"} className="side-content">
          {start.model === undefined ? <NoModel /> : <ConversationPanel start={start} viewer={viewer} />}
        </div>
      </div>
      <Splitter
        label="Width of the files and the conversation"
        controls="side"
        orientation="vertical"
        value={width}
        {...sideLimits}
        sizeAt={(distance) => distance}
        onChange={setWidth}
      />
    </aside>
  );
}

/** Screens that have room for a wide side, in pixels. */
const wideEnough = 1200;

/** The width of the side, in pixels. */
const sideLimits = { min: 180, max: 640, step: 20 };

/** The share of the person's view, in percent. */
const shareLimits = { min: 20, max: 80, step: 5 };

function tabPanelOf(side: Side): { readonly role: string; readonly "aria-labelledby": string } {
  return { role: "tabpanel", "aria-labelledby": `tab-${side}` };
}

interface FileTaker {
  readonly viewer: Viewer;
  readonly tree: Tree;
  readonly setProblems: (problems: readonly string[]) => void;
}

/** Lists dropped files, opens the last one, and shows why others were refused. */
function useTakenFiles(
  { folders }: Start,
  { viewer: { open }, tree: { reload, setFilter }, setProblems }: FileTaker,
): (paths: readonly string[], refusals: readonly string[]) => void {
  return useCallback(
    (paths, refusals) => {
      setProblems(refusals);
      // A filter could hide the new files.
      setFilter("");
      reload(folders.find(({ takesFiles }) => takesFiles)?.path ?? "");
      const last = paths.at(-1);
      if (last !== undefined) open({ path: last });
    },
    [folders, open, reload, setFilter, setProblems],
  );
}

interface PartButtonsProps {
  readonly part: Part;
  readonly onChoose: (part: Part) => void;
}

/** Buttons that choose what a narrow screen shows. */
function PartButtons({ part, onChoose }: PartButtonsProps): ReactNode {
  return (
    <nav className="parts" aria-label="Parts of the page">
      {parts.map(({ id, label }) => (
        <button key={id} type="button" aria-pressed={id === part} onClick={() => onChoose(id)}>
          {label}
        </button>
      ))}
    </nav>
  );
}

/** What the program could not do. Errors of a file are part of the model's view instead. */
function Problems({ problems }: { readonly problems: readonly string[] }): ReactNode {
  if (problems.length === 0) return null;
  return (
    <ul className="callout callout-bad problem" role="alert">
      {problems.map((problem) => (
        <li key={problem}>{problem}</li>
      ))}
    </ul>
  );
}

/** The two views of the file. */
function Panes({ start, viewer }: { readonly start: Start; readonly viewer: Viewer }): ReactNode {
  const [share, setShare] = useRememberedNumber("person-share", 50);
  const isStacked = useMedia(stackedScreen);
  const { seen } = viewer;
  if (seen === undefined) return <Welcome hasModel={start.model !== undefined} />;
  const size: CSSProperties & Record<"--person-share", string> = { "--person-share": `${share}%` };
  return (
    <main className="panes" style={size}>
      <PersonPane viewer={viewer} />
      <Splitter
        label="Size of the person's view"
        controls="person-pane"
        orientation={isStacked ? "horizontal" : "vertical"}
        value={share}
        {...shareLimits}
        sizeAt={(distance, whole) => (distance / whole) * 100}
        onChange={setShare}
      />
      <ModelPane seen={seen} viewer={viewer} providers={start.providers} />
    </main>
  );
}

/** A link would change the fragment of the address, which is used for the token. */
function skip(showModel: () => void): void {
  // A hidden element cannot be focused.
  flushSync(showModel);
  (document.querySelector<HTMLElement>("#model-panel") ?? document.querySelector<HTMLElement>("#welcome"))?.focus();
}

function statusWords(seen: Viewer["seen"]): string {
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
        One view shows the file as you know it. The other shows what a language model gets: every line, image, place and
        notice, and the cost in tokens.
      </p>
      <ul>
        <li>Choose one from the list with the mouse, or with the arrow keys and Enter.</li>
        <li>Drop files anywhere: they stay on this machine, and are removed when the program ends.</li>
        <li>Write a call at the top, as a model would.</li>
        {hasModel ? <li>Ask a question under Conversation, and watch which files are read.</li> : null}
      </ul>
    </main>
  );
}
