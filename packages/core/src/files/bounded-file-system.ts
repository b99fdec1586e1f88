import { ReadError } from "../contract/errors.ts";
import type { StopSignal } from "../contract/stop-signal.ts";
import type { DirectoryEntry, DirectoryHandle, FileHandle, FileSystem } from "./file-system.ts";

/** Limits on the calls to a file system. */
export interface FileSystemBounds {
  /** Maximum time of one call, in milliseconds. */
  readonly timeMs: number;
  /** Aborts the pending calls. */
  readonly signal?: StopSignal | undefined;
}

/** File systems whose calls block this thread until they complete, so that no timer could end them. */
const blocking = new WeakSet<FileSystem>();

/** Marks a file system whose calls block this thread. A copy with other calls is not marked, because those may wait. */
export function blockingFileSystem(fileSystem: FileSystem): FileSystem {
  blocking.add(fileSystem);
  return fileSystem;
}

/** True if the calls of a file system block this thread. */
export function isBlocking(fileSystem: FileSystem): boolean {
  return blocking.has(fileSystem);
}

/** A file system whose calls all settle in limited time. */
export interface BoundedFileSystem extends FileSystem {
  /** Stops listening to the signal: files that stay open do not belong to its caller. */
  release(): void;
}

/**
 * Wraps a file system so that no call waits forever, for example for a dead network drive. A call rejects with
 * `timed-out` when its time is over, and with `aborted` when the caller aborts. After that every further call rejects
 * at once, and closing no longer waits. Returns `undefined` if the calls block this thread, because they cannot be
 * bounded.
 */
export function boundFileSystem(fileSystem: FileSystem, bounds: FileSystemBounds): BoundedFileSystem | undefined {
  if (blocking.has(fileSystem)) return undefined;
  const watch = watchCalls(bounds);
  const { within } = watch;
  return {
    platform: fileSystem.platform,
    path: fileSystem.path,
    get workingDirectory() {
      return fileSystem.workingDirectory;
    },
    get homeDirectory() {
      return fileSystem.homeDirectory;
    },
    realPath: (path) => within(() => fileSystem.realPath(path)),
    stat: (path) => within(() => fileSystem.stat(path)),
    linkStat: (path) => within(() => fileSystem.linkStat(path)),
    open: async (path) => boundFile(await watch.opening(() => fileSystem.open(path)), watch),
    openDirectory: async (path) => boundDirectory(await watch.opening(() => fileSystem.openDirectory(path)), watch),
    release: () => watch.release(),
  };
}

function boundFile(handle: FileHandle, { within, closing }: CallWatch): FileHandle {
  return {
    stat: () => within(() => handle.stat()),
    read: (target, position) => within(() => handle.read(target, position)),
    realPath: () => within(() => handle.realPath()),
    close: () => closing(handle),
  };
}

function boundDirectory(handle: DirectoryHandle, { within, closing }: CallWatch): DirectoryHandle {
  return {
    stat: () => within(() => handle.stat()),
    realPath: () => within(() => handle.realPath()),
    linkStat: (name) => within(() => handle.linkStat(name)),
    readLink: (name) => within(() => handle.readLink(name)),
    async *list(): AsyncGenerator<DirectoryEntry> {
      const entries = handle.list()[Symbol.asyncIterator]();
      let isDone = false;
      try {
        for (;;) {
          const next = await within(() => entries.next());
          isDone = next.done === true;
          if (next.done === true) return;
          yield next.value;
        }
      } finally {
        // A pending iterator ends only after its pending call settles, so this does not wait for it.
        if (!isDone) void entries.return?.().catch(() => undefined);
      }
    },
    close: () => closing(handle),
  };
}

interface CallWatch {
  /** Returns the result of a call, within the limits. */
  readonly within: <Value>(call: () => Promise<Value>) => Promise<Value>;
  /** Opens a handle within the limits, and closes it if it is opened too late. */
  readonly opening: <Handle extends Closable>(call: () => Promise<Handle>) => Promise<Handle>;
  readonly closing: (handle: Closable) => Promise<void>;
  readonly release: () => void;
}

type Closable = Pick<FileHandle, "close">;

interface Pending {
  /** Deadline of the call in milliseconds, on the clock of `performance.now`. */
  readonly endMs: number;
  readonly reject: (reason: ReadError) => void;
}

/** Maximum delay of a Node.js timer, in milliseconds. */
const maxTimerMs = 2 ** 31 - 1;

function watchCalls({ timeMs, signal }: FileSystemBounds): CallWatch {
  const pending = new Set<Pending>();
  let fault: ReadError | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isReleased = false;
  const stopTimer = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  const endAll = (reason: ReadError): void => {
    fault = reason;
    for (const { reject } of pending) reject(reason);
    pending.clear();
    stopTimer();
  };
  const check = (): void => {
    timer = undefined;
    // Calls are kept in the order in which they began.
    const [oldest] = pending;
    if (oldest === undefined) return;
    const leftMs = oldest.endMs - performance.now();
    if (leftMs <= 0) endAll(stalled(timeMs));
    else startTimer(leftMs);
  };
  const startTimer = (afterMs: number): void => {
    timer ??= setTimeout(check, Math.min(afterMs, maxTimerMs));
  };
  const onAbort = (): void => endAll(new ReadError("aborted", "The read was aborted by its caller."));
  signal?.addEventListener("abort", onAbort, { once: true });
  const within = <Value>(call: () => Promise<Value>): Promise<Value> => {
    if (!isReleased && signal?.aborted === true) onAbort();
    if (fault !== undefined) return Promise.reject(fault);
    return new Promise((resolve, reject) => {
      const entry: Pending = { endMs: performance.now() + timeMs, reject };
      const done = (): void => {
        pending.delete(entry);
        // Before the release, the next call will need the timer again.
        if (isReleased && pending.size === 0) stopTimer();
      };
      pending.add(entry);
      startTimer(timeMs);
      void call().then(resolve, reject).finally(done);
    });
  };
  return {
    within,
    async opening(call) {
      // A handle that is opened too late has no other owner to close it.
      const late = (handle: Closable): void => (fault === undefined ? undefined : closeLater(handle));
      return within(() => call().then((handle) => (late(handle), handle)));
    },
    closing: async (handle) => (fault === undefined ? within(() => handle.close()) : closeLater(handle)),
    release() {
      isReleased = true;
      if (pending.size === 0) stopTimer();
      signal?.removeEventListener("abort", onAbort);
    },
  };
}

/** Closes a handle without waiting for it. */
function closeLater(handle: Closable): void {
  handle.close().catch(() => undefined);
}

function stalled(timeMs: number): ReadError {
  return new ReadError("timed-out", `The file system did not answer within ${timeMs} ms.`, {
    hint: "Send the same request again later, or read a file on another drive.",
    details: { limit: { name: "time", value: timeMs } },
  });
}
