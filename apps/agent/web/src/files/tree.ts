import type { FileEntry, Listing, RootFolder } from "../../../src/web/wire.ts";
import { grouped } from "../shared/words.ts";

/** A visible row of the tree. */
export interface TreeRow {
  readonly path: string;
  readonly name: string;
  readonly kind: FileEntry["kind"] | "note" | "more";
  /** From 1. */
  readonly level: number;
  readonly isOpen?: boolean;
  readonly isDenied?: boolean;
  /** The folder that has more entries. */
  readonly of?: string;
}

/** The loaded folders, and which of them are open. */
export interface TreeState {
  readonly listings: ReadonlyMap<string, Listing>;
  readonly open: ReadonlySet<string>;
  /** The number of shown entries of a folder. Default: `rowsAtOnce`. */
  readonly shown?: ReadonlyMap<string, number>;
}

/** Number of entries of a folder to show at once. Browsers are slow with tens of thousands of rows. */
export const rowsAtOnce = 500;

/** The rows of the tree from top to bottom. */
export function rowsOf(roots: readonly RootFolder[], state: TreeState): readonly TreeRow[] {
  return roots.flatMap((root) => {
    const listing = state.listings.get(root.path);
    // The folder of dropped files is hidden while it is empty, because the drop zone is below it.
    if (root.takesFiles && (listing?.ok !== true || listing.entries.length === 0)) return [];
    return folderRows({ path: root.path, name: root.label, kind: "folder", level: 1 }, state);
  });
}

function folderRows(row: TreeRow, state: TreeState): readonly TreeRow[] {
  const isOpen = state.open.has(row.path);
  const own: TreeRow = { ...row, isOpen };
  return isOpen ? [own, ...contentRows(row, state)] : [own];
}

function contentRows({ path, level }: TreeRow, state: TreeState): readonly TreeRow[] {
  const listing = state.listings.get(path);
  const note = (name: string): TreeRow => ({ path: `${path}\0note`, name, kind: "note", level: level + 1 });
  if (listing === undefined) return [];
  if (!listing.ok) return [note(listing.message)];
  const { entries } = listing;
  const count = state.shown?.get(path) ?? rowsAtOnce;
  const rows = entries.slice(0, count).flatMap((entry) => {
    const row: TreeRow = { ...entry, level: level + 1 };
    return entry.kind === "folder" ? folderRows(row, state) : [row];
  });
  const left = entries.length - count;
  if (left > 0) {
    const name = `Show ${grouped(Math.min(left, rowsAtOnce))} more of ${grouped(left)}`;
    return [...rows, { path: `${path}\0more`, name, kind: "more", level: level + 1, of: path }];
  }
  return listing.isComplete ? rows : [...rows, note("There are more than can be listed.")];
}

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
