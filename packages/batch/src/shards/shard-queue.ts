import type { Json, StopSignal } from "@reader/core";

/** A job to add to a queue. */
export interface QueuedJob {
  /** Two jobs with the same identifier are one job. */
  readonly id: string;
  readonly data: Json;
}

/** A job that a worker has. */
export interface ActiveJob extends QueuedJob {
  /** What the worker reported last. */
  readonly progress: unknown;
}

/** A job that failed, and is kept. */
export interface FailedJob extends QueuedJob {
  readonly reason: string;
}

/** The state of a queue. */
export interface QueueState {
  readonly waiting: number;
  readonly active: number;
  readonly complete: number;
  readonly failed: number;
  /** Workers that are connected. */
  readonly workers: number;
  /** The first jobs that are under way. */
  readonly activeJobs: readonly ActiveJob[];
}

/** What became of a job. */
export type JobOutcome =
  | { readonly kind: "done"; readonly result: Json }
  /** Another worker has to do it. */
  | { readonly kind: "later" }
  /** Another worker has to do it, and this one can do none: it ends with the error. */
  | { readonly kind: "refused"; readonly error: Error }
  /** `isFinal`: another attempt cannot help. */
  | { readonly kind: "failed"; readonly error: Error; readonly isFinal: boolean };

/** What a job gets while it runs. */
export interface JobControl {
  /** Aborted if the queue gave the job to another worker, or if the worker has to stop at once. */
  readonly abort: StopSignal;
  /** Reports to others how far the job is. */
  readonly reportProgress: (progress: Json) => void;
}

/** How a worker takes jobs. */
export interface QueueWork {
  /** Runs a job. A rejection is a failure that another attempt may avoid. */
  readonly run: (data: unknown, control: JobControl) => Promise<JobOutcome>;
  /** Aborted to take no more jobs. */
  readonly signal?: StopSignal | undefined;
  /** Aborted to stop at once. */
  readonly abort?: StopSignal | undefined;
  /** True to end when no job is waiting or under way. Default: false. */
  readonly untilEmpty?: boolean | undefined;
}

/** A queue of jobs that survives its producers and workers. `@reader/batch-queue` has one on BullMQ. */
export interface ShardQueue {
  /** For messages: without user and password. */
  readonly name: string;
  /** Adds jobs that are not waiting or under way. One that is complete or failed is run again. */
  add(jobs: readonly QueuedJob[]): Promise<void>;
  state(): Promise<QueueState>;
  /** Returns the jobs that failed, the latest first, at most this number. */
  failures(most: number): Promise<readonly FailedJob[]>;
  /** Takes jobs, one at a time, until a signal is aborted. Rejects if a job was refused. */
  work(work: QueueWork): Promise<void>;
  close(): Promise<void>;
}
