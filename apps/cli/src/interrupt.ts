import type { StopSignal } from "@reader/core";

/**
 * A signal that the first Ctrl-C aborts, so that the program ends by itself, with everything let go. A second one ends
 * it at once, as if nobody listened. Not an `AbortSignal`, which takes every start half a millisecond to load.
 */
export function interruptSignal(): StopSignal {
  const listeners = new Set<() => void>();
  let aborted = false;
  process.once("SIGINT", () => {
    aborted = true;
    for (const listener of listeners) listener();
  });
  return {
    get aborted() {
      return aborted;
    },
    addEventListener: (_, listener) => void listeners.add(listener),
    removeEventListener: (_, listener) => void listeners.delete(listener),
  };
}
