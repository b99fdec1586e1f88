/** Lets a task start when it is its turn. Rejects with `TooManyCalls` if too many tasks wait already. */
export type Gate = <Result>(task: () => Promise<Result>) => Promise<Result>;

/** How many tasks a gate takes. */
export interface GateLimits {
  readonly maxRunning: number;
  readonly maxWaiting: number;
}

/** So many calls wait that one more was refused. */
export class TooManyCalls extends Error {
  constructor(maxWaiting: number) {
    super(
      `The server is busy: ${maxWaiting} calls wait for their turn already. ` +
        "Wait for their answers, then make this call again.",
    );
  }
}

/**
 * Lets at most `maxRunning` tasks run at once, the others in the order in which they came. The time that a read may take
 * starts with it: of 200 that start together, the last would spend theirs waiting for a process.
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
      // Whoever is next takes this place over.
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
