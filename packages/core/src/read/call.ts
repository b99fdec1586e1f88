import type { Budget } from "../contract/budget.ts";
import type { Capabilities } from "../contract/capabilities.ts";
import type { ConversionCache } from "../documents/conversion-cache.ts";
import type { Handler } from "../contract/handler.ts";
import type { PullLimits } from "../documents/pull-in-time.ts";
import type { Clock, Deadline } from "../text/lines/deadline.ts";
import type { IndexCache } from "../text/lines/index-cache.ts";
import type { Pricing } from "../text/lines/text-meter.ts";
import type { Recogniser } from "../contract/recognition.ts";
import type { Transcriber } from "../contract/transcription.ts";
import type { CheckedRequest } from "../contract/request.ts";
import type { StopSignal } from "../contract/stop-signal.ts";
import type { Workspace } from "../files/workspace/workspace.ts";
import type { OutlineCache } from "./outline/outline-cache.ts";
import type { RecognitionCache } from "./recognition-cache.ts";
import type { SniffCache } from "./sniff-cache.ts";
import type { TranscriptCache } from "./transcription.ts";

/** Progress of a long scan of a text. */
export interface ScanProgress {
  readonly doneBytes: number;
  readonly totalBytes: number;
}

/** The page, from 1, whose text was recognised last. */
export interface PageProgress {
  readonly page: number;
  /** Number of pages of the whole document, if known. */
  readonly totalPages?: number;
}

/** Progress of a long read, to show to a person. */
export type ReadProgress = ScanProgress | PageProgress;

/** State that a reader keeps between reads. */
export interface ReaderState {
  readonly workspace: Workspace;
  readonly directories: "list" | "refuse";
  readonly handlers: readonly Handler[];
  readonly capabilities: Capabilities;
  readonly pricing: Pricing;
  readonly clock: Clock;
  readonly indexes: IndexCache;
  readonly sniffs: SniffCache;
  readonly conversions: ConversionCache;
  /** Returns the recogniser for text in images, called when a document is opened. Returns `undefined` without one. */
  recogniser(): Recogniser | undefined;
  readonly recognitions: RecognitionCache;
  /** Transcribes the speech of recordings; `undefined` if the reader has no transcriber. */
  readonly transcriber: Transcriber | undefined;
  readonly transcripts: TranscriptCache;
  /** The most recent outlines, by file and options. */
  readonly outlines: OutlineCache;
  /**
   * Returns how many processes of handlers and the recogniser were killed because they could no longer be trusted. The
   * count is part of the keys of outlines and sessions, so that no result of such a process answers a later read.
   */
  condemned(): number;
}

/** One read in progress. */
export interface Call {
  readonly state: ReaderState;
  readonly checked: CheckedRequest;
  readonly budget: Budget;
  readonly signal: StopSignal | undefined;
  /** Whether text in images is recognised in this read. What is missing is reported unless that is left to the reader. */
  readonly recognises: boolean | "if-possible";
  readonly onProgress: ((progress: ReadProgress) => void) | undefined;
}

/** Returns the maximum number of lines of an answer: the smaller of the budget's and the request's limit. */
export function maxLinesOf({ budget, checked }: Call): number {
  const asked = checked.isExplicitRange ? checked.limit : budget.defaultLines;
  return Math.min(budget.maxLines, asked ?? Number.POSITIVE_INFINITY);
}

/** Returns the limits on waiting for a handler. */
export function pullLimits({ signal }: Call, deadline: Deadline): PullLimits {
  const { timeMs } = deadline;
  return { timeMs, remainingMs: () => timeMs - deadline.elapsedMs(), signal };
}
