import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import { revealWithin } from "../shared/scroll-within.ts";
import { treeMove } from "./tree-keys.ts";
import type { TreeRow } from "./tree-rows.ts";
import type { Tree } from "./use-tree.ts";

interface FileTreeProps {
  readonly tree: Tree;
  /** The path of the shown file. */
  readonly openPath: string | undefined;
  readonly onOpen: (path: string) => void;
}

/** The file tree. Tab focuses one row; the arrow keys move between rows. */
export function FileTree({ tree, openPath, onOpen }: FileTreeProps): ReactNode {
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
