import { blockingFileSystem, isBlocking } from "./bounded-file-system.ts";
import type { DirectoryEntry, DirectoryHandle, FileHandle, FileSystem } from "./file-system.ts";
import type { StopSignal } from "../contract/stop-signal.ts";

/** Error codes for too many open files: in the process and in the whole system. */
const shortages: ReadonlySet<unknown> = new Set(["EMFILE", "ENFILE"]);

/** Maximum time that an open waits for a descriptor, in milliseconds. */
const maxWaitMs = 3000;

/** Time between two attempts if no file is closed in between, in milliseconds. */
const tickMs = 25;

/** Attempts after resources were freed, because their descriptors are closed a moment later. */
const triesAfterFreeing = 8;

/**
 * Wraps a file system to wait if too many files are open. `free` releases resources that only speed up later reads,
 * such as idle processes, and returns whether there were any. An open fails at once if nothing can be freed and no file
 * is open.
 */
export function retryingFileSystem(fileSystem: FileSystem, free: () => Promise<boolean>): FileSystem {
  const open = createOpenHandles();
  const insist = async <Value>(call: () => Promise<Value>): Promise<Value> => {
    const beganMs = performance.now();
    for (let hope = 0; ; hope -= 1) {
      // A file that is closed while the call fails is a reason to try again.
      const hasOpen = open.count() > 0;
      try {
        return await call();
      } catch (cause) {
        if (!isShortage(cause) || performance.now() - beganMs > maxWaitMs) throw cause;
        if (await free()) hope = triesAfterFreeing;
        if (hope <= 0 && !hasOpen) throw cause;
        await open.nextClosing();
      }
    }
  };
  const patient: FileSystem = {
    // Copied one by one: the file system may be a class instance, and a spread would omit its methods.
    platform: fileSystem.platform,
    path: fileSystem.path,
    realPath: (path) => fileSystem.realPath(path),
    stat: (path) => fileSystem.stat(path),
    linkStat: (path) => fileSystem.linkStat(path),
    get workingDirectory() {
      return fileSystem.workingDirectory;
    },
    get homeDirectory() {
      return fileSystem.homeDirectory;
    },
    open: (path) => insist(async () => countedFile(await fileSystem.open(path), open)),
    openDirectory: (path) =>
      insist(async () => countedDirectory(await fileSystem.openDirectory(path), { open, insist })),
  };
  // Waits of this wrapper are short, so the mark still applies.
  return isBlocking(fileSystem) ? blockingFileSystem(patient) : patient;
}

function isShortage(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && shortages.has(cause.code);
}

/** Tracks the handles that are open. */
interface OpenHandles {
  count(): number;
  /** Counts a handle and returns a function that closes it and stops counting it. */
  closing(handle: Closable): () => Promise<void>;
  /** Resolves when a handle is closed, or after a short wait. */
  nextClosing(): Promise<void>;
}

interface Closable {
  close(): Promise<void>;
}

function createOpenHandles(): OpenHandles {
  const waiting = new Set<() => void>();
  const handles = new Set<Closable>();
  return {
    count: () => handles.size,
    closing(handle) {
      handles.add(handle);
      return async () => {
        try {
          await handle.close();
        } finally {
          handles.delete(handle);
          for (const wake of waiting) wake();
        }
      };
    },
    nextClosing: () =>
      new Promise((resolve) => {
        const wake = (): void => {
          clearTimeout(timer);
          waiting.delete(wake);
          resolve();
        };
        const timer = setTimeout(wake, tickMs);
        waiting.add(wake);
      }),
  };
}

function countedFile(handle: FileHandle, open: OpenHandles): FileHandle {
  return {
    stat: () => handle.stat(),
    read: (target, position) => handle.read(target, position),
    realPath: () => handle.realPath(),
    close: open.closing(handle),
  };
}

interface DirectoryParts {
  readonly open: OpenHandles;
  readonly insist: <Value>(call: () => Promise<Value>) => Promise<Value>;
}

/** Wraps a directory handle. On some systems, listing an open directory takes another descriptor. */
function countedDirectory(handle: DirectoryHandle, { open, insist }: DirectoryParts): DirectoryHandle {
  return {
    stat: () => handle.stat(),
    realPath: () => handle.realPath(),
    linkStat: (name) => handle.linkStat(name),
    readLink: (name) => handle.readLink(name),
    list: () => beginningWith(() => insist(() => begin(handle.list()))),
    close: open.closing(handle),
  };
}

interface Begun {
  readonly entries: AsyncIterator<DirectoryEntry>;
  readonly step: IteratorResult<DirectoryEntry>;
}

/** Starts a listing. A directory is opened when its first entry is requested. */
async function begin(list: AsyncIterable<DirectoryEntry>): Promise<Begun> {
  const entries = list[Symbol.asyncIterator]();
  return { entries, step: await entries.next() };
}

async function* beginningWith(start: () => Promise<Begun>): AsyncGenerator<DirectoryEntry> {
  const { entries, step: first } = await start();
  try {
    for (let step = first; step.done !== true; step = await entries.next()) yield step.value;
  } finally {
    await entries.return?.();
  }
}

/**
 * Number of open files that a program needs besides those it reads: its own, modules, and pipes to handler processes.
 */
const reservedDescriptors = 40;

/** Descriptors for each read: it opens its file, and sometimes opens it again for the outline. */
const descriptorsPerRead = 2;

/** Maximum time without the end of any read before a waiting read starts anyway, in milliseconds. */
const maxTurnWaitMs = 10_000;

/** Limits the number of concurrent reads. */
interface DescriptorGate {
  /** Runs a read when it is its turn, or at once if the signal is aborted. */
  run<Value>(read: () => Promise<Value>, signal?: StopSignal): Promise<Value>;
}

/** Creates a gate for `findMaxReads()` concurrent reads. The function is first called when two reads overlap. */
export function createDescriptorGate(findMaxReads: () => number): DescriptorGate {
  const waiting = new Set<() => void>();
  let maxReads: number | undefined;
  let running = 0;
  let lastEndMs = 0;
  const hasRoom = (): boolean => running === 0 || running < (maxReads ??= findMaxReads());
  const waitForTurn = async (signal: StopSignal | undefined): Promise<void> => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let enter = (): void => undefined;
    const beganMs = performance.now();
    await new Promise<void>((resolve) => {
      enter = () => {
        waiting.delete(enter);
        running += 1;
        resolve();
      };
      const look = (): void => {
        const idleMs = performance.now() - Math.max(beganMs, lastEndMs);
        if (idleMs >= maxTurnWaitMs) enter();
        else timer = setTimeout(look, maxTurnWaitMs - idleMs);
      };
      waiting.add(enter);
      signal?.addEventListener("abort", enter, { once: true });
      look();
    });
    clearTimeout(timer);
    signal?.removeEventListener("abort", enter);
  };
  return {
    async run(read, signal) {
      if (hasRoom() || signal?.aborted === true) running += 1;
      else await waitForTurn(signal);
      try {
        return await read();
      } finally {
        running -= 1;
        lastEndMs = performance.now();
        const [next] = waiting;
        if (next !== undefined && hasRoom()) next();
      }
    },
  };
}

/** The gate of this process, shared by all readers. */
export const processGate: DescriptorGate = createDescriptorGate(() => maxReadsFor(descriptorLimit()));

/** True if this process can keep files open between two reads: its limit of open files is not unusually low. */
export function hasSpareDescriptors(): boolean {
  return descriptorLimit() >= 2 * reservedDescriptors;
}

/** Returns how many concurrent reads fit a limit of open files; at least one. */
export function maxReadsFor(descriptorLimit: number): number {
  return Math.max(1, Math.floor((descriptorLimit - reservedDescriptors) / descriptorsPerRead));
}

let knownLimit: number | undefined;

/** Returns this process's limit of open files, which Node.js raises only at startup. */
function descriptorLimit(): number {
  return (knownLimit ??= findDescriptorLimit());
}

/** Returns `Infinity` on systems without a cheap way to query the limit. */
function findDescriptorLimit(): number {
  if (process.platform !== "linux") return Number.POSITIVE_INFINITY;
  try {
    const limits = process.getBuiltinModule("node:fs").readFileSync("/proc/self/limits", "utf8");
    const soft = /^Max open files\s+(\d+)/m.exec(limits)?.[1];
    return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
