import { mkdtemp, open, rm, type FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import * as path from "node:path";
import { ReadError } from "@reader/core";
import { codeOf } from "../output/write.ts";

/** An append-only sequence of bytes. */
export interface Store {
  readonly bytes: number;
  append(piece: Uint8Array): Promise<void>;
  read(target: Uint8Array, position: number): Promise<number>;
  close(): Promise<void>;
}

/** Size of the part that is kept in memory, in bytes. Most piped input never touches the disk. */
const defaultMemoryBytes: number = 4 * 1024 * 1024;

/**
 * Creates a store that keeps its last `memoryBytes` in memory and the others in a private temporary file, which is created
 * when needed. On POSIX systems the file is unlinked as soon as it is open, so nothing remains however the process ends.
 */
export function createStore(memoryBytes: number = defaultMemoryBytes): Store {
  const memory = new Uint8Array(memoryBytes);
  let inFile = 0;
  let inMemory = 0;
  let file: TemporaryFile | undefined;
  const flush = async (): Promise<void> => {
    file ??= await openTemporaryFile();
    await writeFully(file.handle, memory.subarray(0, inMemory));
    inFile += inMemory;
    inMemory = 0;
  };
  return {
    get bytes() {
      return inFile + inMemory;
    },
    async append(piece) {
      for (let at = 0; at < piece.length;) {
        if (inMemory === memory.length) await flush();
        const part = piece.subarray(at, at + memory.length - inMemory);
        memory.set(part, inMemory);
        inMemory += part.length;
        at += part.length;
      }
    },
    async read(target, position) {
      if (position >= inFile || file === undefined) {
        const part = memory.subarray(position - inFile, Math.min(inMemory, position - inFile + target.length));
        target.set(part);
        return part.length;
      }
      const length = Math.min(target.length, inFile - position);
      return (await file.handle.read(target, 0, length, position)).bytesRead;
    },
    async close() {
      await file?.remove();
      file = undefined;
    },
  };
}

interface TemporaryFile {
  readonly handle: FileHandle;
  remove(): Promise<void>;
}

async function openTemporaryFile(): Promise<TemporaryFile> {
  // `mkdtemp` creates a folder that only this user can access.
  const folder = await mkdtemp(path.join(tmpdir(), "reader-")).catch(noRoom);
  const removeName = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const handle = await open(path.join(folder, "standard-input"), "wx+", 0o600).catch(async (cause: unknown) => {
    await removeName();
    return noRoom(cause);
  });
  if (process.platform !== "win32") await removeName();
  return {
    handle,
    async remove() {
      await handle.close();
      if (process.platform === "win32") await removeName();
    },
  };
}

async function writeFully(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    done += (await handle.write(bytes, done, bytes.length - done).catch(noRoom)).bytesWritten;
  }
}

/** Error codes for a folder that cannot be written, independent of free space. */
const unwritable: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR", "EACCES", "EPERM", "EROFS"]);

function noRoom(cause: unknown): never {
  const systemCode = codeOf(cause) ?? "unknown";
  const isUnwritable = unwritable.has(systemCode);
  const message = isUnwritable
    ? `Standard input is too large for memory, and nothing can be written to the folder for temporary files (${systemCode}).`
    : "There is no space left for standard input in the folder for temporary files.";
  const folder = isUnwritable ? "a folder that you may write to" : "a folder with more room";
  throw new ReadError("too-large", message, {
    hint: `Set TMPDIR to ${folder}, or write the input to a file and read that.`,
    details: { systemCode },
    cause,
  });
}
