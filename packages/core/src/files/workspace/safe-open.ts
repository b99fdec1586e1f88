import { ReadError } from "../../contract/errors.ts";
import { fileIdentity } from "../changes.ts";
import type { FileHandle, FileStat, FileSystem } from "../file-system.ts";
import { deniedError } from "./locate.ts";
import { fileError, isMissing, kindError, systemCode } from "./file-errors.ts";
import type { LocatedFile } from "./roots.ts";

/** A file that was opened after all checks. All its bytes come from `handle`, which the caller closes. */
export interface OpenedFile extends LocatedFile {
  /** The state of the open file itself. */
  readonly stat: FileStat;
  /** Equal strings mean equal bytes: see `fileIdentity`. */
  readonly identity: string;
  /** The open handle. It fails with `ReadError`s. */
  readonly handle: FileHandle;
}

/** Maximum number of attempts if a file is moved between the check and the open. */
const maxAttempts = 3;

/**
 * Opens the file that `find` locates, and verifies that the opened file is the checked one: a regular file at the same
 * path. If the path changed its target in between, starts over.
 */
export async function openSafely(fileSystem: FileSystem, find: () => Promise<LocatedFile>): Promise<OpenedFile> {
  for (let attempt = 1; ; attempt += 1) {
    const located = await find();
    const opened = await openLocated(fileSystem, located);
    if (opened !== undefined) return opened;
    if (attempt === maxAttempts) throw unsteady(located.path);
  }
}

/** Opens a located file, and verifies it as `openSafely` does. Returns `undefined` if it is no longer where it was found. */
export async function openLocated(fileSystem: FileSystem, located: LocatedFile): Promise<OpenedFile | undefined> {
  const { kind } = located.stat;
  // A real path has no links: this one was created after the check.
  if (kind === "symlink") return undefined;
  // Opening a pipe or device would already affect the process or hardware at its other end.
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
    if (located.unlessZip !== undefined && !(await startsAsZip(handle)))
      throw deniedError(located.path, located.unlessZip);
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

/** True if the first bytes are those of a ZIP archive. No key starts with them. */
async function startsAsZip(handle: FileHandle): Promise<boolean> {
  const start = new Uint8Array(4);
  const length = await handle.read(start, 0);
  return length === start.length && String.fromCharCode(...start) === "PK\u0003\u0004";
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
  // If the system does not report the path, resolves it again. It must lead to exactly the open file.
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
  // A failed close is ignored: the earlier failure is the one to report.
  await handle.close().catch(() => undefined);
}

function unsteady(path: string): ReadError {
  return new ReadError("changed-while-reading", `${path} was replaced repeatedly while it was being opened.`, {
    hint: "Send the same request again when nothing writes to it.",
  });
}
