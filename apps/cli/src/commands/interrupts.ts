import type { StopSignal } from "@reader/core";
import { printErrorLine } from "../output/fault.ts";

/** What interrupts a run. */
export interface Interrupts {
  /** Aborted to finish what is under way. */
  readonly finish: StopSignal;
  /** Aborted to stop at once. */
  readonly abort: StopSignal;
}

/** The first interrupt finishes what is under way, the second stops at once. */
export function interrupts(): Interrupts {
  const finish = new AbortController();
  const abort = new AbortController();
  const onSignal = (): void => {
    if (finish.signal.aborted) return abort.abort();
    finish.abort();
    void printErrorLine("\nreader: finishing what is under way; once more to stop at once.");
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  return { finish: finish.signal, abort: abort.signal };
}
