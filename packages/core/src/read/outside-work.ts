import type { HandlerContext } from "../contract/handler.ts";
import type { Clock } from "../text/lines/deadline.ts";
import { createWaitingClock } from "./waiting-clock.ts";

/** Conversions by other programs, of one document. */
export interface OutsideWork {
  readonly convert: NonNullable<HandlerContext["convert"]>;
  /** Returns the total time that the document has waited for them, in milliseconds. */
  waitedMs(): number;
}

/** Options of the conversions of a document. */
export interface OutsideWorkOptions {
  readonly clock: Clock;
  /** Maximum time of one conversion, in milliseconds. */
  readonly timeMs: number;
  /** Aborted when the document is abandoned. */
  readonly signal: AbortSignal;
}

/** Measures and limits the time of conversions by other programs. */
export function createOutsideWork({ clock, timeMs, signal }: OutsideWorkOptions): OutsideWork {
  const waiting = createWaitingClock(clock);
  return {
    waitedMs: () => waiting.waitedMs(),
    async convert(work) {
      signal.throwIfAborted();
      const abort = new AbortController();
      const onAbort = (): void => abort.abort(signal.reason);
      const timer = setTimeout(() => abort.abort(), timeMs);
      signal.addEventListener("abort", onAbort, { once: true });
      try {
        return await waiting.during(() => work(abort.signal));
      } finally {
        clearTimeout(timer);
        signal.removeEventListener("abort", onAbort);
      }
    },
  };
}
