import type { FailedJob, QueuedJob, QueueState, QueueWork, ShardQueue } from "@reader/batch";
import { type IQueueBackend, Queue } from "bullmq";
import { type Backend, backendFor, queueFault, queueName } from "./backend.ts";
import { runWorker, type WorkerTimes } from "./worker.ts";

/** Options of a queue. */
export interface QueueConnection extends WorkerTimes {
  /** `redis://`, `rediss://` or `postgres://`, with user and password if the server wants them. */
  readonly url: string;
}

/** The queue of BullMQ, on any backend. */
type BullQueue = Queue<unknown, unknown, string, unknown, unknown, string, IQueueBackend, object>;

/** How often a shard is tried if it fails for a reason that may pass, and the time before the next try. */
const attempts = { attempts: 3, backoff: { type: "exponential", delay: 5000 } } as const;

/** Connects to the queue of a server. Rejects with a `BatchError` if it cannot be used. */
export async function connectQueue({ url, ...times }: QueueConnection): Promise<ShardQueue> {
  const backend = backendFor(url);
  const { address } = backend;
  const queue: BullQueue = new Queue(queueName, { connection: {} }, backend.factory);
  const ask = <Value>(call: () => Promise<Value>): Promise<Value> => asked(address, call);
  await connected(queue, backend);
  return {
    name: address,
    add: (jobs) => ask(() => addJobs(queue, jobs)),
    state: () => ask(() => stateOf(queue)),
    failures: (most) => ask(() => failuresOf(queue, most)),
    work: (work: QueueWork) => runWorker({ backend, queue, times }, work),
    close: () => queue.close(),
  };
}

async function asked<Value>(address: string, call: () => Promise<Value>): Promise<Value> {
  try {
    return await call();
  } catch (cause) {
    throw queueFault(address, cause);
  }
}

/** Waits for the first connection, and rejects with its first error. */
async function connected(queue: BullQueue, { address, onReady }: Backend): Promise<void> {
  let first: unknown;
  // Later errors are those of single calls, which reject, and of connections that are made again.
  queue.on("error", (cause) => (first ??= cause));
  try {
    await queue.waitUntilReady();
    onReady();
  } catch (cause) {
    await queue.close().catch(() => undefined);
    throw queueFault(address, first ?? cause);
  }
}

async function addJobs(queue: BullQueue, jobs: readonly QueuedJob[]): Promise<void> {
  // A job whose identifier is there is not added.
  await queue.addBulk(jobs.map(({ id, data }) => ({ name: "shard", data, opts: { jobId: id, ...attempts } })));
  await Promise.all(jobs.map(async ({ id }) => runAgain(queue, id)));
}

async function runAgain(queue: BullQueue, id: string): Promise<void> {
  const state = await queue.getJobState(id);
  if (state !== "failed" && state !== "completed") return;
  const job = await queue.getJob(id);
  await job?.retry(state, { resetAttemptsMade: true });
}

async function stateOf(queue: BullQueue): Promise<QueueState> {
  const counts = await queue.getJobCounts("waiting", "delayed", "prioritized", "active", "completed", "failed");
  const count = (...names: readonly string[]): number => names.reduce((sum, name) => sum + (counts[name] ?? 0), 0);
  const active = await queue.getActive(0, maxShown - 1);
  return {
    waiting: count("waiting", "paused", "delayed", "prioritized"),
    active: count("active"),
    complete: count("completed"),
    failed: count("failed"),
    workers: await queue.getWorkersCount(),
    activeJobs: active.map(({ id = "", data, progress }) => ({ id, data: data as QueuedJob["data"], progress })),
  };
}

/** Jobs under way whose progress is asked. */
const maxShown = 1000;

async function failuresOf(queue: BullQueue, most: number): Promise<readonly FailedJob[]> {
  const jobs = await queue.getFailed(0, most - 1);
  return jobs.map(({ id = "", data, failedReason }) => ({
    id,
    data: data as QueuedJob["data"],
    reason: String(failedReason).slice(0, maxReason),
  }));
}

const maxReason = 1000;
