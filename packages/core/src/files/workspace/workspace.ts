import { boundFileSystem, type FileSystemBounds } from "../bounded-file-system.ts";
import { changeBetween } from "../changes.ts";
import type { FileSystem } from "../file-system.ts";
import type { ChangedWhileReading } from "../../contract/notices.ts";
import { fileError, isMissing } from "./file-errors.ts";
import { locate } from "./locate.ts";
import type { LocatedFile } from "./roots.ts";
import { openDirectorySafely, type CheckedDirectory } from "./safe-directory.ts";
import { defaultPolicy, type Policy } from "./policy.ts";
import { requestedPlaces } from "./requested-path.ts";
import { resolveRoots, workingDirectory, type Grounds, type Root } from "./roots.ts";
import { openSafely, type OpenedFile } from "./safe-open.ts";
import { showAsked } from "./safe-name.ts";

export type { LocatedFile, NameUse } from "./roots.ts";
export type { OpenedFile } from "./safe-open.ts";

/** What a workspace is made of. */
export interface WorkspaceOptions {
  readonly fileSystem: FileSystem;
  /** Folders that may be read from; absolute, relative to the working directory, or `~/…`. The working directory where not given. */
  readonly roots?: readonly string[];
  /** Which files are not read although they lie in a root; `defaultPolicy` where not given. */
  readonly policy?: Policy;
}

/** What is learned from a directory at once; repeated if its path led elsewhere meanwhile. */
export type DirectoryUse<Learned> = (directory: CheckedDirectory, located: LocatedFile) => Promise<Learned>;

/** A directory that was opened after every check, and what was learned from it. */
export interface OpenedDirectory<Learned> {
  readonly directory: CheckedDirectory;
  readonly located: LocatedFile;
  readonly learned: Learned;
}

/** The files that may be read: everything between a path that a model wrote and an open file. */
export interface Workspace {
  readonly fileSystem: FileSystem;
  readonly policy: Policy;
  /** Finds and checks a file or folder without opening it. Rejects with a `ReadError` that tells the next step. */
  locate(path: string): Promise<LocatedFile>;
  /** Opens a file; the caller closes its handle. Rejects with a `ReadError`, and then nothing is left open. */
  open(path: string): Promise<OpenedFile>;
  /**
   * Opens a directory and returns it with what `use` learns from it, all of it from that one directory. The caller closes
   * its handle. Rejects with a `ReadError`, and then nothing is left open.
   */
  openDirectory<Learned>(path: string, use: DirectoryUse<Learned>): Promise<OpenedDirectory<Learned>>;
  /** What happened to an opened file since; undefined when nothing did. */
  changeOf(file: OpenedFile): Promise<ChangedWhileReading["change"] | undefined>;
  /** The same files for one call, none of whose waits for the file system is longer than these bounds allow. */
  within(bounds: FileSystemBounds): BoundedWorkspace;
}

/** A workspace for one call. */
export interface BoundedWorkspace extends Workspace {
  /** Called when the call is over; files that stay open are not bound to its signal any more. */
  release(): void;
}

/**
 * Makes a workspace. Nothing is touched until the first path is asked for; then the roots are resolved once. Throws a
 * `TypeError` for an empty list of roots, which would allow nothing.
 */
export function createWorkspace(options: WorkspaceOptions): Workspace {
  const { fileSystem, policy = defaultPolicy } = options;
  const given = options.roots ?? [workingDirectory(fileSystem) ?? "."];
  if (given.length === 0) throw new TypeError("A workspace needs at least one root.");
  let resolving: Promise<readonly Root[]> | undefined;
  const resolve = async (files: FileSystem): Promise<readonly Root[]> => {
    const isOwn = resolving === undefined;
    const known = (resolving ??= resolveRoots(files, given));
    try {
      return await known;
    } catch (cause) {
      if (resolving === known) resolving = undefined;
      if (isOwn) throw cause;
      // The bounds of another call ended it.
      return resolve(files);
    }
  };
  return workspaceOver({ fileSystem, policy, resolve });
}

interface WorkspaceParts {
  readonly fileSystem: FileSystem;
  readonly policy: Policy;
  readonly resolve: (files: FileSystem) => Promise<readonly Root[]>;
}

function workspaceOver({ fileSystem, policy, resolve }: WorkspaceParts): Workspace {
  const find = async (path: string): Promise<LocatedFile> =>
    findFile({ fileSystem, policy, roots: await resolve(fileSystem) }, path);
  const workspace: Workspace = {
    fileSystem,
    policy,
    locate: find,
    open: (path) => openSafely(fileSystem, () => find(path)),
    openDirectory: (path, use) => openDirectorySafely(fileSystem, () => find(path), use),
    changeOf: (file) => changeOf(fileSystem, file),
    within(bounds) {
      const bounded = boundFileSystem(fileSystem, bounds);
      if (bounded === undefined) return { ...workspace, release: () => undefined };
      return { ...workspaceOver({ fileSystem: bounded, policy, resolve }), release: () => bounded.release() };
    },
  };
  return workspace;
}

async function findFile(grounds: Grounds, path: string): Promise<LocatedFile> {
  try {
    const places = await requestedPlaces(grounds, path);
    for (const place of places) {
      const located = await locate(grounds, place);
      if (located !== undefined) return located;
    }
    const { findLookalike } = await import("./miss.ts");
    return await findLookalike(grounds, places);
  } catch (cause) {
    throw fileError(cause, showAsked(path));
  }
}

async function changeOf(fileSystem: FileSystem, file: OpenedFile): Promise<ChangedWhileReading["change"] | undefined> {
  const after = await file.handle.stat();
  const named = await fileSystem.linkStat(file.realPath).catch((cause: unknown) => {
    if (isMissing(cause)) return undefined;
    throw fileError(cause, file.path);
  });
  return changeBetween(file.stat, { after, named });
}
