import { maxTimeMs } from "../options/command-issues.ts";

/** Measures the time spent waiting for a program. The clock stops while the consumer wants no more output. */
export interface Stopwatch {
  /** Rejects when the time is up. */
  wait<Value>(promise: Promise<Value>): Promise<Value>;
}

/** Creates a stopwatch for the total waiting time. `late` creates the error. */
export function createStopwatch(timeMs: number, late: () => Error): Stopwatch {
  let leftMs = timeMs;
  return {
    async wait(promise) {
      const startMs = performance.now();
      try {
        return await inTime(promise, leftMs, late);
      } finally {
        leftMs -= performance.now() - startMs;
      }
    },
  };
}

/** Time reserved for reporting why there was no output. */
const tellingShare = 0.1;

/**
 * Creates a stopwatch for a program limited by the reader's time, which starts anew with each read. Only silence is too
 * long. If there was no output at all, `silent` creates the error just before the reader gives up, because the reader
 * does not know the program's messages.
 */
export function createSilenceWatch(timeMs: number, silent: () => Error, late: () => Error): Stopwatch {
  let isFirst = true;
  return {
    wait(promise) {
      const wait = isFirst ? inTime(promise, timeMs * (1 - tellingShare), silent) : inTime(promise, timeMs, late);
      isFirst = false;
      return wait;
    },
  };
}

async function inTime<Value>(promise: Promise<Value>, timeMs: number, late: () => Error): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), Math.min(Math.max(0, timeMs), maxTimeMs));
  });
  try {
    return await Promise.race([promise, over]);
  } finally {
    clearTimeout(timer);
  }
}
