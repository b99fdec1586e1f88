// Taken before the doors are locked, and without an import, as all of Node's own that a child starts with.
const { Worker } = process.getBuiltinModule("node:worker_threads");

/** The number of the descriptor on which the watching thread tells why it kills. */
export const verdictDescriptor = 4;

/** Watches over the steps of documents. */
export interface Watchdog {
  /** A step begins; it must end in so many milliseconds. */
  begin(document: number, killAfterMs: number): void;
  /** The step is done. */
  end(document: number): void;
}

/** Starts the watching thread. It runs beside whatever comes next, also beside code that never waits. */
export function startWatchdog(maxMemoryBytes: number): Watchdog {
  const busy = new Int32Array(new SharedArrayBuffer(4));
  const deadline = new BigInt64Array(new SharedArrayBuffer(8));
  const workerData: WatchOrders = { busy, deadline, maxMemoryBytes, parentId: process.ppid, verdictDescriptor };
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

/** The earliest end of the steps under way is the deadline. */
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

/** What the watching thread is told when it starts. */
interface WatchOrders {
  /** Index 0: 1 while a handler works. */
  readonly busy: Int32Array;
  /** Index 0: when the work must be done, in nanoseconds of `process.hrtime`; 0 where nothing is under way. */
  readonly deadline: BigInt64Array;
  readonly maxMemoryBytes: number;
  readonly parentId: number;
  /** Where to write why the process is killed. */
  readonly verdictDescriptor: number;
}

/**
 * The watching thread: kills its process when its memory or time is used up or its parent is gone, whatever the main
 * thread does meanwhile. It is started from its own text, because a thread starts twice as quickly without a module;
 * so it may use nothing from outside.
 */
function watch({ busy, deadline, maxMemoryBytes, parentId, verdictDescriptor }: WatchOrders): void {
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
  // The parent may go on without the thread of it that started this process: then even nothing cannot be written.
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
