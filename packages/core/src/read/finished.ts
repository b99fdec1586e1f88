import type { Deadline } from "../text/lines/deadline.ts";
import type { Pulled } from "../text/lines/pull.ts";
import type { CheckedRequest } from "../contract/request.ts";
import type { Collector } from "./collector.ts";

/** What a pull has left behind, from which the answer is made. */
export interface Finished {
  readonly checked: CheckedRequest;
  readonly collector: Collector;
  readonly pulled: Pulled;
  /** Lines that the answer may have, without those that are kept for what stands behind them. */
  readonly maxLines: number;
  readonly reservedLines: number;
  /** The number of lines of the whole file, where it is known. */
  readonly total: number | undefined;
  readonly deadline: Deadline;
}
