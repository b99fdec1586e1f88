import type { ReadFailure } from "../../contract/result.ts";
import type { DirectoryEntry } from "../file-system.ts";
import { openListing } from "./list-directory.ts";
import type { LocatedFile } from "./roots.ts";
import type { Workspace } from "./workspace.ts";

/** One entry of a folder; a link is not followed. */
export interface FolderEntry extends DirectoryEntry {
  /** Present for a file that the policy denies. */
  readonly isDenied?: true;
}

/** What a folder holds. */
export interface FolderResult {
  readonly ok: true;
  /** The exact path relative to its root, with posix slashes; `.` for the root. Escape it before it is shown. */
  readonly path: string;
  /** Folders first, then by name in the order of UTF-16 units. Names are exact: escape them before they are shown. */
  readonly entries: readonly FolderEntry[];
  /** Whether these are all; false above a million. */
  readonly isComplete: boolean;
}

/** A folder, or why it cannot be told what it holds. */
export type FolderOutcome = FolderResult | ReadFailure;

/** The entries of a folder as data. Rejects with a `ReadError` for a path that is no folder or may not be listed. */
export async function folderContents(workspace: Workspace, path: string): Promise<FolderResult> {
  const listing = await openListing(workspace, path);
  await listing.close();
  const { folder, entries, isComplete } = listing;
  return {
    ok: true,
    path: folder.relativePath,
    entries: entries.map((entry) => (isDenied(workspace, folder, entry) ? { ...entry, isDenied: true } : entry)),
    isComplete,
  };
}

function isDenied(workspace: Workspace, folder: LocatedFile, { name, kind }: DirectoryEntry): boolean {
  if (kind !== "file") return false;
  const realPath = workspace.fileSystem.path.join(folder.realPath, name);
  const relativePath = folder.relativePath === "." ? name : `${folder.relativePath}/${name}`;
  return !workspace.policy({ realPath, relativePath, name, kind }).allowed;
}
