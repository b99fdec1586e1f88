import { ReadError } from "../../contract/errors.ts";
import type { DirectoryHandle, FileSystem } from "../file-system.ts";
import { fileError, isMissing, systemCode } from "./file-errors.ts";
import type { LocatedFile } from "./roots.ts";
import { isInside } from "./roots.ts";

/** The resolved location of a directory. */
export interface DirectoryPlace {
  /** The absolute path with all links resolved. */
  readonly realPath: string;
  /** The real path of the root that contains it. */
  readonly rootPath: string;
}

/** A directory that was opened after all checks. The caller closes `handle`. */
export interface CheckedDirectory {
  readonly handle: DirectoryHandle;
  /**
   * Returns false if another directory may have been listed in place of this one since it was opened. Always true if
   * the system can list an open directory; on other systems names come from the path, which is checked again.
   */
  isSteady(): Promise<boolean>;
}

/** Maximum number of attempts if a directory is moved between the check and the listing. */
const maxAttempts = 3;

/**
 * Opens the directory that `find` locates, and returns it with the result of `use`. Repeats both if the path changed
 * its target in the meantime, up to three times; then rejects with `changed-while-reading`.
 */
export async function openDirectorySafely<Learned>(
  fileSystem: FileSystem,
  find: () => Promise<LocatedFile>,
  use: (directory: CheckedDirectory, located: LocatedFile) => Promise<Learned>,
): Promise<{ readonly directory: CheckedDirectory; readonly located: LocatedFile; readonly learned: Learned }> {
  for (let attempt = 1; ; attempt += 1) {
    const located = await find();
    const directory = await openOrMoved(fileSystem, located);
    const learned = directory === undefined ? undefined : await learn(directory, () => use(directory, located));
    if (directory !== undefined && learned !== undefined) return { directory, located, learned: learned.value };
    if (attempt === maxAttempts) throw unsteady(located.path);
  }
}

/** Returns `undefined` and closes the directory if the result may describe another directory. */
async function learn<Learned>(
  directory: CheckedDirectory,
  use: () => Promise<Learned>,
): Promise<{ readonly value: Learned } | undefined> {
  try {
    const value = await use();
    if (await directory.isSteady()) return { value };
  } catch (cause) {
    if (await isSteadyQuietly(directory)) {
      await closeQuietly(directory);
      throw cause;
    }
  }
  await closeQuietly(directory);
  return undefined;
}

/**
 * Checks whether a directory is steady, without throwing. A failure of a directory that was moved may be that of
 * another one.
 */
function isSteadyQuietly(directory: CheckedDirectory): Promise<boolean> {
  return directory.isSteady().catch(() => false);
}

async function closeQuietly({ handle }: CheckedDirectory): Promise<void> {
  await handle.close().catch(() => undefined);
}

async function openOrMoved(fileSystem: FileSystem, located: LocatedFile): Promise<CheckedDirectory | undefined> {
  const { kind } = located.stat;
  // A real path has no links: this one was created after the check.
  if (kind === "symlink") return undefined;
  if (kind !== "directory") {
    throw new ReadError("invalid-request", `${located.path} is not a folder.`, { hint: "Read it, or name a folder." });
  }
  try {
    return await openDirectory(fileSystem, located);
  } catch (cause) {
    throw fileError(cause, located.path);
  }
}

/**
 * Opens a directory and verifies that it is the one at this path, without links on the way. Returns `undefined` if it
 * is not, because the path changed its target.
 */
export async function openDirectory(
  fileSystem: FileSystem,
  place: DirectoryPlace,
): Promise<CheckedDirectory | undefined> {
  const handle = await openUnlessMoved(fileSystem, place.realPath);
  if (handle === undefined) return undefined;
  const isThere = await leadsTo(fileSystem, handle, place).catch(() => undefined);
  if (isThere !== undefined) return { handle, ...isThere };
  await handle.close().catch(() => undefined);
  return undefined;
}

async function openUnlessMoved(fileSystem: FileSystem, realPath: string): Promise<DirectoryHandle | undefined> {
  try {
    return await fileSystem.openDirectory(realPath);
  } catch (cause) {
    if (isMissing(cause) || systemCode(cause) === "ELOOP") return undefined;
    throw cause;
  }
}

async function leadsTo(
  fileSystem: FileSystem,
  handle: DirectoryHandle,
  place: DirectoryPlace,
): Promise<Pick<CheckedDirectory, "isSteady"> | undefined> {
  const led = await handle.realPath();
  if (led !== undefined) return led === place.realPath ? { isSteady: () => Promise.resolve(true) } : undefined;
  const before = await trailOf(fileSystem, place);
  if (before === undefined) return undefined;
  return { isSteady: async () => (await trailOf(fileSystem, place)) === before };
}

/**
 * Returns the state of the path from the root to a directory, for systems that cannot list an open directory: which
 * directories are on it, and when entries last changed in the parents. Swapping a directory and swapping it back
 * changes these times.
 */
async function trailOf(fileSystem: FileSystem, { realPath, rootPath }: DirectoryPlace): Promise<string | undefined> {
  if ((await fileSystem.realPath(realPath)) !== realPath) return undefined;
  const states = [(await fileSystem.linkStat(realPath)).fileId];
  for (let at = realPath; at !== rootPath && isInside(fileSystem, rootPath, at);) {
    at = fileSystem.path.dirname(at);
    const { fileId, changedNs } = await fileSystem.linkStat(at);
    states.push(`${fileId} ${changedNs}`);
  }
  return states.join("\n");
}

function unsteady(path: string): ReadError {
  return new ReadError("changed-while-reading", `${path} was replaced repeatedly while it was being listed.`, {
    hint: "Send the same request again when nothing moves it.",
  });
}
