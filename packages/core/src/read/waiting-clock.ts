import type { Clock } from "../text/lines/deadline.ts";

/** Measures how long a document waits for other work, of which several pieces may run at once. */
export interface WaitingClock {
  /** Returns the total time so far, in milliseconds. */
  waitedMs(): number;
  /** Runs a piece of work and counts its time. */
  during<Value>(work: () => Promise<Value>): Promise<Value>;
}

/** Creates a clock at zero. */
export function createWaitingClock(clock: Clock): WaitingClock {
  let open = 0;
  let since = 0;
  let waited = 0;
  return {
    waitedMs: () => waited + (open > 0 ? clock() - since : 0),
    async during(work) {
      if (open === 0) since = clock();
      open += 1;
      try {
        return await work();
      } finally {
        open -= 1;
        if (open === 0) waited += clock() - since;
      }
    },
  };
}
