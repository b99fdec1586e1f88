import type { Outline } from "../../contract/outline.ts";
import type { StopSignal } from "../../contract/stop-signal.ts";
import { askOutline, type OutlinedFile } from "./ask-outline.ts";
import type { Call } from "../call.ts";

/** An outline on its way while something else is read. */
export interface BegunOutline {
  /** Its fault is met by whoever waits for it, and by nobody where nobody does. */
  readonly outline: Promise<Outline>;
  /** Tells its handler that nobody waits any more. */
  giveUp(): void;
}

/** Begins the outline that an answer will end with: from now on its time runs. */
export function beginOutline(call: Call, file: OutlinedFile): BegunOutline {
  const abort = new AbortController();
  const signal = call.signal === undefined ? abort.signal : eitherOf(call.signal, abort.signal);
  const outline = askOutline({ ...call, signal }, file, call.budget.outlineTimeMs);
  outline.catch(() => undefined);
  return { outline, giveUp: () => abort.abort() };
}

/** `AbortSignal.any` wants signals of the platform, and callers may have their own. */
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
