/** Runs a task when a slot is free. Rejects with `TooManyCalls` if too many tasks are waiting. */
export type Gate = <Result>(task: () => Promise<Result>) => Promise<Result>;

/** How many tasks a gate accepts. */
export interface GateLimits {
  readonly maxRunning: number;
  readonly maxWaiting: number;
}

/** A call was refused because too many calls are waiting. */
export class TooManyCalls extends Error {
  constructor(maxWaiting: number) {
    super(
      `The server is busy: ${maxWaiting} calls are already waiting. ` +
        "Wait for their answers, then make this call again.",
    );
  }
}

/**
 * Runs at most `maxRunning` tasks at once; the others wait in order. The time limit of a read starts with the read, so of
 * 200 reads that start together the last would time out while they wait for a process.
 */
export function createGate({ maxRunning, maxWaiting }: GateLimits): Gate {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running < maxRunning) running += 1;
    else if (waiting.length >= maxWaiting) throw new TooManyCalls(maxWaiting);
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      // The next task takes over this slot.
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
