import { ReadError } from "../../contract/errors.ts";
import type { ChangedWhileReading } from "../../contract/notices.ts";
import { boundFileSystem, type FileSystemBounds } from "../bounded-file-system.ts";
import { changeBetween } from "../changes.ts";
import type { FileSystem } from "../file-system.ts";
import { fileError, isMissing } from "./file-errors.ts";
import { locate, locateIn } from "./locate.ts";
import { defaultPolicy, type Policy } from "../policy/policy.ts";
import {
  expandHome,
  type Grounds,
  type LocatedFile,
  type Place,
  placeOf,
  resolveRoots,
  type Root,
  workingDirectory,
} from "./roots.ts";
import { type CheckedDirectory, openDirectorySafely } from "./safe-directory.ts";
import { showAsked } from "./safe-name.ts";
import { type OpenedFile, openLocated, openSafely } from "./safe-open.ts";

export type { LocatedFile, NameUse } from "./roots.ts";
export type { OpenedFile } from "./safe-open.ts";

/** Options of a workspace. */
export interface WorkspaceOptions {
  readonly fileSystem: FileSystem;
  /**
   * Folders that may be read from: absolute, relative to the working directory, or `~/…`. Defaults to the working
   * directory.
   */
  readonly roots?: readonly string[];
  /** Decides which files inside the roots may be read. Defaults to `defaultPolicy`. */
  readonly policy?: Policy;
}

/** Computes a result from a directory. Repeated if its path changed its target in the meantime. */
export type DirectoryUse<Learned> = (directory: CheckedDirectory, located: LocatedFile) => Promise<Learned>;

/** A directory that was opened after all checks, and the result computed from it. */
export interface OpenedDirectory<Learned> {
  readonly directory: CheckedDirectory;
  readonly located: LocatedFile;
  readonly learned: Learned;
}

/** The files that may be read. Handles everything between a path from a model and an open file. */
export interface Workspace {
  readonly fileSystem: FileSystem;
  readonly policy: Policy;
  /** Locates and checks a file or folder without opening it. Rejects with a `ReadError` that suggests the next step. */
  locate(path: string): Promise<LocatedFile>;
  /** Opens a file; the caller closes its handle. On failure, rejects with a `ReadError` and leaves nothing open. */
  open(path: string): Promise<OpenedFile>;
  /**
   * Opens a file by its exact name in a located folder, with the same checks: whether the folder is still there is known
   * once the file is open. Returns `undefined` if there is no such file, or if the folder was moved.
   */
  openIn(folder: LocatedFile, name: string): Promise<OpenedFile | undefined>;
  /**
   * Opens a directory and returns it with the result of `use`, all from that one directory. The caller closes its
   * handle. On failure, rejects with a `ReadError` and leaves nothing open.
   */
  openDirectory<Learned>(path: string, use: DirectoryUse<Learned>): Promise<OpenedDirectory<Learned>>;
  /** Returns how an opened file changed since, or `undefined` if it did not. */
  changeOf(file: OpenedFile): Promise<ChangedWhileReading["change"] | undefined>;
  /** Returns the same workspace for one call, with bounded waits for the file system. */
  within(bounds: FileSystemBounds): BoundedWorkspace;
}

/** A workspace for one call. */
export interface BoundedWorkspace extends Workspace {
  /** Must be called at the end of the call. Files that stay open no longer depend on its signal. */
  release(): void;
}

/**
 * Creates a workspace. Accesses nothing until the first path is requested; then resolves the roots once. Throws a
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
      // The limits of another call ended it.
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
    openIn: async (folder, name) => {
      const located = await locateIn({ fileSystem, policy, roots: await resolve(fileSystem) }, folder, name);
      return located === undefined ? undefined : openLocated(fileSystem, located);
    },
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
    const { findLookalike } = await import("./missing-file.ts");
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

/** Maximum path length of each platform: `PATH_MAX` of Linux in bytes, extended-length paths of Windows. */
const maxPathLength = { posix: 4096, win32: 32_767 };

/**
 * Returns the places that a requested path can refer to, lexically and without file system calls. An absolute path
 * (`/…`, `~/…`, `file://…`) refers to one; a relative one starts at each root in turn. Throws `invalid-request` for an
 * invalid path, and `outside-workspace` if no root contains it.
 */
export async function requestedPlaces(grounds: Grounds, asked: string): Promise<readonly Place[]> {
  const { fileSystem, roots } = grounds;
  checkShape(asked, maxPathLength[fileSystem.platform]);
  const path = expandHome(fromFileUrl(asked, fileSystem.platform), fileSystem);
  const wanted = fileSystem.platform === "win32" ? await onWindows(grounds, path) : path;
  const starts = fileSystem.path.isAbsolute(wanted) ? roots.slice(0, 1) : roots;
  const places = new Map<string, Place>();
  for (const { real } of starts) {
    const place = placeOf(grounds, fileSystem.path.resolve(real, wanted));
    if (place !== undefined && !places.has(place.absolute)) places.set(place.absolute, place);
  }
  if (places.size === 0) throw outside(asked);
  return [...places.values()];
}

function checkShape(asked: string, maxLength: number): void {
  if (asked.trim() === "") throw invalid("The path is empty.", "Give the path of a file.");
  if (asked.includes("\0")) {
    throw invalid(`${showAsked(asked)} contains a NUL character, which no path can.`, "Give the path without it.");
  }
  // The Unicode class takes 0.3 ms to compile, so it is only used for a path that may need it.
  if (/[\ud800-\udfff]/.test(asked) && /\p{Cs}/u.test(asked)) {
    throw invalid(`${showAsked(asked)} contains a lone surrogate.`, "Give the path in well-formed Unicode.");
  }
  if (isUrl(asked)) {
    throw invalid(
      `${showAsked(asked)} is a URL, and only files are read.`,
      "Fetch it into a file first, and read that.",
    );
  }
  if (asked.length > maxLength) {
    const problem = `${showAsked(asked)} has ${asked.length} characters, and a path can have ${maxLength}.`;
    throw invalid(problem, "Give the path of an existing file.");
  }
}

/** True for a URL. Checks for the colon first, because a case-insensitive pattern takes 0.2 ms to compile. */
function isUrl(asked: string): boolean {
  return asked.includes(":") && /^(?:https?|ftp|s3|gs):\/\/|^data:[\w.+-]+\/[\w.+-]+[;,]/i.test(asked);
}

function fromFileUrl(asked: string, platform: "posix" | "win32"): string {
  if (!/^[Ff][Ii][Ll][Ee]:\/\//.test(asked)) return asked;
  const bad = (problem: string): ReadError =>
    invalid(`${showAsked(asked)} ${problem}.`, "Give the path itself instead of a URL.");
  const [, host = "", encoded = ""] = /^file:\/\/([^/]*)([^?#]*)/i.exec(asked) ?? [];
  if (host !== "" && host.toLowerCase() !== "localhost") throw bad("is a URL of another machine");
  if (/%(?:2f|5c|00)/i.test(encoded)) throw bad("contains an escaped slash or NUL");
  const path = decoded(encoded);
  if (path === undefined) throw bad("is not a well-formed URL");
  return platform === "win32" ? path.replace(/^\/(?=[A-Za-z]:)/, "") : path;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

async function onWindows(grounds: Grounds, path: string): Promise<string> {
  const { resolveWindowsPath } = await import("./windows-path.ts");
  const roots = grounds.roots.flatMap(({ spelled, real }) => [spelled, real]);
  return resolveWindowsPath(path, roots);
}

function invalid(message: string, hint: string): ReadError {
  return new ReadError("invalid-request", message, { hint });
}

function outside(asked: string): ReadError {
  return new ReadError("outside-workspace", `${showAsked(asked)} is outside the workspace.`, {
    hint: "Give a path inside the workspace, relative to its root.",
  });
}
