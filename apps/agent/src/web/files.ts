import { basename, isAbsolute, join } from "node:path";
import type { FolderEntry, Reader } from "@reader/core";
import { escapeName } from "@reader/core/render";
import type { FileEntry, Listing, RootFolder } from "./wire.ts";

/** The folders at the top of the file list. */
export function rootFolders(roots: readonly string[], dropped: string): readonly RootFolder[] {
  const folders = roots.map((root, index) => ({
    // A relative path is tried in the first root first, so the other roots need absolute paths.
    path: index === 0 ? "." : root,
    label: escapeName(basename(root)),
    takesFiles: false,
  }));
  return [...folders, { path: dropped, label: "Dropped files", takesFiles: true }];
}

/** Maximum number of entries of a folder. A page with more is slow. */
const maxEntries = 20_000;

/** Lists a folder with the reader, so that nothing outside the workspace is named. */
export async function listFolder(reader: Reader, path: string): Promise<Listing> {
  const folder = await reader.list(path);
  if (!folder.ok) return { ok: false, message: folder.error.message, hint: folder.error.hint };
  return {
    ok: true,
    entries: folder.entries.slice(0, maxEntries).map((entry) => entryOf(entry, path)),
    isComplete: folder.isComplete && folder.entries.length <= maxEntries,
  };
}

function entryOf({ name, kind, isDenied }: FolderEntry, folder: string): FileEntry {
  return {
    name: escapeName(name),
    path: pathIn(folder, name),
    kind: kindOf(kind),
    ...(isDenied === undefined ? {} : { isDenied }),
  };
}

function pathIn(folder: string, name: string): string {
  if (isAbsolute(folder)) return join(folder, name);
  return folder === "." ? name : `${folder}/${name}`;
}

function kindOf(kind: FolderEntry["kind"]): FileEntry["kind"] {
  if (kind === "directory") return "folder";
  if (kind === "symlink") return "link";
  return kind === "file" ? "file" : "other";
}
