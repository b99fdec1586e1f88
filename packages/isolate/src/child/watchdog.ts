// Taken before the process is hardened. `getBuiltinModule` is faster than an import.
const { Worker } = process.getBuiltinModule("node:worker_threads");

/** File descriptor on which the watchdog thread reports why it kills. */
export const verdictDescriptor = 4;

/** Limits the time of document steps. */
export interface Watchdog {
  /** Starts a step that must end within `killAfterMs`. */
  begin(document: number, killAfterMs: number): void;
  /** Ends the step. */
  end(document: number): void;
}

/** Starts the watchdog thread, which also runs while the main thread never yields. */
export function startWatchdog(maxMemoryBytes: number): Watchdog {
  const busy = new Int32Array(new SharedArrayBuffer(4));
  const deadline = new BigInt64Array(new SharedArrayBuffer(8));
  const workerData: WatchOptions = { busy, deadline, maxMemoryBytes, parentId: process.ppid, verdictDescriptor };
  const worker = new Worker(`(${watch.toString()})(require("node:worker_threads").workerData)`, {
    eval: true,
    workerData,
    env: {},
    execArgv: [],
    stdin: false,
    trackUnmanagedFds: false,
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2, codeRangeSizeMb: 4, stackSizeMb: 1 },
  });
  worker.unref();
  return createClock(busy, deadline);
}

/**
 * Publishes the earliest deadline of all running steps. Wakes the thread only if it has gone idle: most steps take less
 * time than to wake it, and a document may have thousands.
 */
function createClock(busy: Int32Array, deadline: BigInt64Array): Watchdog {
  const ends = new Map<number, bigint>();
  const publish = (): void => {
    let earliest = 0n;
    for (const end of ends.values()) if (earliest === 0n || end < earliest) earliest = end;
    Atomics.store(deadline, 0, earliest);
  };
  return {
    begin(document, killAfterMs) {
      ends.set(document, process.hrtime.bigint() + BigInt(Math.round(killAfterMs)) * 1_000_000n);
      publish();
      if (Atomics.exchange(busy, 0, 1) === 0) Atomics.notify(busy, 0);
    },
    end(document) {
      ends.delete(document);
      publish();
    },
  };
}

/** The parameters of the watchdog thread. */
interface WatchOptions {
  /** Index 0: 1 while a handler works, and until the thread sees that it does not. */
  readonly busy: Int32Array;
  /** Index 0: the deadline in nanoseconds of `process.hrtime`, or 0 if no step is running. */
  readonly deadline: BigInt64Array;
  readonly maxMemoryBytes: number;
  readonly parentId: number;
  /** File descriptor for the reason of a kill. */
  readonly verdictDescriptor: number;
}

/**
 * The watchdog thread. Kills the process when it exceeds its memory or time or its parent is gone. It is started from
 * its own source text, because a thread without a module starts twice as fast, so it must not use anything outside this
 * function.
 */
function watch({ busy, deadline, maxMemoryBytes, parentId, verdictDescriptor }: WatchOptions): void {
  const { writeSync } = process.getBuiltinModule("node:fs");
  const nothing = new Uint8Array();
  const busyTickMs = 20;
  const idleTickMs = 250;

  const findFault = (): string | undefined => {
    const rss = process.memoryUsage.rss();
    if (rss > maxMemoryBytes) return `memory ${rss}`;
    const end = Atomics.load(deadline, 0);
    if (end !== 0n && process.hrtime.bigint() > end) return "time";
    return isOrphan() || isUnheard() ? "orphan" : undefined;
  };
  // The parent's thread that started this process may be gone while the parent lives on. Then even an empty write
  // fails.
  const isUnheard = (): boolean => {
    try {
      writeSync(verdictDescriptor, nothing);
      return false;
    } catch (error) {
      return error instanceof Error && "code" in error && error.code === "EPIPE";
    }
  };
  const isOrphan = (): boolean => {
    if (process.platform !== "win32") return process.ppid !== parentId;
    try {
      return !process.kill(parentId, 0);
    } catch {
      return true;
    }
  };
  // A step that begins meanwhile has either published its deadline before the second look, or finds 0 and wakes this
  // thread.
  const goIdle = (): void => {
    Atomics.store(busy, 0, 0);
    if (Atomics.load(deadline, 0) !== 0n) Atomics.store(busy, 0, 1);
  };
  for (;;) {
    const isBusy = Atomics.load(busy, 0) === 1;
    Atomics.wait(busy, 0, isBusy ? 1 : 0, isBusy ? busyTickMs : idleTickMs);
    if (isBusy && Atomics.load(deadline, 0) === 0n) goIdle();
    const fault = findFault();
    if (fault === undefined) continue;
    try {
      writeSync(verdictDescriptor, fault);
    } finally {
      process.kill(process.pid, "SIGKILL");
    }
  }
}
