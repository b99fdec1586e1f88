import type { CSSProperties, ReactNode } from "react";
import type { TreeRow } from "./tree-rows.ts";

interface TreeLineProps {
  readonly row: TreeRow;
  readonly isFocusable: boolean;
  /** Whether it is the file that is being shown. */
  readonly isShown: boolean;
  readonly onActivate: (row: TreeRow) => void;
}

/** One file or folder. */
export function TreeLine({ row, isFocusable, isShown, onActivate }: TreeLineProps): ReactNode {
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
