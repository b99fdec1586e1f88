import type { FileEntry, Listing, RootFolder } from "../../../src/web/wire.ts";
import { grouped } from "../shared/words.ts";
import { fileTypeOf } from "./file-type.ts";

/** A visible row of the tree. */
export interface TreeRow {
  /** The key of the row: the path of a file or folder, or that of an archive and the name of its member. */
  readonly key: string;
  /** The path to request. */
  readonly path: string;
  /** The member to select, if `path` is an archive. */
  readonly select?: string;
  readonly name: string;
  readonly kind: FileEntry["kind"] | "archive" | "note" | "more";
  /** From 1. */
  readonly level: number;
  readonly isOpen?: boolean;
  readonly isDenied?: boolean;
  /** `12 KB`, if known. */
  readonly size?: string;
  /** True for a dropped file, which can be removed. */
  readonly isRemovable?: boolean;
}

/** The loaded folders and archives, and which of them are open. */
export interface TreeState {
  readonly listings: ReadonlyMap<string, Listing>;
  readonly open: ReadonlySet<string>;
  /** The number of shown entries of a folder. Default: `rowsAtOnce`. */
  readonly shown?: ReadonlyMap<string, number>;
  /** Shows only entries whose name contains this, and the folders around them. */
  readonly filter?: string;
}

/** Number of entries of a folder to show at once. Browsers are slow with tens of thousands of rows. */
export const rowsAtOnce = 500;

/** Returns the key of a file, or of a member of an archive. */
export function rowKey(path: string, select?: string): string {
  return select === undefined ? path : `${path}\0${select}`;
}

/** True for a row that has rows inside. */
export function isContainer({ kind }: Pick<TreeRow, "kind">): boolean {
  return kind === "folder" || kind === "archive";
}

/** The rows of the tree from top to bottom. */
export function rowsOf(roots: readonly RootFolder[], state: TreeState): readonly TreeRow[] {
  const isFiltered = state.filter !== undefined && state.filter !== "";
  const rows = roots.flatMap((root) => {
    const listing = state.listings.get(root.path);
    // The folder of dropped files is hidden while it is empty.
    if (root.takesFiles && (listing?.ok !== true || listing.entries.length === 0)) return [];
    const { path, label, takesFiles } = root;
    const rows = containerRows({ key: path, path, name: label, kind: "folder", level: 1 }, { state, takesFiles });
    return isFiltered && rows.length === 1 ? [] : rows;
  });
  return rows.length > 0 || !isFiltered
    ? rows
    : [noteRow({ path: "", key: "", level: 0 }, "No listed file has such a name.")];
}

/** What the rows of a root have in common. */
interface RootState {
  readonly state: TreeState;
  readonly takesFiles: boolean;
}

function containerRows(row: TreeRow, root: RootState): readonly TreeRow[] {
  const { open, filter = "", listings } = root.state;
  // A filter opens the folders that are listed already, so that their matches are seen.
  const isOpen = open.has(row.key) || (filter !== "" && row.kind === "folder" && listings.has(row.key));
  const own: TreeRow = { ...row, isOpen };
  return isOpen ? [own, ...contentRows(row, root)] : [own];
}

function contentRows(row: TreeRow, root: RootState): readonly TreeRow[] {
  const { state } = root;
  const listing = state.listings.get(row.key);
  if (listing === undefined) return [];
  if (!listing.ok) return [noteRow(row, listing.message)];
  const entries = listing.entries.filter((entry) => isMatch(entry, state));
  const count = state.shown?.get(row.key) ?? rowsAtOnce;
  const rows = entries.slice(0, count).flatMap((entry) => entryRows(entry, row, root));
  const left = entries.length - count;
  if (left > 0) {
    const name = `Show ${grouped(Math.min(left, rowsAtOnce))} more of ${grouped(left)}`;
    return [...rows, { key: `${row.key}\0more`, path: row.key, name, kind: "more", level: row.level + 1 }];
  }
  return listing.isComplete ? rows : [...rows, noteRow(row, "There are more than can be listed.")];
}

function entryRows(entry: FileEntry, { level }: TreeRow, root: RootState): readonly TreeRow[] {
  const { path, select, kind, name } = entry;
  const isArchive =
    kind === "file" && select === undefined && entry.isDenied !== true && fileTypeOf(name) === "archive";
  const row: TreeRow = {
    ...entry,
    key: rowKey(path, select),
    kind: isArchive ? "archive" : kind,
    level: level + 1,
    ...(root.takesFiles && select === undefined ? { isRemovable: true } : {}),
  };
  return isContainer(row) ? containerRows(row, root) : [row];
}

/** True if an entry or anything listed inside it has a name with the filter. */
function isMatch({ name, path, select }: FileEntry, state: TreeState): boolean {
  const { filter = "", listings } = state;
  if (filter === "" || name.toLowerCase().includes(filter.toLowerCase())) return true;
  const listing = listings.get(rowKey(path, select));
  return listing?.ok === true && listing.entries.some((entry) => isMatch(entry, state));
}

function noteRow({ path, key, level }: Pick<TreeRow, "path" | "key" | "level">, name: string): TreeRow {
  return { key: `${key}\0note`, path, name, kind: "note", level: level + 1 };
}

/** The effect of a key in the tree. `toggle` opens or closes a container without showing it. */
export interface TreeMove {
  readonly kind: "focus" | "activate" | "toggle";
  readonly row: TreeRow;
}

/** Returns the effect of a key by the tree pattern of the ARIA Authoring Practices, or `undefined` if it has none. */
export function treeMove(key: string, row: TreeRow, rows: readonly TreeRow[]): TreeMove | undefined {
  if (key === "Enter" || key === " ") return { kind: "activate", row };
  if (key === "ArrowRight") return inward(row, rows);
  if (key === "ArrowLeft") return row.isOpen === true ? { kind: "toggle", row } : focus(parentOf(row, rows));
  const index = rows.indexOf(row);
  const targets: Readonly<Record<string, TreeRow | undefined>> = {
    ArrowDown: rows[index + 1],
    ArrowUp: rows[index - 1],
    Home: rows[0],
    End: rows.at(-1),
  };
  return focus(key in targets ? targets[key] : nextWithStart(key, index, rows));
}

/** Opens a closed container, or moves to the first entry of an open one. */
function inward(row: TreeRow, rows: readonly TreeRow[]): TreeMove | undefined {
  if (!isContainer(row)) return undefined;
  return row.isOpen === true ? focus(rows[rows.indexOf(row) + 1]) : { kind: "toggle", row };
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
