import type { PullLimits } from "../documents/pull-in-time.ts";
import type { Deadline } from "../text/lines/deadline.ts";
import type { Call } from "./call.ts";

/** Returns the limits on waiting for a handler. */
export function pullLimits({ signal }: Call, deadline: Deadline): PullLimits {
  const { timeMs } = deadline;
  return { timeMs, remainingMs: () => timeMs - deadline.elapsedMs(), signal };
}
