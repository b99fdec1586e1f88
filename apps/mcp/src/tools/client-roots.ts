// oxlint-disable-next-line reader/no-file-access -- compares folders before there is a reader, and reads no file
import { realpathSync } from "node:fs";
import { isAbsolute, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { defaultPolicy, type Policy } from "@reader/core";

/** The folders that the roots of a client leave of the folders of this server. */
export interface NarrowedFolders {
  /** Real paths. Empty if the client's roots and the folders have nothing in common. */
  readonly folders: readonly string[];
  /** Denies what is outside of the folders of this server, even if a folder is replaced by a link later. */
  readonly policy: Policy;
}

/**
 * Returns what the roots of a client, as URIs, leave of the folders of this server. A root can only narrow: outside of
 * the folders it counts for nothing. Returns `undefined` if no root is a file URI, so that there is nothing to compare.
 */
export function narrowFolders(folders: readonly string[], uris: readonly string[]): NarrowedFolders | undefined {
  const files = uris.filter((uri) => /^file:/i.test(uri));
  if (files.length === 0) return undefined;
  const allowed = folders.flatMap(realFolder);
  const roots = files.flatMap((uri) => pathOf(uri).flatMap(realFolder));
  const common = roots.flatMap((root) => {
    if (allowed.some((folder) => isInside(folder, root))) return [root];
    return allowed.filter((folder) => isInside(root, folder));
  });
  const policy: Policy = (file) =>
    allowed.some((folder) => isInside(folder, file.realPath))
      ? defaultPolicy(file)
      : { allowed: false, reason: "it is outside of the folders of this server." };
  return { folders: [...new Set(common)], policy };
}

/** Returns the path of a file URI; nothing for one that is no path of this machine. */
function pathOf(uri: string): readonly string[] {
  try {
    return [fileURLToPath(uri)];
  } catch {
    return [];
  }
}

/** Returns the real path, with the case that the file system stores; nothing for a path that does not exist. */
function realFolder(path: string): readonly string[] {
  try {
    return [realpathSync.native(path)];
  } catch {
    return [];
  }
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
