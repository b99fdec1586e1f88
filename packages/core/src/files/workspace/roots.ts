import { ReadError } from "../../contract/errors.ts";
import { quoted } from "../../render/quote.ts";
import type { FileStat, FileSystem } from "../file-system.ts";
import { fileError, isMissing } from "./file-errors.ts";
import type { Policy } from "./policy.ts";

/** A folder that may be read from. */
export interface Root {
  /** Absolute, as it was given: callers may spell paths with it. */
  readonly spelled: string;
  /** With every link followed: what real paths are compared with. */
  readonly real: string;
}

/** What every step of finding a file needs. */
export interface Grounds {
  readonly fileSystem: FileSystem;
  readonly policy: Policy;
  readonly roots: readonly Root[];
}

/** An absolute path below the real path of a root; as yet only words, its links not followed. */
export interface Place {
  readonly root: Root;
  readonly absolute: string;
}

/** A file or folder that may be read, found and not opened. */
export interface LocatedFile {
  /** Relative to its root, with posix slashes, as a name in a sentence: for messages. */
  readonly path: string;
  /** The same, exact: for programs. */
  readonly relativePath: string;
  /** The last segment of the path, with escapes for what is not seen. */
  readonly name: string;
  /** Absolute, every link followed; never for messages. */
  readonly realPath: string;
  /** The real path of the root that `realPath` lies in. */
  readonly rootPath: string;
  /** The state of what the real path leads to. */
  readonly stat: FileStat;
  /** Present when no file has exactly the name that was asked for, and one that looks the same was taken. */
  readonly variant?: NameUse;
}

/** The name that was asked for and the one that was used, both exact and relative to the root. */
export interface NameUse {
  readonly asked: string;
  readonly used: string;
}

/** Resolves roots; rejects with a `ReadError` where one is no folder or cannot be reached. */
export async function resolveRoots(fileSystem: FileSystem, roots: readonly string[]): Promise<readonly Root[]> {
  return Promise.all(roots.map((root) => resolveRoot(fileSystem, root)));
}

async function resolveRoot(fileSystem: FileSystem, given: string): Promise<Root> {
  const spelled = absoluteRoot(fileSystem, given);
  const shown = `The workspace root ${quoted(fileSystem.path.basename(spelled))}`;
  try {
    const real = await fileSystem.realPath(spelled);
    if ((await fileSystem.stat(real)).kind === "directory") return { spelled, real };
  } catch (cause) {
    if (!isMissing(cause)) throw fileError(cause, shown);
    throw new ReadError("not-found", `${shown} does not exist.`, {
      hint: "Start the reader with roots that exist.",
      cause,
    });
  }
  throw new ReadError("not-found", `${shown} is not a folder.`, {
    hint: "Start the reader with folders as its roots.",
  });
}

/** The working directory, or `undefined` if it was removed: Node then throws. */
export function workingDirectory(fileSystem: FileSystem): string | undefined {
  try {
    return fileSystem.workingDirectory;
  } catch {
    return undefined;
  }
}

/** Only relative roots need the working directory, so absolute ones work after it was removed. */
function absoluteRoot(fileSystem: FileSystem, given: string): string {
  const root = expandHome(given, fileSystem);
  const here = workingDirectory(fileSystem);
  if (here !== undefined) return fileSystem.path.resolve(here, root);
  if (fileSystem.path.isAbsolute(root)) return fileSystem.path.resolve(root);
  throw new ReadError(
    "not-found",
    `The working directory was removed, so the workspace root ${quoted(root)} cannot be found.`,
    { hint: "Use absolute paths, or start the reader in a folder that exists." },
  );
}

/** `~` and `~/…` in the home directory; every other path, `~user` too, as it is. */
export function expandHome(path: string, fileSystem: FileSystem): string {
  if (!/^~(?:[/\\]|$)/.test(path) || (path[1] === "\\" && fileSystem.platform === "posix")) return path;
  const home = fileSystem.homeDirectory;
  return home === undefined ? path : fileSystem.path.join(home, path.slice(1));
}

/** Whether a path is a folder or lies below it; by words alone. */
export function isInside(fileSystem: FileSystem, folder: string, path: string): boolean {
  const way = fileSystem.path.relative(folder, path);
  return way !== ".." && !way.startsWith(`..${fileSystem.path.sep}`) && !fileSystem.path.isAbsolute(way);
}

/** Where an absolute path lies: below the first root that holds it, as given or resolved; undefined outside of all. */
export function placeOf(grounds: Pick<Grounds, "fileSystem" | "roots">, absolute: string): Place | undefined {
  const { fileSystem, roots } = grounds;
  for (const root of roots) {
    if (isInside(fileSystem, root.real, absolute)) return { root, absolute };
    if (isInside(fileSystem, root.spelled, absolute)) {
      const way = fileSystem.path.relative(root.spelled, absolute);
      return { root, absolute: fileSystem.path.join(root.real, way) };
    }
  }
  return undefined;
}

/** The path from a place's root, with posix slashes; `.` for the root itself. Exact, and so not safe to show. */
export function relativePath(fileSystem: FileSystem, place: Place): string {
  const way = fileSystem.path.relative(place.root.real, place.absolute);
  return way === "" ? "." : way.replaceAll(fileSystem.path.sep, "/");
}
