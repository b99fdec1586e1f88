import type { Deadline } from "../text/lines/deadline.ts";
import type { Pulled } from "../text/lines/pull.ts";
import type { CheckedRequest } from "../contract/request.ts";
import type { Collector } from "./collector.ts";

/** The result of a pull, from which the answer is built. */
export interface Finished {
  readonly checked: CheckedRequest;
  readonly collector: Collector;
  readonly pulled: Pulled;
  /** Maximum number of lines in the answer, without the lines reserved for content after them. */
  readonly maxLines: number;
  readonly reservedLines: number;
  /** The number of lines of the whole file, if known. */
  readonly total: number | undefined;
  readonly deadline: Deadline;
}
