import type { Budget } from "../contract/budget.ts";
import type { Capabilities } from "../contract/capabilities.ts";
import type { ConversionCache } from "../documents/conversion-cache.ts";
import type { Handler } from "../contract/handler.ts";
import type { Clock } from "../text/lines/deadline.ts";
import type { IndexCache } from "../text/lines/index-cache.ts";
import type { Pricing } from "../text/lines/text-meter.ts";
import type { Recogniser } from "../contract/recognition.ts";
import type { CheckedRequest } from "../contract/request.ts";
import type { StopSignal } from "../contract/stop-signal.ts";
import type { Workspace } from "../files/workspace/workspace.ts";
import type { OutlineCache } from "./outline/outline-cache.ts";
import type { RecognitionCache } from "./recognition-cache.ts";

/** How far a long scan of a text has come. */
export interface ScanProgress {
  readonly doneBytes: number;
  readonly totalBytes: number;
}

/** The page of a document, from 1, whose text was recognised last. */
export interface PageProgress {
  readonly page: number;
  /** Pages of the whole document, where that is known. */
  readonly totalPages?: number;
}

/** How far a long read has come; for people who wait. */
export type ReadProgress = ScanProgress | PageProgress;

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
  /** What recognises the text of pictures, asked for when a document is opened; nothing does where it is undefined. */
  recogniser(): Recogniser | undefined;
  readonly recognitions: RecognitionCache;
  /** The last outlines, by file and options. */
  readonly outlines: OutlineCache;
  /**
   * How often a process of a handler or of the recogniser was ended because it could not be trusted any more. It is part
   * of the key of everything that is kept, so that nothing of such a process answers a later read.
   */
  condemned(): number;
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
export function maxLinesOf({ budget, checked }: Call): number {
  const asked = checked.isExplicitRange ? checked.limit : budget.defaultLines;
  return Math.min(budget.maxLines, asked ?? Number.POSITIVE_INFINITY);
}
