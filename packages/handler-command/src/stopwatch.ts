import { maxTimeMs } from "./command-issues.ts";

/** Measures the time that a program is waited for: while nobody wants more of it, it may rest. */
export interface Stopwatch {
  /** Rejects when the time of all waiting together is over. */
  wait<Value>(promise: Promise<Value>): Promise<Value>;
}

/** A stopwatch with so much time; `late` makes the error for more. */
export function createStopwatch(timeMs: number, late: () => Error): Stopwatch {
  let leftMs = timeMs;
  return {
    async wait(promise) {
      const startMs = performance.now();
      let timer: ReturnType<typeof setTimeout> | undefined;
      const over = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(late()), Math.min(Math.max(0, leftMs), maxTimeMs));
      });
      try {
        return await Promise.race([promise, over]);
      } finally {
        clearTimeout(timer);
        leftMs -= performance.now() - startMs;
      }
    },
  };
}
