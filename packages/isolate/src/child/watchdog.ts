import { watch, type WatchOrders } from "./watch.ts";

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
