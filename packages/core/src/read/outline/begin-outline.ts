import type { Outline } from "../../contract/outline.ts";
import type { StopSignal } from "../../contract/stop-signal.ts";
import { askOutline, type OutlinedFile } from "./ask-outline.ts";
import type { Call } from "../call.ts";

/** An outline that is computed while something else is read. */
export interface BegunOutline {
  /** Rejects if the outline fails. The rejection is ignored unless the promise is awaited. */
  readonly outline: Promise<Outline>;
  /** Aborts the outline. */
  giveUp(): void;
}

/** Starts the outline that an answer will end with. Its time limit starts now. */
export function beginOutline(call: Call, file: OutlinedFile): BegunOutline {
  const abort = new AbortController();
  const signal = call.signal === undefined ? abort.signal : eitherOf(call.signal, abort.signal);
  const outline = askOutline({ ...call, signal }, file, call.budget.outlineTimeMs);
  outline.catch(() => undefined);
  return { outline, giveUp: () => abort.abort() };
}

/** Combines two signals. `AbortSignal.any` requires platform signals, but callers may pass their own kind. */
function eitherOf(one: StopSignal, other: StopSignal): StopSignal {
  return {
    get aborted() {
      return one.aborted || other.aborted;
    },
    addEventListener(type, listener, options) {
      one.addEventListener(type, listener, options);
      other.addEventListener(type, listener, options);
    },
    removeEventListener(type, listener) {
      one.removeEventListener(type, listener);
      other.removeEventListener(type, listener);
    },
  };
}
