/** Tracks whether a read waits for a handler, so that the handler does no costly work ahead of demand. */
export interface Demand {
  /** Marks the start of a wait. `isOver` returns true once no costly work may start any more. */
  begin(isOver: () => boolean): void;
  /** Marks the end of the wait. */
  end(): void;
  /**
   * Resolves as soon as a read waits, with true if it is too late for costly work. Rejects when the signal is aborted.
   */
  awaited(signal: AbortSignal): Promise<boolean>;
}

/** Creates a demand without a waiting read. */
export function createDemand(): Demand {
  let isOver: (() => boolean) | undefined;
  let wake = (): void => undefined;
  let waiting: Promise<void> | undefined;
  return {
    begin(next) {
      isOver = next;
      waiting = undefined;
      wake();
    },
    end() {
      isOver = undefined;
    },
    async awaited(signal) {
      while (isOver === undefined) {
        waiting ??= new Promise((resolve) => (wake = resolve));
        await Promise.race([waiting, aborted(signal)]);
        signal.throwIfAborted();
      }
      return isOver();
    },
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
