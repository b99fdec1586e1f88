import { ReadError } from "../../contract/errors.ts";
import { fileIdentity } from "../changes.ts";
import type { FileHandle, FileStat, FileSystem } from "../file-system.ts";
import { fileError, isMissing, kindError, systemCode } from "./file-errors.ts";
import type { LocatedFile } from "./roots.ts";

/** A file that was opened after every check; all its bytes come from `handle`, which the caller closes. */
export interface OpenedFile extends LocatedFile {
  /** The state of the opened file itself. */
  readonly stat: FileStat;
  /** Equal for equal bytes: see `fileIdentity`. */
  readonly identity: string;
  /** Its failures are `ReadError`s. */
  readonly handle: FileHandle;
}

/** How often a file is looked for again that was moved between the check and the open. */
const maxAttempts = 3;

/**
 * Opens what `find` locates, and makes sure that what was opened is what was checked: a regular file, at the same path.
 * Between the two the name may have been made to lead elsewhere; then everything is done again.
 */
export async function openSafely(fileSystem: FileSystem, find: () => Promise<LocatedFile>): Promise<OpenedFile> {
  for (let attempt = 1; ; attempt += 1) {
    const located = await find();
    const opened = await openLocated(fileSystem, located);
    if (opened !== undefined) return opened;
    if (attempt === maxAttempts) throw unsteady(located.path);
  }
}

/** Undefined where the file is no longer where it was found. */
async function openLocated(fileSystem: FileSystem, located: LocatedFile): Promise<OpenedFile | undefined> {
  const { kind } = located.stat;
  // A real path has no links: one that is there now was put there after the check.
  if (kind === "symlink") return undefined;
  // Opening a pipe or device would already act on whoever is at its other end.
  if (kind !== "file") throw kindError(kind, located.path);
  const handle = await openOrMoved(fileSystem, located);
  if (handle === undefined) return undefined;
  try {
    const stat = await handle.stat();
    if (stat.kind !== "file") throw kindError(stat.kind, located.path);
    if (await leadsElsewhere(fileSystem, { handle, stat, located })) {
      await handle.close();
      return undefined;
    }
    return { ...located, stat, identity: fileIdentity(stat), handle: withFileErrors(handle, located.path) };
  } catch (cause) {
    await closeQuietly(handle);
    throw fileError(cause, located.path);
  }
}

async function openOrMoved(fileSystem: FileSystem, located: LocatedFile): Promise<FileHandle | undefined> {
  try {
    return await fileSystem.open(located.realPath);
  } catch (cause) {
    if (isMissing(cause) || systemCode(cause) === "ELOOP") return undefined;
    throw fileError(cause, located.path);
  }
}

interface Candidate {
  readonly handle: FileHandle;
  readonly stat: FileStat;
  readonly located: LocatedFile;
}

async function leadsElsewhere(fileSystem: FileSystem, candidate: Candidate): Promise<boolean> {
  const { handle, stat, located } = candidate;
  const led = await handle.realPath();
  if (led !== undefined) return led !== located.realPath;
  // Where the system does not tell, the path is resolved again and must lead to the very file that is open.
  try {
    if ((await fileSystem.realPath(located.realPath)) !== located.realPath) return true;
    return (await fileSystem.linkStat(located.realPath)).fileId !== stat.fileId;
  } catch (cause) {
    if (isMissing(cause) || systemCode(cause) === "ELOOP") return true;
    throw cause;
  }
}

function withFileErrors(handle: FileHandle, path: string): FileHandle {
  const translate = (cause: unknown): never => {
    throw fileError(cause, path);
  };
  return {
    stat: () => handle.stat().catch(translate),
    read: (target, position) => handle.read(target, position).catch(translate),
    realPath: () => handle.realPath(),
    close: () => handle.close(),
  };
}

async function closeQuietly(handle: FileHandle): Promise<void> {
  // The failure that led here is the one to tell.
  await handle.close().catch(() => undefined);
}

function unsteady(path: string): ReadError {
  return new ReadError("changed-while-reading", `${path} is replaced again and again while it is being opened.`, {
    hint: "Send the same request again when nothing writes to it.",
  });
}
