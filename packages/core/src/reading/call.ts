import type { Budget } from "../budget.ts";
import type { Capabilities } from "../capabilities.ts";
import type { ConversionCache } from "../documents/conversion-cache.ts";
import type { Handler } from "../handler.ts";
import type { Clock } from "../lines/deadline.ts";
import type { IndexCache } from "../lines/index-cache.ts";
import type { Pricing } from "../lines/text-meter.ts";
import type { CheckedRequest } from "../request.ts";
import type { StopSignal } from "../stop-signal.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** How far a long read has come; for people who wait. */
export interface ReadProgress {
  readonly doneBytes: number;
  readonly totalBytes: number;
}

/** What a reader keeps from read to read. */
export interface ReaderState {
  readonly workspace: Workspace;
  readonly directories: "list" | "refuse";
  readonly handlers: readonly Handler[];
  readonly capabilities: Capabilities;
  readonly pricing: Pricing;
  readonly clock: Clock;
  readonly indexes: IndexCache;
  readonly conversions: ConversionCache;
}

/** One read on its way. */
export interface Call {
  readonly state: ReaderState;
  readonly checked: CheckedRequest;
  readonly budget: Budget;
  readonly signal: StopSignal | undefined;
  readonly onProgress: ((progress: ReadProgress) => void) | undefined;
}

/** How many lines an answer may have: the smaller of the budget's and the request's. */
export function maxLinesOf(call: Call): number {
  return Math.min(call.budget.maxLines, call.checked.limit ?? Number.POSITIVE_INFINITY);
}
