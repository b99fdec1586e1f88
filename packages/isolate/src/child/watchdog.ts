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

/** Publishes the earliest deadline of all running steps. */
function createClock(busy: Int32Array, deadline: BigInt64Array): Watchdog {
  const ends = new Map<number, bigint>();
  const publish = (): void => {
    let earliest = 0n;
    for (const end of ends.values()) if (earliest === 0n || end < earliest) earliest = end;
    Atomics.store(deadline, 0, earliest);
    Atomics.store(busy, 0, ends.size > 0 ? 1 : 0);
    if (ends.size === 1) Atomics.notify(busy, 0);
  };
  return {
    begin(document, killAfterMs) {
      ends.set(document, process.hrtime.bigint() + BigInt(Math.round(killAfterMs)) * 1_000_000n);
      publish();
    },
    end(document) {
      ends.delete(document);
      publish();
    },
  };
}

/** The parameters of the watchdog thread. */
interface WatchOptions {
  /** Index 0: 1 while a handler works. */
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
  for (;;) {
    const isBusy = Atomics.load(busy, 0) === 1;
    Atomics.wait(busy, 0, isBusy ? 1 : 0, isBusy ? busyTickMs : idleTickMs);
    const fault = findFault();
    if (fault === undefined) continue;
    try {
      writeSync(verdictDescriptor, fault);
    } finally {
      process.kill(process.pid, "SIGKILL");
    }
  }
}
