import type { JobControl, JobOutcome, QueueWork } from "@reader/batch";
import {
  type IQueueBackend,
  type Job,
  type JobProgress,
  type Queue,
  UnrecoverableError,
  WaitingError,
  Worker,
} from "bullmq";
import { type Backend, queueFault, queueName } from "./backend.ts";

/** The times of a worker, in milliseconds. */
export interface WorkerTimes {
  /** Time after which a worker that does not answer loses its shard. Default: 30 000. */
  readonly lockMs?: number;
  /** Time between two looks for such shards. Default: 30 000. */
  readonly stalledMs?: number;
}

/** What a worker takes its jobs from. */
export interface WorkerGround {
  readonly backend: Backend;
  readonly queue: Pick<Queue, "getJobCounts">;
  readonly times: WorkerTimes;
}

/**
 * How often a shard may lose its worker. A document that ends its worker is quarantined by the journal of the shard after
 * three ends, so that a shard with some of them is complete long before.
 */
const maxLosses = 100;

/** Complete jobs that are kept for people to look at. Which shards are complete is in the output folder. */
const keptComplete = 1000;

type ShardWorker = Worker<unknown, unknown, string, IQueueBackend, JobProgress, object>;

/** Takes jobs, one at a time, until the signal is aborted. Rejects if a job was refused, or if the queue cannot be used. */
export async function runWorker({ backend, queue, times }: WorkerGround, work: QueueWork): Promise<void> {
  const { lockMs = 30_000, stalledMs = 30_000 } = times;
  let refused: Error | undefined;
  const process = async (job: Job, token: string | undefined, signal: AbortSignal | undefined): Promise<unknown> => {
    const control = controlOf(job, [signal, work.abort]);
    const outcome = await work.run(job.data, control).finally(() => control.release());
    if (outcome.kind === "refused") {
      refused = outcome.error;
      void worker.close();
    }
    return resultOf(outcome, { job, token });
  };
  const worker: ShardWorker = new Worker(
    queueName,
    process,
    {
      connection: {},
      autorun: false,
      concurrency: 1,
      lockDuration: lockMs,
      stalledInterval: stalledMs,
      maxStalledCount: maxLosses,
      removeOnComplete: { count: keptComplete },
    },
    backend.factory,
  );
  worker.on("error", () => undefined);
  worker.on("lockRenewalFailed", (ids) => {
    for (const id of ids) worker.cancelJob(id);
  });
  const stop = (): void => void worker.close();
  for (const signal of [work.signal, work.abort]) signal?.addEventListener("abort", stop, { once: true });
  const timer = work.untilEmpty === true ? closeWhenEmpty(worker, queue) : undefined;
  try {
    if (work.signal?.aborted !== true) await worker.run();
    await worker.close();
  } catch (cause) {
    throw queueFault(backend.address, cause);
  } finally {
    clearInterval(timer);
  }
  if (refused !== undefined) throw refused;
}

/** Milliseconds between two looks whether a queue is empty. */
const emptyMs = 1000;

/** Ends a worker when no job is waiting or under way: those of other workers may come back. */
function closeWhenEmpty(worker: ShardWorker, queue: WorkerGround["queue"]): ReturnType<typeof setInterval> {
  const look = async (): Promise<void> => {
    const counts = await queue.getJobCounts("waiting", "delayed", "prioritized", "active");
    if (Object.values(counts).every((count) => count === 0)) await worker.close();
  };
  return setInterval(() => void look().catch(() => undefined), emptyMs);
}

interface HeldControl extends JobControl {
  release(): void;
}

function controlOf(job: Job, signals: readonly (JobControl["abort"] | undefined)[]): HeldControl {
  const abort = new AbortController();
  const stop = (): void => abort.abort();
  for (const signal of signals) {
    if (signal?.aborted === true) stop();
    signal?.addEventListener("abort", stop, { once: true });
  }
  return {
    abort: abort.signal,
    // Progress that is lost is followed by more.
    reportProgress: (progress) => void job.updateProgress(Object(progress) as object).catch(() => undefined),
    release: () => {
      for (const signal of signals) signal?.removeEventListener("abort", stop);
    },
  };
}

async function resultOf(
  outcome: JobOutcome,
  { job, token }: { readonly job: Job; readonly token: string | undefined },
): Promise<unknown> {
  switch (outcome.kind) {
    case "done":
      return outcome.result;
    case "later":
    case "refused":
      await job.moveToWait(token);
      throw new WaitingError();
    case "failed":
      throw outcome.isFinal ? new UnrecoverableError(outcome.error.message) : outcome.error;
  }
}
