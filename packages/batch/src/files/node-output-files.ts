import { type AppendFile, type OutputFiles, shorterThanKnown } from "./output-files.ts";

const fs = process.getBuiltinModule("node:fs");
const path = process.getBuiltinModule("node:path");
const { randomUUID } = process.getBuiltinModule("node:crypto");

/** Options of `nodeOutputFiles`. */
export interface NodeOutputOptions {
  /** True if the folder exists and is never created: if it was renamed or removed meanwhile, every write fails. */
  readonly mustExist?: boolean;
}

/**
 * Creates the output files of a folder of this machine. Short writes run synchronously on this thread, which takes a
 * tenth of the time of a thread; waiting for the disk runs on one. Files that are not complete are in the folder
 * `unfinished`.
 */
export function nodeOutputFiles(
  folder: string,
  unfinished: string = unfinishedFolder,
  { mustExist = false }: NodeOutputOptions = {},
): OutputFiles {
  const holder = path.join(folder, unfinished);
  const fixed = mustExist ? path.join(folder, ".") : undefined;
  const at = (inner: string): string => path.join(folder, inner);
  return {
    folder,
    append: async (inner, size) => openAppend(at(inner), size, fixed),
    async replace(inner, bytes, { isDurable = false } = {}) {
      const target = at(inner);
      makeFolder(path.dirname(target), fixed);
      const temporary = unfinishedName(holder, fixed);
      try {
        await writeNew(temporary, bytes, isDurable);
        fs.renameSync(temporary, target);
      } catch (cause) {
        fs.rmSync(temporary, { force: true });
        throw cause;
      }
      if (isDurable) await syncFolder(path.dirname(target));
    },
    async create(inner, bytes) {
      makeFolder(path.dirname(at(inner)), fixed);
      return createNew(unfinishedName(holder, fixed), at(inner), bytes);
    },
    async rename(from, to) {
      makeFolder(path.dirname(at(to)), fixed);
      fs.renameSync(at(from), at(to));
      await syncFolder(path.dirname(at(to)));
    },
    remove: async (inner) => fs.rmSync(at(inner), { force: true }),
    list: async (inner) => ifPresent(() => fs.readdirSync(at(inner))),
    size: async (inner) => ifPresent(() => fs.statSync(at(inner)).size),
    read: async (inner, target, position) => readAt(at(inner), target, position),
  };
}

/** A name in the folder of the run, on the same file system as the output. Leftovers are removed by the next start. */
function unfinishedName(holder: string, fixed: string | undefined): string {
  makeFolder(holder, fixed);
  return path.join(holder, randomUUID());
}

/** The folder of files that are not complete, relative to the output folder. */
export const unfinishedFolder = "_run/unfinished";

function openAppend(target: string, size: number | undefined, fixed: string | undefined): AppendFile {
  makeFolder(path.dirname(target), fixed);
  const descriptor = fs.openSync(target, "a+");
  let end = fs.fstatSync(descriptor).size;
  if (size !== undefined && size > end) {
    fs.closeSync(descriptor);
    throw shorterThanKnown(target, end, size);
  }
  if (size !== undefined) fs.ftruncateSync(descriptor, size);
  end = size ?? end;
  return {
    get size() {
      return end;
    },
    async append(bytes) {
      end += writeAll(descriptor, bytes);
    },
    sync: () => synced(descriptor),
    async close() {
      fs.closeSync(descriptor);
    },
  };
}

function writeAll(descriptor: number, bytes: Uint8Array): number {
  for (let done = 0; done < bytes.length;) done += fs.writeSync(descriptor, bytes, done);
  return bytes.length;
}

function synced(descriptor: number): Promise<void> {
  return new Promise((resolve, reject) => {
    fs.fdatasync(descriptor, (error) => (error === null ? resolve() : reject(error)));
  });
}

async function writeNew(target: string, bytes: Uint8Array, isDurable: boolean): Promise<void> {
  const descriptor = fs.openSync(target, "wx");
  try {
    writeAll(descriptor, bytes);
    if (isDurable) await synced(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Creates a file by a hard link, which has its content from the start. File systems without links get it in two steps. */
async function createNew(unfinished: string, target: string, bytes: Uint8Array): Promise<boolean> {
  await writeNew(unfinished, bytes, true);
  try {
    fs.linkSync(unfinished, target);
    return true;
  } catch (cause) {
    if (isCode(cause, "EEXIST")) return false;
    if (!isCode(cause, "EPERM", "ENOTSUP", "ENOSYS", "EOPNOTSUPP")) throw cause;
    return await createInSteps(target, bytes);
  } finally {
    fs.rmSync(unfinished, { force: true });
  }
}

async function createInSteps(target: string, bytes: Uint8Array): Promise<boolean> {
  try {
    await writeNew(target, bytes, true);
    return true;
  } catch (cause) {
    if (isCode(cause, "EEXIST")) return false;
    throw cause;
  }
}

/** Makes a rename survive a loss of power. Only some systems can open a folder. */
async function syncFolder(folder: string): Promise<void> {
  let descriptor: number | undefined;
  try {
    descriptor = fs.openSync(folder, "r");
    await synced(descriptor);
  } catch {
    // Windows renames durably and refuses to open a folder.
  } finally {
    if (descriptor !== undefined) fs.closeSync(descriptor);
  }
}

/**
 * Creates a folder and those above it, but not `fixed`. The `recursive` option of Node.js never returns in folders such as
 * `/proc`.
 */
function makeFolder(folder: string, fixed?: string): void {
  if (fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return;
  const above = path.dirname(folder);
  // The call for the folder itself then fails, because the one above it is not there.
  if (above !== folder && folder !== fixed) makeFolder(above, fixed);
  if (folder === fixed) throw Object.assign(new Error(`ENOENT: ${folder} is gone`), { code: "ENOENT" });
  try {
    fs.mkdirSync(folder);
  } catch (cause) {
    if (!isCode(cause, "EEXIST") || !fs.statSync(folder).isDirectory()) throw cause;
  }
}

function readAt(target: string, bytes: Uint8Array, position: number): number {
  const descriptor = ifPresent(() => fs.openSync(target, "r"));
  if (descriptor === undefined) return 0;
  try {
    let done = 0;
    while (done < bytes.length) {
      const count = fs.readSync(descriptor, bytes, done, bytes.length - done, position + done);
      if (count === 0) break;
      done += count;
    }
    return done;
  } finally {
    fs.closeSync(descriptor);
  }
}

function ifPresent<Value>(ask: () => Value): Value | undefined {
  try {
    return ask();
  } catch (cause) {
    if (isCode(cause, "ENOENT", "ENOTDIR")) return undefined;
    throw cause;
  }
}

function isCode(cause: unknown, ...codes: readonly string[]): boolean {
  return cause instanceof Error && "code" in cause && typeof cause.code === "string" && codes.includes(cause.code);
}
