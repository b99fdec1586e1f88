import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import * as path from "node:path";
import { ReadError, type StopSignal } from "@reader/core";
import { codeOf } from "../output/write.ts";

/** How much of standard input to read. The goal that is reached first counts. */
export interface SpoolGoal {
  /** Bytes in all. */
  readonly bytes: number;
  /** Line feeds in all. */
  readonly lines: number;
}

/** The received part of standard input, with random access like a file. */
export interface Spool {
  /** The number of received bytes. */
  readonly bytes: number;
  /** True if the input has ended. */
  readonly isEnded: boolean;
  /** Reads until a goal is reached or the input ends. Rejects if the signal aborts, and with `too-large`. */
  fill(goal: SpoolGoal): Promise<void>;
  /** Copies received bytes from `position` on into `target`, and returns their number. */
  read(target: Uint8Array, position: number): Promise<number>;
  /** Releases everything and closes the input, which stops its writer. */
  close(): Promise<void>;
}

/** The source of the bytes: a stream of Node.js. */
export interface SpoolInput extends AsyncIterable<Uint8Array> {
  /** Closes it at once, which stops its writer. */
  destroy(): unknown;
}

/** The options of a spool. */
export interface SpoolOptions {
  readonly input: SpoolInput;
  readonly signal: StopSignal;
  readonly store?: Store;
  /** Maximum size of the input, in bytes. Default: 16 GiB. */
  readonly maxBytes?: number;
  /** Called from time to time with the number of received bytes. */
  readonly onFilled?: (bytes: number) => void;
}

/** Enough for any log, and small enough for the disk of a developer. */
const maxSpoolBytes = 16 * 1024 ** 3;

const lineFeed = 0x0a;

/** Creates a spool, without reading yet. */
export function createSpool(options: SpoolOptions): Spool {
  const { input, signal, store = createStore(), maxBytes = maxSpoolBytes, onFilled } = options;
  const chunks = input[Symbol.asyncIterator]();
  let lines = 0;
  let isEnded = false;
  const take = async (): Promise<void> => {
    const chunk = await orAbort(chunks.next(), signal);
    if (chunk.done === true) {
      isEnded = true;
      return;
    }
    if (store.bytes + chunk.value.length > maxBytes) throw tooLarge(maxBytes);
    await store.append(chunk.value);
    lines += countLineFeeds(chunk.value);
    onFilled?.(store.bytes);
  };
  return {
    get bytes() {
      return store.bytes;
    },
    get isEnded() {
      return isEnded;
    },
    async fill(goal) {
      while (!isEnded && store.bytes < goal.bytes && lines < goal.lines) await take();
    },
    read: (target, position) => store.read(target, position),
    async close() {
      // The iterator's `return` would wait for a chunk that may never arrive.
      input.destroy();
      await store.close();
    },
  };
}

/** Rejects if the signal aborts before the promise settles. */
async function orAbort<Value>(promise: Promise<Value>, signal: StopSignal): Promise<Value> {
  let listener: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    listener = () => reject(new ReadError("aborted", "The read was aborted by its caller."));
    signal.addEventListener("abort", listener, { once: true });
    if (signal.aborted) listener();
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    if (listener !== undefined) signal.removeEventListener("abort", listener);
  }
}

function countLineFeeds(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, at + 1)) count += 1;
  return count;
}

function tooLarge(limit: number): ReadError {
  return new ReadError("too-large", `Standard input has more than ${limit} bytes.`, {
    hint: "Write it to a file, and read that file.",
    details: { limit: { name: "maxSpoolBytes", value: limit } },
  });
}

/** An append-only sequence of bytes. */
interface Store {
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
