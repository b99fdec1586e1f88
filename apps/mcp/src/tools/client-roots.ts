// oxlint-disable-next-line reader/no-file-access -- compares folders before there is a reader, and reads no file
import { realpathSync, statSync } from "node:fs";
import { isAbsolute, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { defaultPolicy, type Policy, type ReadErrorData } from "@reader/core";
import { escapeName } from "@reader/core/render";

/** The folders that this server was started with. */
export interface StartFolders {
  /** Absolute paths. */
  readonly folders: readonly string[];
  /** True if a person named them. Otherwise the working directory stands in for the roots of a client. */
  readonly areNamed: boolean;
}

/** The folders of one client, or the error that each of its calls gets. */
export type ClientFolders =
  | {
      /** Real paths. */
      readonly folders: readonly string[];
      /** Denies what is outside of the folders of this server, even if a folder is replaced by a link later. */
      readonly policy?: Policy;
    }
  | { readonly error: ReadErrorData };

/**
 * Returns the folders that a client with these roots, as URIs, is served. If a person named the folders of this server,
 * a root can only narrow them: outside of them it counts for nothing. Otherwise the roots are the folders. Returns
 * `undefined` if no root is a file URI, so that there is nothing to compare.
 */
export function clientFolders({ folders, areNamed }: StartFolders, uris: readonly string[]): ClientFolders | undefined {
  const files = uris.filter((uri) => /^file:/i.test(uri));
  if (files.length === 0) return undefined;
  const roots = [...new Set(files.flatMap((uri) => pathOf(uri).flatMap(realFolder)))];
  if (!areNamed) return roots.length === 0 ? { error: noFolder(files) } : { folders: roots };
  const allowed = folders.flatMap(realFolder);
  const common = roots.flatMap((root) => {
    if (allowed.some((folder) => isInside(folder, root))) return [root];
    return allowed.filter((folder) => isInside(root, folder));
  });
  if (common.length === 0) return { error: nothingInCommon(folders, files) };
  const policy: Policy = (file) =>
    allowed.some((folder) => isInside(folder, file.realPath))
      ? defaultPolicy(file)
      : { allowed: false, reason: "it is outside of the folders of this server." };
  return { folders: [...new Set(common)], policy };
}

function nothingInCommon(folders: readonly string[], uris: readonly string[]): ReadErrorData {
  return {
    code: "outside-workspace",
    message: `The client works in ${listed(uris.map(shownRoot))}, but this server was started for ${listed(folders)}, so it reads no file for this client.`,
    hint: "Ask the user to start the server with a folder that contains the client's, or to add the server's folder to the client.",
  };
}

function noFolder(uris: readonly string[]): ReadErrorData {
  return {
    code: "outside-workspace",
    message: `The client works in ${listed(uris.map(shownRoot))}, which is no folder that this server can open, so it reads no file for this client.`,
    hint: "Ask the user to start the server with a folder of this machine, or to add one to the client.",
  };
}

/** A client may list any number of roots. */
const maxListed = 5;

function listed(paths: readonly string[]): string {
  const shown = paths.slice(0, maxListed).map(escapeName).join(", ");
  return paths.length > maxListed ? `${shown} and ${paths.length - maxListed} more` : shown;
}

/** A root is shown as a path, or as the client wrote it if it is no path of this machine. */
function shownRoot(uri: string): string {
  return pathOf(uri)[0] ?? uri;
}

/** Returns the path of a file URI; nothing for one that is no path of this machine. */
function pathOf(uri: string): readonly string[] {
  try {
    return [fileURLToPath(uri)];
  } catch {
    return [];
  }
}

/** Returns the real path, with the case that the file system stores; nothing for a path that is no folder. */
function realFolder(path: string): readonly string[] {
  try {
    const real = realpathSync.native(path);
    return statSync(real).isDirectory() ? [real] : [];
  } catch {
    return [];
  }
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
