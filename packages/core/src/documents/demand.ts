/** Whether anybody waits for what a handler does: what is costly is not done ahead. */
export interface Demand {
  /** Somebody waits from now on; `isOver` tells whether nothing costly may be begun any more. */
  begin(isOver: () => boolean): void;
  /** Nobody waits any more. */
  end(): void;
  /** Resolves as soon as somebody waits, to whether it is too late; rejects when the signal comes. */
  awaited(signal: AbortSignal): Promise<boolean>;
}

/** Nobody waits yet. */
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
