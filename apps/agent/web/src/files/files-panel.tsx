import {
  type CSSProperties,
  type FocusEvent,
  Fragment,
  type MouseEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import type { Start } from "../../../src/web/wire.ts";
import { isFields } from "../shared/aim.ts";
import { removeFile } from "../shared/api.ts";
import { revealWithin } from "../shared/scroll-within.ts";
import type { Viewer } from "../shared/use-viewer.ts";
import { problemWords } from "../shared/words.ts";
import { isContainer, rowKey, treeMove, type TreeRow } from "./tree.ts";
import type { Tree } from "./use-tree.ts";
import { type FileType, fileTypeOf } from "./file-type.ts";
import { splitName } from "./split-name.ts";

interface FilesPanelProps {
  readonly start: Start;
  readonly viewer: Viewer;
  readonly tree: Tree;
  /** The button that adds files. */
  readonly chooser: ReactNode;
  readonly onProblems: (problems: readonly string[]) => void;
}

/** The file tree of the workspace, with a filter and a button that adds files. */
export function FilesPanel({ start, viewer, tree, chooser, onProblems }: FilesPanelProps): ReactNode {
  const dropFolder = start.folders.find(({ takesFiles }) => takesFiles)?.path ?? "";
  const remove = async ({ path }: TreeRow): Promise<void> => {
    try {
      await removeFile(path);
      if (viewer.seen?.path === path) viewer.close();
      onProblems([]);
    } catch (error) {
      onProblems([problemWords(error)]);
    }
    tree.reload(dropFolder);
  };
  return (
    <>
      <div className="files-bar">
        <input
          type="search"
          aria-label="Filter the listed files"
          placeholder="Filter"
          value={tree.filter}
          onChange={({ target }) => tree.setFilter(target.value)}
        />
        {chooser}
      </div>
      <FileTree
        tree={tree}
        openKey={openKeyOf(viewer, tree.rows)}
        onOpen={({ path, select }) => viewer.open(select === undefined ? { path } : { path, select })}
        onRemove={(row) => void remove(row)}
      />
    </>
  );
}

/** The key of the shown file. A member of an archive may not be listed; then it is that of the archive. */
function openKeyOf({ request, seen }: Viewer, rows: readonly TreeRow[]): string | undefined {
  if (seen === undefined) return undefined;
  const select = isFields(request) ? request["select"] : undefined;
  const member = typeof select === "string" ? rowKey(seen.path, select) : undefined;
  return rows.some(({ key }) => key === member) ? member : seen.path;
}

interface FileTreeProps {
  readonly tree: Tree;
  /** The key of the shown file. */
  readonly openKey: string | undefined;
  readonly onOpen: (row: TreeRow) => void;
  readonly onRemove: (row: TreeRow) => void;
}

/** The file tree. Tab focuses one row; the arrow keys move between rows. */
function FileTree({ tree, openKey, onOpen, onRemove }: FileTreeProps): ReactNode {
  const { rows, toggle, showMore } = tree;
  const { list, current, focus, focusInPlaceOf, onFocus } = useTreeFocus(rows, openKey);
  const activate = (row: TreeRow): void => {
    if (row.kind === "folder") toggle(row);
    else if (row.kind === "more") {
      focusInPlaceOf(row);
      showMore(row.path);
    } else if (row.kind !== "note") {
      if (row.kind === "archive" && row.isOpen !== true) toggle(row);
      onOpen(row);
    }
  };
  const remove = (row: TreeRow): void => {
    focusInPlaceOf(row);
    onRemove(row);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (current === undefined || isForeign(event)) return;
    if (event.key === "Delete" && current.isRemovable === true) return remove(current);
    const move = treeMove(event.key, current, rows);
    if (move === undefined) return;
    event.preventDefault();
    if (move.kind === "activate") return activate(move.row);
    if (move.kind === "toggle") return toggle(move.row);
    focus(move.row);
  };
  return (
    <ul className="tree" role="tree" aria-label="Files" ref={list} onKeyDown={onKeyDown} onFocus={onFocus}>
      {rows.map((row) => (
        <TreeLine
          key={row.key}
          row={row}
          isFocusable={row === current}
          isShown={row.key === openKey}
          onActivate={activate}
          onToggle={toggle}
          onRemove={remove}
        />
      ))}
    </ul>
  );
}

/** True for a key with a modifier, and for keys of a button, which handles its own. */
function isForeign({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey || (target instanceof Element && target.closest("button") !== null);
}

interface TreeLineProps {
  readonly row: TreeRow;
  readonly isFocusable: boolean;
  /** True for the shown file. */
  readonly isShown: boolean;
  readonly onActivate: (row: TreeRow) => void;
  readonly onToggle: (row: TreeRow) => void;
  readonly onRemove: (row: TreeRow) => void;
}

/** A row for a file, a folder or a member of an archive. */
function TreeLine({ row, isFocusable, isShown, onActivate, onToggle, onRemove }: TreeLineProps): ReactNode {
  const { name, kind, level, isOpen, key, size } = row;
  const indent: CSSProperties & Record<"--level", number> = { "--level": level };
  const badges = badgesOf(row);
  const isEntry = kind !== "note" && kind !== "more";
  return (
    <li
      className={`tree-line tree-${kind}`}
      role="treeitem"
      aria-level={level}
      aria-selected={isShown}
      // Without the size, so that the rows are found by their names.
      aria-label={[name, ...badges].join(" ")}
      aria-description={size}
      {...(isContainer(row) ? { "aria-expanded": isOpen === true } : {})}
      data-path={key}
      tabIndex={isFocusable ? 0 : -1}
      style={indent}
      title={titleOf(row)}
      onClick={() => onActivate(row)}
    >
      <TreeMark row={row} onToggle={onToggle} />
      {isEntry ? <FileIcon row={row} /> : null}
      <MiddleName name={name} />
      {badges.map((badge) => (
        <Fragment key={badge}>
          {" "}
          <span className={badge === "denied" ? "badge badge-bad" : "badge"}>{badge}</span>
        </Fragment>
      ))}
      {size === undefined ? null : <span className="tree-size" data-size={size} aria-hidden="true" />}
      {row.isRemovable === true ? <RemoveButton name={name} onRemove={() => onRemove(row)} /> : null}
    </li>
  );
}

function titleOf({ name, isDenied = false }: TreeRow): string {
  return isDenied ? `${name}: the policy denies it` : name;
}

function badgesOf({ isDenied = false, kind }: TreeRow): readonly string[] {
  return [...(isDenied ? ["denied"] : []), ...(kind === "link" ? ["link"] : [])];
}

/** The triangle before a container. A click on that of an archive opens only the row. */
function TreeMark({ row, onToggle }: Pick<TreeLineProps, "row" | "onToggle">): ReactNode {
  const toggle = (event: MouseEvent): void => {
    if (row.kind !== "archive") return;
    event.stopPropagation();
    onToggle(row);
  };
  return <span className="tree-mark" aria-hidden="true" onClick={toggle} />;
}

/** A button that removes a dropped file. With the keyboard, Delete on its row does the same. */
function RemoveButton({ name, onRemove }: { readonly name: string; readonly onRemove: () => void }): ReactNode {
  return (
    <button
      type="button"
      className="tree-remove"
      tabIndex={-1}
      aria-label={`Remove ${name}`}
      title="Remove this file (Delete)"
      onClick={(event) => {
        event.stopPropagation();
        onRemove();
      }}
    />
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

/** Manages the focus of a tree, and scrolls to the row of `openKey`. */
function useTreeFocus(rows: readonly TreeRow[], openKey: string | undefined): TreeFocus {
  const list = useRef<HTMLUListElement>(null);
  const awaited = useRef<number>(undefined);
  const [focused, setFocused] = useState<string>();
  const focus = (row: TreeRow): void => {
    setFocused(row.key);
    list.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(row.key)}"]`)?.focus();
  };
  useEffect(() => {
    const row = awaited.current === undefined ? undefined : (rows[awaited.current] ?? rows.at(-1));
    awaited.current = undefined;
    if (row !== undefined) focus(row);
  }, [rows]);
  useEffect(() => {
    const line = list.current?.querySelector("[aria-selected=true]");
    if (list.current !== null && line instanceof HTMLElement) revealWithin(list.current, line);
  }, [openKey]);
  return {
    list,
    current: rows.find(({ key }) => key === focused) ?? rows.find(({ key }) => key === openKey) ?? rows[0],
    focus,
    focusInPlaceOf(row) {
      awaited.current = rows.indexOf(row);
    },
    onFocus({ target }) {
      if (target instanceof HTMLElement) setFocused(target.closest<HTMLElement>("[data-path]")?.dataset["path"]);
    },
  };
}

/** The outline of a page, which all icons of files share. */
const page = "M3.5 1.5h6l3 3v10h-9z M9.5 1.5v3h3";

/** Paths in a square of 16 units. */
const paths: Readonly<Record<FileType | "folder" | "link", string>> = {
  archive: "M2 2.5h12v3H2z M3 5.5h10v8H3z M6.5 8h3",
  code: "M5.5 4.5 2 8l3.5 3.5 M10.5 4.5 14 8l-3.5 3.5 M9 3 7 13",
  data: "M6 2.5c-3 0-1 5.5-3.5 5.5C5 8 3 13.5 6 13.5 M10 2.5c3 0 1 5.5 3.5 5.5C11 8 13 13.5 10 13.5",
  document: `${page} M5.5 7.5h5 M5.5 9.5h5 M5.5 11.5h3`,
  folder: "M1.5 3.5h5l1.5 2h6.5v7.5h-13z",
  image: "M1.5 3h13v10h-13z M4 11l3-4 2.5 3 1.5-1.5 2 2.5 M11 5.8v.1",
  link: "M9 3h4v4 M13 3 7 9 M11 9v4H3V5h4",
  notebook: "M3.5 1.5h9v13h-9z M6 1.5v13 M8 5h3 M8 8h3",
  other: page,
  pdf: `${page} M5.5 12c2-1 3-4 2.5-5.5-.6 2 1 4.5 3 4.5-2-.4-4 0-5.5 1`,
  sheet: "M2 3h12v10H2z M2 6.300h12 M2 9.600h12 M6 3v10 M10 3v10",
  slides: "M1.5 3h13v8h-13z M8 11v2.5 M5.5 13.500h5 M4.5 8.500V7 M8 8.500v-3 M11.5 8.500V6",
  text: `${page} M5.5 7.500h5 M5.5 10.500h5`,
};

/** A drawing of what a row is. Screen readers get its name instead. */
function FileIcon({ row }: { readonly row: Pick<TreeRow, "name" | "kind"> }): ReactNode {
  const type = row.kind === "folder" || row.kind === "link" ? row.kind : fileTypeOf(row.name);
  return (
    <svg className={`icon icon-${type}`} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={paths[type]} />
    </svg>
  );
}

/** A name that is cut in the middle if it is too long, so that its start and its extension stay visible. */
function MiddleName({ name }: { readonly name: string }): ReactNode {
  const { start, end } = splitName(name);
  return (
    <span className="middle">
      <bdi className="middle-start">{start}</bdi>
      {end === "" ? null : <bdi className="middle-end">{end}</bdi>}
    </span>
  );
}
