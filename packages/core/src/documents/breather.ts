/** Milliseconds of work after which timers and input get their turn. */
const maxBusyMs = 25;

/**
 * Gives a function to await between pieces of work: now and then it lets the event loop turn, without which no abort
 * signal and no time limit could ever reach work that never waits. Where it is given a signal that was aborted, it
 * throws the reason.
 */
export function createBreather(signal?: AbortSignal): () => Promise<void> {
  let since = performance.now();
  return async () => {
    signal?.throwIfAborted();
    if (performance.now() - since < maxBusyMs) return;
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    since = performance.now();
    signal?.throwIfAborted();
  };
}
