import type { PullLimits } from "../documents/pull-in-time.ts";
import type { Deadline } from "../text/lines/deadline.ts";
import type { Call } from "./call.ts";

/** How long a handler may be waited for. */
export function pullLimits({ signal }: Call, deadline: Deadline): PullLimits {
  const { timeMs } = deadline;
  return { timeMs, remainingMs: () => timeMs - deadline.elapsedMs(), signal };
}
