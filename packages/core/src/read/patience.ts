import type { Budget } from "../contract/budget.ts";
import type { Conversion } from "../documents/conversion.ts";
import type { Deadline } from "../text/lines/deadline.ts";

/** How long one read waits for a document whose pages are recognised one by one. */
export interface Patience {
  /** Milliseconds that the handler has more, because it waited for a recogniser. */
  grantedMs(): number;
  /** Asked once before each picture: whether no further one is recognised for this read; it may always have one. */
  isOver(): boolean;
}

/**
 * A page takes seconds to recognise, and a scan of a hundred pages longer than anybody waits. So the time that a
 * handler waits for a recogniser is not taken off its own, and a page that would not be done in the time of the read
 * is not begun: the answer ends there, and `next` asks for the pages that follow.
 */
export function createPatience(conversion: Conversion, deadline: Deadline, budget: Budget): Patience {
  const waitedBefore = conversion.waitedMs();
  const waitedMs = (): number => conversion.waitedMs() - waitedBefore;
  // A handler that does nothing but wait must come to an end, too.
  const maxGrantedMs = budget.documentTimeMs + budget.recogniseTimeMs;
  let lastAskedMs: number | undefined;
  return {
    grantedMs: () => Math.min(waitedMs(), maxGrantedMs),
    isOver() {
      const elapsedMs = deadline.elapsedMs();
      // The next page takes about as long as the last, and who waits for the answer may not wait for both.
      const pageMs = elapsedMs - (lastAskedMs ?? elapsedMs);
      lastAskedMs = elapsedMs;
      return waitedMs() > 0 && elapsedMs + pageMs > deadline.timeMs;
    },
  };
}
