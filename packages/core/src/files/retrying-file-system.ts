import { blockingFileSystem, isBlocking } from "./bounded-file-system.ts";
import type { DirectoryEntry, DirectoryHandle, FileHandle, FileSystem } from "./file-system.ts";

/** The codes for too many open files: of the process, and of the whole system. */
const shortages: ReadonlySet<unknown> = new Set(["EMFILE", "ENFILE"]);

/** How long an open waits for a descriptor. */
const maxWaitMs = 3000;

/** How long it waits between two tries if no file is closed meanwhile. */
const tickMs = 25;

/** Tries after something was ended: its descriptors are closed a moment later. */
const triesAfterFreeing = 8;

/**
 * A file system that waits if too many files are open. `free` ends what only makes later reads quicker, such as idle
 * processes, and returns whether there was any. An open fails at once if nothing can be freed and no file is open.
 */
export function retryingFileSystem(fileSystem: FileSystem, free: () => Promise<boolean>): FileSystem {
  const open = createOpenHandles();
  const insist = async <Value>(call: () => Promise<Value>): Promise<Value> => {
    const beganMs = performance.now();
    for (let hope = 0; ; hope -= 1) {
      // What is closed while the call fails is worth another try.
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
    // One by one: the file system may be an object of a class, whose methods a spread leaves out.
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
  // Its own waits are short.
  return isBlocking(fileSystem) ? blockingFileSystem(patient) : patient;
}

function isShortage(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && shortages.has(cause.code);
}

/** The handles that are open by this file system. */
interface OpenHandles {
  count(): number;
  /** Closes a handle that is counted from now on until then. */
  closing(handle: Closable): () => Promise<void>;
  /** Resolves when a handle is closed, or a moment later. */
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

/** To list an open directory takes another descriptor on some systems. */
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

/** A directory is opened when its first entry is asked for. */
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
