import {
  useCallback,
  useState,
  type ReactNode,
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useRef,
  type ChangeEvent,
  type DragEvent,
} from "react";
import type { Start } from "../../../src/web/wire.ts";
import type { Viewer } from "../shared/use-viewer.ts";
import { useTree, type Tree } from "./use-tree.ts";
import { revealWithin } from "../shared/scroll-within.ts";
import { treeMove, type TreeRow } from "./tree.ts";
import { dropFile } from "../shared/api.ts";
import { problemWords, sizeWords } from "../shared/words.ts";

interface FilesPanelProps {
  readonly start: Start;
  readonly viewer: Viewer;
}

/** The file tree of the workspace, with a zone for dropped files. */
export function FilesPanel({ start, viewer }: FilesPanelProps): ReactNode {
  const tree = useTree(start.folders);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const { reload } = tree;
  const { open } = viewer;
  const dropFolder = start.folders.find(({ takesFiles }) => takesFiles)?.path ?? "";
  const takeFiles = useCallback(
    (paths: readonly string[], refusals: readonly string[]) => {
      setProblems(refusals);
      reload(dropFolder);
      const last = paths.at(-1);
      if (last !== undefined) open({ path: last });
    },
    [reload, dropFolder, open],
  );
  return (
    <DropZone onFiles={takeFiles} maxBytes={start.maxDropBytes}>
      <FileTree tree={tree} openPath={viewer.seen?.path} onOpen={(path) => open({ path })} />
      {problems.length === 0 ? null : (
        <ul className="callout callout-bad" role="alert">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </DropZone>
  );
}

interface FileTreeProps {
  readonly tree: Tree;
  /** The path of the shown file. */
  readonly openPath: string | undefined;
  readonly onOpen: (path: string) => void;
}

/** The file tree. Tab focuses one row; the arrow keys move between rows. */
function FileTree({ tree, openPath, onOpen }: FileTreeProps): ReactNode {
  const { rows, toggle, showMore } = tree;
  const { list, current, focus, focusInPlaceOf, onFocus } = useTreeFocus(rows, openPath);
  const activate = (row: TreeRow): void => {
    if (row.kind === "folder") toggle(row.path);
    else if (row.of !== undefined) {
      focusInPlaceOf(row);
      showMore(row.of);
    } else if (row.kind !== "note") onOpen(row.path);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (current === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const move = treeMove(event.key, current, rows);
    if (move === undefined) return;
    event.preventDefault();
    if (move.kind === "activate") return activate(move.row);
    focus(move.row);
  };
  return (
    <ul className="tree" role="tree" aria-label="Files" ref={list} onKeyDown={onKeyDown} onFocus={onFocus}>
      {rows.map((row) => (
        <TreeLine
          key={row.path}
          row={row}
          isFocusable={row === current}
          isShown={row.path === openPath}
          onActivate={activate}
        />
      ))}
    </ul>
  );
}

interface TreeLineProps {
  readonly row: TreeRow;
  readonly isFocusable: boolean;
  /** True for the shown file. */
  readonly isShown: boolean;
  readonly onActivate: (row: TreeRow) => void;
}

/** A row for a file or folder. */
function TreeLine({ row, isFocusable, isShown, onActivate }: TreeLineProps): ReactNode {
  const { name, kind, level, isOpen, isDenied = false, path } = row;
  const indent: CSSProperties & Record<"--level", number> = { "--level": level };
  return (
    <li
      className={`tree-line tree-${kind}`}
      role="treeitem"
      aria-level={level}
      aria-selected={isShown}
      {...(kind === "folder" ? { "aria-expanded": isOpen === true } : {})}
      data-path={path}
      tabIndex={isFocusable ? 0 : -1}
      style={indent}
      title={isDenied ? `${name}: the policy denies it` : name}
      onClick={() => onActivate(row)}
    >
      <span className="tree-mark" aria-hidden="true" />
      <span className="tree-name">
        <bdi>{name}</bdi>
      </span>
      {isDenied ? <span className="badge badge-bad">denied</span> : null}
      {kind === "link" ? <span className="badge">link</span> : null}
    </li>
  );
}

/** The focus of the tree. */
interface TreeFocus {
  readonly list: RefObject<HTMLUListElement | null>;
  readonly current: TreeRow | undefined;
  readonly focus: (row: TreeRow) => void;
  /** Focuses the row that replaces `row` when the rows change. */
  readonly focusInPlaceOf: (row: TreeRow) => void;
  /** Call it when a row gets the focus. */
  readonly onFocus: (event: FocusEvent) => void;
}

/** Manages the focus of a tree, and scrolls to the row of `openPath`. */
function useTreeFocus(rows: readonly TreeRow[], openPath: string | undefined): TreeFocus {
  const list = useRef<HTMLUListElement>(null);
  const awaited = useRef<number>(undefined);
  const [focused, setFocused] = useState<string>();
  const focus = (row: TreeRow): void => {
    setFocused(row.path);
    list.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(row.path)}"]`)?.focus();
  };
  useEffect(() => {
    const row = awaited.current === undefined ? undefined : rows[awaited.current];
    awaited.current = undefined;
    if (row !== undefined) focus(row);
  }, [rows]);
  useEffect(() => {
    const line = list.current?.querySelector("[aria-selected=true]");
    if (list.current !== null && line instanceof HTMLElement) revealWithin(list.current, line);
  }, [openPath]);
  return {
    list,
    current: rows.find(({ path }) => path === focused) ?? rows.find(({ path }) => path === openPath) ?? rows[0],
    focus,
    focusInPlaceOf(row) {
      awaited.current = rows.indexOf(row);
    },
    onFocus({ target }) {
      if (target instanceof HTMLElement) setFocused(target.dataset["path"]);
    },
  };
}

interface DropZoneProps {
  readonly children: ReactNode;
  /** Maximum size of a file, in bytes. */
  readonly maxBytes: number;
  /** Called with the paths of the stored files, and why the others were refused. */
  readonly onFiles: (paths: readonly string[], refusals: readonly string[]) => void;
}

/** Accepts files that are dropped onto it or chosen with its button. */
function DropZone({ children, maxBytes, onFiles }: DropZoneProps): ReactNode {
  const [isOver, setOver] = useState(false);
  const [isUploading, setUploading] = useState(false);
  const zone = useRef<HTMLDivElement>(null);
  useRefusedDrops(zone);
  const take = async (items: DroppedItems): Promise<void> => {
    setUploading(true);
    const { paths, refusals } = await uploadFiles(items, maxBytes);
    setUploading(false);
    onFiles(paths, refusals);
  };
  const onDragOver = (event: DragEvent): void => {
    event.preventDefault();
    setOver(true);
  };
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    void take(droppedItems(event.dataTransfer));
  };
  const onDragLeave = ({ relatedTarget, currentTarget }: DragEvent): void => {
    // The event also fires between two elements inside the zone.
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
  };
  return (
    <div
      className="drop-zone"
      ref={zone}
      data-over={isOver}
      onDragOver={onDragOver}
      onDragLeave={onDragLeave}
      onDrop={onDrop}
    >
      {children}
      <div className="drop-hint">
        <p role="status">{isUploading ? "Uploading files…" : "Drop files here, or"}</p>
        <FileChooser isDisabled={isUploading} onFiles={(files) => void take({ files, folders: [] })} />
        <p className="quiet">Up to {sizeWords(maxBytes)} each. They stay on this machine.</p>
      </div>
    </div>
  );
}

interface FileChooserProps {
  readonly isDisabled: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** A button that opens the file dialog. */
function FileChooser({ isDisabled, onFiles }: FileChooserProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    onFiles([...(target.files ?? [])]);
    // Allows choosing the same file again.
    target.value = "";
  };
  return (
    <>
      <button type="button" onClick={() => input.current?.click()} disabled={isDisabled}>
        Choose files…
      </button>
      <input ref={input} type="file" multiple hidden aria-label="Files to drop" onChange={onChange} />
    </>
  );
}

/** What the user dropped. */
interface DroppedItems {
  readonly files: readonly File[];
  /** Names of folders, whose files a browser does not provide. */
  readonly folders: readonly string[];
}

/** The result of an upload. */
interface UploadResult {
  /** The paths of the stored files. */
  readonly paths: readonly string[];
  /** Why the others were refused. */
  readonly refusals: readonly string[];
}

/** Returns what was dropped. */
function droppedItems({ items, files }: DataTransfer): DroppedItems {
  const folders = [...items].flatMap((item) => {
    const entry = item.webkitGetAsEntry();
    return entry?.isDirectory === true ? [entry.name] : [];
  });
  return { files: [...files].filter(({ name }) => !folders.includes(name)), folders };
}

/** Uploads files of at most `maxBytes`, one after the other, so that equal names are numbered in order. */
async function uploadFiles({ files, folders }: DroppedItems, maxBytes: number): Promise<UploadResult> {
  const paths: string[] = [];
  const refusals = folders.map((name) => `${name}: It is a folder. Drop its files instead.`);
  for (const file of files) {
    const { path, problem } = await upload(file, maxBytes);
    if (path !== undefined) paths.push(path);
    if (problem !== undefined) refusals.push(`${file.name}: ${problem}`);
  }
  return { paths, refusals };
}

interface Upload {
  readonly path?: string;
  readonly problem?: string;
}

/** A file that is too large is not sent. */
async function upload(file: File, maxBytes: number): Promise<Upload> {
  if (file.size > maxBytes) return { problem: `It is larger than ${sizeWords(maxBytes)}.` };
  try {
    const dropped = await dropFile(file);
    return dropped.ok ? { path: dropped.path } : { problem: dropped.message };
  } catch (error) {
    return { problem: problemWords(error) };
  }
}

/** Refuses files that are dropped outside `zone`, because the browser would open them instead of the page. */
function useRefusedDrops(zone: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const refuse = (event: globalThis.DragEvent): void => {
      if (event.target instanceof Node && zone.current?.contains(event.target) === true) return;
      event.preventDefault();
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = "none";
    };
    addEventListener("dragover", refuse);
    addEventListener("drop", refuse);
    return () => {
      removeEventListener("dragover", refuse);
      removeEventListener("drop", refuse);
    };
  }, [zone]);
}
