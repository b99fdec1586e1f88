import type { ReadFailure } from "../../contract/result.ts";
import type { DirectoryEntry } from "../file-system.ts";
import { openListing } from "./list-directory.ts";
import type { LocatedFile } from "./roots.ts";
import type { Workspace } from "./workspace.ts";

/** An entry of a folder; links are not followed. */
export interface FolderEntry extends DirectoryEntry {
  /** Set for a file that the policy denies. */
  readonly isDenied?: true;
}

/** The contents of a folder. */
export interface FolderResult {
  readonly ok: true;
  /** The exact path relative to its root, with POSIX slashes; `.` for the root. Escape it before you show it. */
  readonly path: string;
  /**
   * Folders first, then by name in the order of UTF-16 code units. Names are exact: escape them before you show them.
   */
  readonly entries: readonly FolderEntry[];
  /** True if the list is complete; false above a million entries. */
  readonly isComplete: boolean;
}

/** The contents of a folder, or the reason why it cannot be listed. */
export type FolderOutcome = FolderResult | ReadFailure;

/** Lists a folder as data. Rejects with a `ReadError` if the path is not a folder or may not be listed. */
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
