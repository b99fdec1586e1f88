/** Lets a task start when it is its turn. */
export type Gate = <Result>(task: () => Promise<Result>) => Promise<Result>;

/**
 * Lets at most `maxRunning` tasks run at once, the others in the order in which they came. The time that a read may take
 * starts with it: of 200 that start together, the last would spend theirs waiting for a process.
 */
export function createGate(maxRunning: number): Gate {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running < maxRunning) running += 1;
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
