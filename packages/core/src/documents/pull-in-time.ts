import { ReadError } from "../contract/errors.ts";
import type { StopSignal } from "../contract/stop-signal.ts";

/** How long one read may wait for a handler. */
export interface PullLimits {
  readonly timeMs: number;
  /** Milliseconds that are left. */
  remainingMs(): number;
  readonly signal: StopSignal | undefined;
  /** Whether nothing costly may be begun any more; it always may where not given. */
  readonly isOver?: () => boolean;
}

/** The next value of an iterator; rejects when the time is over or the caller gives up, even if nothing ever comes. */
export async function pullInTime<Value>(
  iterator: AsyncIterator<Value, void, undefined>,
  limits: PullLimits | undefined,
): Promise<IteratorResult<Value, void>> {
  if (limits === undefined) return iterator.next();
  return inTime(() => iterator.next(), limits);
}

/** What a call comes to; rejects when the time is over or the caller gives up, even if nothing ever comes. */
export async function inTime<Value>(call: () => Promise<Value>, limits: PullLimits): Promise<Value> {
  checkTime(limits);
  const stop = stopSignal(limits);
  try {
    return await Promise.race([call(), stop.rejection]);
  } finally {
    stop.clear();
  }
}

/** Throws when the time is over or the caller has given up, also where no timer had a turn. */
export function checkTime(limits: PullLimits | undefined): void {
  if (limits === undefined) return;
  if (limits.signal?.aborted === true) throw aborted();
  if (limits.remainingMs() <= 0) throw timedOut(limits.timeMs);
}

/** A promise that rejects when the time is over or the signal comes. */
function stopSignal(limits: PullLimits): { readonly rejection: Promise<never>; clear(): void } {
  let clear = (): void => undefined;
  const rejection = new Promise<never>((_, reject) => {
    const onAbort = (): void => reject(aborted());
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = (remainingMs: number): void => {
      timer = setTimeout(check, Math.max(0, remainingMs));
    };
    const check = (): void => {
      // What was waited for elsewhere does not count, so there may be time left.
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
