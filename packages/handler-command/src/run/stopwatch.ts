import { maxTimeMs } from "../options/command-issues.ts";

/** Measures the time spent waiting for a program. The clock stops while the consumer wants no more output. */
export interface Stopwatch {
  /** Rejects when the time is over. */
  wait<Value>(promise: Promise<Value>): Promise<Value>;
}

/** A stopwatch with so much time for all waiting together; `late` makes the error for more. */
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

/** Of the time of a document, what is left for telling why nothing came. */
const tellingShare = 0.1;

/**
 * A stopwatch for a program whose time is the reader's, which each read has anew: only a silence is too long. Where nothing
 * has come at all, `silent` makes the error just before the reader gives up, which does not know what the program said.
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
