/** Maximum time between two turns of the event loop, in milliseconds. */
const maxBusyMs = 25;

/**
 * Creates a function to await between steps of synchronous work. It yields to the event loop every 25 ms, so that
 * timers and abort signals work. Throws the reason of `signal` if it is aborted.
 */
export function createYielder(signal?: AbortSignal): () => Promise<void> {
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
