import { ReadError } from "../../contract/errors.ts";
import { quoted } from "../../render/quote.ts";
import type { FileStat, FileSystem } from "../file-system.ts";
import { fileError, isMissing } from "./file-errors.ts";
import type { Denial, Policy } from "../policy/policy.ts";

/** A folder that may be read from. */
export interface Root {
  /** The absolute path as given. Callers may use it in paths. */
  readonly spelled: string;
  /** The path with all links resolved, to compare with real paths. */
  readonly real: string;
}

/** The context of every step of locating a file. */
export interface Grounds {
  readonly fileSystem: FileSystem;
  readonly policy: Policy;
  readonly roots: readonly Root[];
}

/** An absolute path below the real path of a root. It is lexical: its links are not resolved yet. */
export interface Place {
  readonly root: Root;
  readonly absolute: string;
}

/** A file or folder that may be read, located but not opened. */
export interface LocatedFile {
  /** The path relative to its root, with POSIX slashes, formatted as a name in a sentence: for messages. */
  readonly path: string;
  /** The same path, exact: for programs. */
  readonly relativePath: string;
  /** The last segment of the path, with invisible characters escaped. */
  readonly name: string;
  /** The absolute path with all links resolved. Never show it in messages. */
  readonly realPath: string;
  /** The real path of the root that contains `realPath`. */
  readonly rootPath: string;
  /** The state of the file at the real path. */
  readonly stat: FileStat;
  /** Set if the file may be read only if it is a ZIP archive, which opening it checks. */
  readonly unlessZip?: Denial;
  /** Set if no file has exactly the requested name, and one that looks the same is used instead. */
  readonly variant?: NameUse;
}

/** The requested name and the one that is used, both exact and relative to the root. */
export interface NameUse {
  readonly asked: string;
  readonly used: string;
}

/** Resolves the roots. Rejects with a `ReadError` if one is not a folder or cannot be accessed. */
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

/** Returns the working directory, or `undefined` if it was removed: Node.js then throws. */
export function workingDirectory(fileSystem: FileSystem): string | undefined {
  try {
    return fileSystem.workingDirectory;
  } catch {
    return undefined;
  }
}

/**
 * Resolves a root lexically. Only relative roots need the working directory, so absolute ones work after it was
 * removed.
 */
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

/** Expands `~` and `~/…` to the home directory. Returns every other path unchanged, including `~user`. */
export function expandHome(path: string, fileSystem: FileSystem): string {
  if (!/^~(?:[/\\]|$)/.test(path) || (path[1] === "\\" && fileSystem.platform === "posix")) return path;
  const home = fileSystem.homeDirectory;
  return home === undefined ? path : fileSystem.path.join(home, path.slice(1));
}

/** True if a path is a folder or lies below it. Compares lexically. */
export function isInside(fileSystem: FileSystem, folder: string, path: string): boolean {
  const way = fileSystem.path.relative(folder, path);
  return way !== ".." && !way.startsWith(`..${fileSystem.path.sep}`) && !fileSystem.path.isAbsolute(way);
}

/**
 * Returns an absolute path as a place below the first root that contains it, as given or resolved. Returns `undefined`
 * if it is outside all roots.
 */
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

/**
 * Returns the path relative to a place's root, with POSIX slashes; `.` for the root itself. It is exact, so it is not
 * safe to show.
 */
export function relativePath(fileSystem: FileSystem, place: Place): string {
  const { root, absolute } = place;
  const { sep } = fileSystem.path;
  // Both are normalised. The general way takes a microsecond, and a search takes it for each file.
  if (sep === "/" && absolute.startsWith(`${root.real}/`)) return absolute.slice(root.real.length + 1);
  const way = fileSystem.path.relative(root.real, absolute);
  return way === "" ? "." : way.replaceAll(sep, "/");
}
