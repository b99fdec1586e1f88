import { ReadError } from "../../contract/errors.ts";
import type { StopSignal } from "../../contract/stop-signal.ts";

/** Milliseconds from any fixed moment; injected so that tests own the time. */
export type Clock = () => number;

/** The end of a read's time, and the caller's right to give up before it. */
export interface Deadline {
  readonly timeMs: number;
  elapsedMs(): number;
  /** Throws `timed-out` or `aborted` when it is time to stop; called between pieces of work of a millisecond or so. */
  check(): void;
}

/** Starts the time of one read. */
export function startDeadline(timeMs: number, clock: Clock, signal?: StopSignal): Deadline {
  const started = clock();
  return {
    timeMs,
    elapsedMs: () => clock() - started,
    check() {
      if (signal?.aborted === true) throw new ReadError("aborted", "The read was aborted by its caller.");
      if (clock() - started > timeMs) throw timedOut(timeMs);
    },
  };
}

function timedOut(timeMs: number): ReadError {
  return new ReadError("timed-out", `The read took longer than ${timeMs} ms.`, {
    details: { limit: { name: "time", value: timeMs } },
  });
}
