import { BatchError } from "../contract/batch-error.ts";
import type { BatchProgress } from "../engine/batch-options.ts";
import { runShard, type ShardGround, type ShardResult } from "./run-shard.ts";
import { parseShardJob, type ShardJob } from "./shard-job.ts";
import type { JobControl, JobOutcome, QueueWork, ShardQueue } from "./shard-queue.ts";

/** Options of a worker. */
export interface ShardWork extends Omit<ShardGround, "onProgress">, Pick<QueueWork, "untilEmpty"> {
  readonly onProgress?: (job: ShardJob, progress: BatchProgress) => void;
  /** Called when a shard is complete, or when its run ended with a fault. */
  readonly onShard?: (job: ShardJob, end: ShardResult | Error) => void;
  /** Milliseconds between two reports to the queue. Default: 1000. */
  readonly reportMs?: number;
}

/** Runs the shards of a queue until a signal is aborted. Rejects with a `BatchError` if this program is not the right one. */
export async function workShards(queue: ShardQueue, work: ShardWork): Promise<void> {
  const { signal, abort, untilEmpty } = work;
  await queue.work({ signal, abort, untilEmpty, run: (data, control) => runJob(data, control, work) });
}

async function runJob(data: unknown, control: JobControl, work: ShardWork): Promise<JobOutcome> {
  let job: ShardJob | undefined;
  try {
    job = parseShardJob(data);
    const { abort } = control;
    const result = await runShard(job, { ...work, abort, onProgress: reporter(job, control, work) });
    if (result.state === "interrupted") return { kind: "later" };
    work.onShard?.(job, result);
    const { read, failed, bytes, tokens, ms, byCode } = result.totals;
    return { kind: "done", result: { documents: job.documents, read, failed, bytes, tokens, ms, byCode } };
  } catch (cause) {
    const error = cause instanceof Error ? cause : new Error(String(cause));
    if (job !== undefined) work.onShard?.(job, error);
    return faultOf(error);
  }
}

/** Reports how far a shard is: to the program always, to the queue from time to time. */
function reporter(
  job: ShardJob,
  { reportProgress }: JobControl,
  { onProgress, reportMs = 1000 }: ShardWork,
): (progress: BatchProgress) => void {
  let due = 0;
  return (progress) => {
    onProgress?.(job, progress);
    const now = performance.now();
    if (now < due) return;
    due = now + reportMs;
    reportProgress({ done: progress.done, failed: progress.totals.failed, documents: job.documents });
  };
}

function faultOf(error: Error): JobOutcome {
  const code = BatchError.is(error) ? error.code : undefined;
  if (code === "other-program") return { kind: "refused", error };
  return { kind: "failed", error, isFinal: code === "bad-job" || code === "damaged" };
}
