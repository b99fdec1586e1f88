import { ReadError } from "../../contract/errors.ts";
import type { StopSignal } from "../../contract/stop-signal.ts";

/** Returns milliseconds since an arbitrary fixed moment. Injected so that tests control the time. */
export type Clock = () => number;

/** The time limit of one read, combined with the caller's abort signal. */
export interface Deadline {
  readonly timeMs: number;
  elapsedMs(): number;
  /** Throws `timed-out` or `aborted` if the read must stop. Call it about once per millisecond of work. */
  check(): void;
}

/** Starts the time limit of one read. */
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
