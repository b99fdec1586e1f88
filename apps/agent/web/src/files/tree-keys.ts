import type { TreeRow } from "./tree-rows.ts";

/** The effect of a key in the tree. */
export interface TreeMove {
  readonly kind: "focus" | "activate";
  readonly row: TreeRow;
}

/** Returns the effect of a key by the tree pattern of the ARIA Authoring Practices, or `undefined` if it has none. */
export function treeMove(key: string, row: TreeRow, rows: readonly TreeRow[]): TreeMove | undefined {
  if (key === "Enter" || key === " ") return { kind: "activate", row };
  if (key === "ArrowRight") return inward(row, rows);
  if (key === "ArrowLeft") return row.isOpen === true ? { kind: "activate", row } : focus(parentOf(row, rows));
  const index = rows.indexOf(row);
  const targets: Readonly<Record<string, TreeRow | undefined>> = {
    ArrowDown: rows[index + 1],
    ArrowUp: rows[index - 1],
    Home: rows[0],
    End: rows.at(-1),
  };
  return focus(key in targets ? targets[key] : nextWithStart(key, index, rows));
}

/** Opens a closed folder, or moves to the first entry of an open one. */
function inward(row: TreeRow, rows: readonly TreeRow[]): TreeMove | undefined {
  if (row.kind !== "folder") return undefined;
  return row.isOpen === true ? focus(rows[rows.indexOf(row) + 1]) : { kind: "activate", row };
}

function focus(row: TreeRow | undefined): TreeMove | undefined {
  return row === undefined ? undefined : { kind: "focus", row };
}

function parentOf(row: TreeRow, rows: readonly TreeRow[]): TreeRow | undefined {
  return rows.slice(0, rows.indexOf(row)).findLast(({ level }) => level < row.level);
}

/** The next row whose name starts with the typed character. */
function nextWithStart(key: string, index: number, rows: readonly TreeRow[]): TreeRow | undefined {
  if (key.length !== 1) return undefined;
  const inTurn = [...rows.slice(index + 1), ...rows.slice(0, index)];
  return inTurn.find(({ name }) => name.toLowerCase().startsWith(key.toLowerCase()));
}
