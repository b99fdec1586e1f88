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
  readonly tellMs?: number;
}

/** Runs the shards of a queue until a signal is aborted. Rejects with a `BatchError` if this program is not the right one. */
export async function workShards(queue: ShardQueue, work: ShardWork): Promise<void> {
  const { signal, abort, untilEmpty } = work;
  await queue.work({ signal, abort, untilEmpty, run: (data, control) => runJob(data, control, work) });
}

async function runJob(data: unknown, { abort, tell }: JobControl, work: ShardWork): Promise<JobOutcome> {
  let job: ShardJob | undefined;
  const { tellMs = 1000, onShard } = work;
  let due = 0;
  try {
    const own = parseShardJob(data);
    job = own;
    const result = await runShard(own, {
      ...work,
      abort,
      onProgress: (progress) => {
        work.onProgress?.(own, progress);
        const now = performance.now();
        if (now < due) return;
        due = now + tellMs;
        tell({ done: progress.done, failed: progress.totals.failed, documents: own.documents });
      },
    });
    if (result.state === "interrupted") return { kind: "later" };
    onShard?.(own, result);
    const { read, failed, bytes, tokens, ms, byCode } = result.totals;
    return { kind: "done", result: { documents: own.documents, read, failed, bytes, tokens, ms, byCode } };
  } catch (cause) {
    const error = cause instanceof Error ? cause : new Error(String(cause));
    if (job !== undefined) onShard?.(job, error);
    if (!BatchError.is(cause)) return { kind: "failed", error, isFinal: false };
    if (cause.code === "other-program") return { kind: "refused", error };
    return { kind: "failed", error, isFinal: cause.code === "bad-job" || cause.code === "damaged" };
  }
}
