import { ReadError } from "../contract/errors.ts";
import type { StopSignal } from "../contract/stop-signal.ts";

/** Limits on how long one read waits for a handler. */
export interface PullLimits {
  readonly timeMs: number;
  /** Returns the milliseconds left. */
  remainingMs(): number;
  readonly signal: StopSignal | undefined;
  /** Returns true once no costly work may start any more. If absent, costly work may always start. */
  readonly isOver?: () => boolean;
}

/**
 * Returns the next value of an iterator. Rejects when the time is over or the caller aborts, even if the iterator
 * hangs.
 */
export async function pullInTime<Value>(
  iterator: AsyncIterator<Value, void, undefined>,
  limits: PullLimits | undefined,
): Promise<IteratorResult<Value, void>> {
  if (limits === undefined) return iterator.next();
  return inTime(() => iterator.next(), limits);
}

/** Returns the result of a call. Rejects when the time is over or the caller aborts, even if the call hangs. */
export async function inTime<Value>(call: () => Promise<Value>, limits: PullLimits): Promise<Value> {
  checkTime(limits);
  const stop = stopSignal(limits);
  try {
    return await Promise.race([call(), stop.rejection]);
  } finally {
    stop.clear();
  }
}

/** Throws if the time is over or the caller has aborted, even if no timer could fire. */
export function checkTime(limits: PullLimits | undefined): void {
  if (limits === undefined) return;
  if (limits.signal?.aborted === true) throw aborted();
  if (limits.remainingMs() <= 0) throw timedOut(limits.timeMs);
}

/** Creates a promise that rejects when the time is over or the signal is aborted. */
function stopSignal(limits: PullLimits): { readonly rejection: Promise<never>; clear(): void } {
  let clear = (): void => undefined;
  const rejection = new Promise<never>((_, reject) => {
    const onAbort = (): void => reject(aborted());
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = (remainingMs: number): void => {
      timer = setTimeout(check, Math.max(0, remainingMs));
    };
    const check = (): void => {
      // Time spent waiting elsewhere does not count, so there may be time left.
      const remainingMs = limits.remainingMs();
      if (remainingMs > 0) wait(remainingMs);
      else reject(timedOut(limits.timeMs));
    };
    wait(limits.remainingMs());
    limits.signal?.addEventListener("abort", onAbort, { once: true });
    clear = () => {
      clearTimeout(timer);
      limits.signal?.removeEventListener("abort", onAbort);
    };
  });
  return { rejection, clear: () => clear() };
}

function aborted(): ReadError {
  return new ReadError("aborted", "The read was aborted by its caller.");
}

function timedOut(timeMs: number): ReadError {
  return new ReadError("timed-out", `The document took longer than ${timeMs} ms to read.`, {
    details: { limit: { name: "documentTimeMs", value: timeMs } },
  });
}

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
