import type { KeyboardEvent, ReactNode } from "react";
import { treeMove } from "./tree-keys.ts";
import { TreeLine } from "./tree-line.tsx";
import type { TreeRow } from "./tree-rows.ts";
import { useTreeFocus } from "./use-tree-focus.ts";
import type { Tree } from "./use-tree.ts";

interface FileTreeProps {
  readonly tree: Tree;
  /** What is being shown. */
  readonly openPath: string | undefined;
  readonly onOpen: (path: string) => void;
}

/** The files; one of them can be reached with Tab, and the others from there with the arrow keys. */
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
