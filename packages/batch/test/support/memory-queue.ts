import type { FailedJob, JobControl, QueuedJob, ShardQueue } from "../../src/index.ts";

/** A queue in memory. */
export interface MemoryQueue extends ShardQueue {
  readonly waiting: QueuedJob[];
  readonly complete: Map<string, unknown>;
  readonly failed: FailedJob[];
  /** Changed by a test to do something before a job is run. */
  before: ((job: QueuedJob, control: JobControl) => void) | undefined;
}

/** Creates a queue in memory, with one worker at a time. */
export function memoryQueue(): MemoryQueue {
  const waiting: QueuedJob[] = [];
  const complete = new Map<string, unknown>();
  const failed: FailedJob[] = [];
  const queue: MemoryQueue = {
    name: "memory:",
    waiting,
    complete,
    failed,
    before: undefined,
    async add(jobs) {
      for (const job of jobs) {
        complete.delete(job.id);
        const at = failed.findIndex(({ id }) => id === job.id);
        if (at >= 0) failed.splice(at, 1);
        if (!waiting.some(({ id }) => id === job.id)) waiting.push(job);
      }
    },
    state: async () => ({
      waiting: waiting.length,
      active: 0,
      complete: complete.size,
      failed: failed.length,
      workers: 0,
      activeJobs: [],
    }),
    failures: async (most) => failed.slice(0, most),
    async work({ run, signal }) {
      for (let job = waiting.shift(); job !== undefined && signal?.aborted !== true; job = waiting.shift()) {
        const control = { abort: new AbortController().signal, reportProgress: () => undefined };
        queue.before?.(job, control);
        const outcome = await run(job.data, control);
        if (outcome.kind === "done") complete.set(job.id, outcome.result);
        else if (outcome.kind === "failed") failed.push({ ...job, reason: outcome.error.message });
        else waiting.push(job);
        if (outcome.kind === "refused") throw outcome.error;
      }
    },
    close: () => Promise.resolve(),
  };
  return queue;
}
