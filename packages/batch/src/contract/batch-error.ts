/** The codes of errors that end a whole run. Faults of single documents are data. */
export type BatchErrorCode =
  /** The options contradict each other, or name something that does not exist. */
  | "invalid-options"
  /** Another run uses the output folder. */
  | "locked"
  /** The output folder has files of something else. */
  | "not-empty"
  /** The output folder has a run with other sources or options. */
  | "other-run"
  /** The output folder has no run. */
  | "no-run"
  /** The journal or the plan of a run was changed or damaged. */
  | "damaged"
  /** A manifest or list cannot be read. */
  | "bad-manifest"
  /** A source cannot be listed. */
  | "source-failed"
  /** The output cannot be written. */
  | "output-failed"
  /** A job of a queue is not a part of a run. */
  | "bad-job"
  /** This program has other handlers or options than the one that planned the run. */
  | "other-program"
  /** Another process continues this shard. */
  | "taken-over"
  /** The queue cannot be used. */
  | "queue-failed";

/** An error that ends a run. What was finished before stays, and the same command goes on. */
export class BatchError extends Error {
  readonly "~reader" = "BatchError";
  readonly code: BatchErrorCode;
  /** One imperative sentence: what to do next. */
  readonly hint: string;

  constructor(code: BatchErrorCode, message: string, options: { readonly hint: string; readonly cause?: unknown }) {
    super(message, "cause" in options ? { cause: options.cause } : undefined);
    this.name = "BatchError";
    this.code = code;
    this.hint = options.hint;
  }

  /** True for a `BatchError` of any copy of this package. */
  static is(value: unknown): value is BatchError {
    return typeof value === "object" && value !== null && "~reader" in value && value["~reader"] === "BatchError";
  }
}

/** The code of a failed system call, such as `ENOSPC`. */
export function systemCodeOf(cause: unknown): string | undefined {
  if (typeof cause !== "object" || cause === null || !("code" in cause)) return undefined;
  return typeof cause.code === "string" ? cause.code : undefined;
}
