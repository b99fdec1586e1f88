import type { ReadError } from "@reader/core/handler";
import { outputLimit } from "./revive-error.ts";
import type { Task } from "./task.ts";

/** Bytes that a child has sent of a document. */
export interface OutputBytes {
  /** In one event. */
  readonly event: number;
  /** In all of its events. */
  readonly all: number;
}

/** The error for more than a document may give; none within the limits. */
export function outputFault({ limits, source }: Task, { event, all }: OutputBytes): ReadError | undefined {
  const facts = { path: source.path, limits };
  if (event > limits.maxEventBytes) return outputLimit("maxEventBytes", event, facts);
  return all > limits.maxOutputBytes ? outputLimit("maxOutputBytes", all, facts) : undefined;
}
