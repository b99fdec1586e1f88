import type { StopSignal } from "@reader/core";
import { BatchError } from "../contract/batch-error.ts";
import type { OutputFiles } from "../files/output-files.ts";
import { type ShardFolders, shardFolders } from "../files/shard-folders.ts";
import { runFiles } from "../journal/layout.ts";
import type { PlanTotals } from "../journal/plan.ts";
import type { RunTotals } from "../journal/totals.ts";
import type { BatchSummary } from "../engine/batch-options.ts";
import { emptyTotals, totalsOfShards } from "./shard-totals.ts";
import { type ShardJob, shardJobId } from "./shard-job.ts";
import { divide, type PlannedRun, planShards, type ShardedRun, type ShardLimits } from "./shard-plan.ts";
import type { FailedJob, QueuedJob, QueueState, ShardQueue } from "./shard-queue.ts";

/** How a run is given to a queue. */
export interface Distribution {
  readonly queue: ShardQueue;
  /** Used at the first start of a run, and kept for all others. */
  readonly limits?: ShardLimits;
  /** False to return when all shards are in the queue. Default: true, which waits for the end of the run. */
  readonly waits?: boolean;
  /** Milliseconds between two looks at the output folder. Default: 1000. */
  readonly pollMs?: number;
  readonly onProgress?: (progress: DistributionProgress) => void;
}

/** How far a distributed run is. */
export interface DistributionProgress {
  readonly phase: "planning" | "adding" | "waiting";
  readonly documents: number;
  /** Documents of complete shards, and those that workers reported. */
  readonly done: number;
  readonly shards: number;
  readonly complete: number;
  readonly failed: number;
  readonly workers: number;
}

/** What became of a distributed run. */
export interface DistributedSummary extends Omit<BatchSummary, "state" | "wasComplete" | "ms" | "now"> {
  /** `queued`: it was not waited for. `failed`: every shard is complete or failed. */
  readonly state: "complete" | "interrupted" | "queued" | "failed";
  readonly shards: number;
  readonly complete: number;
  /** The shards that failed, and are kept in the queue. */
  readonly failures: readonly FailedJob[];
}

/** Jobs to add at once. */
const jobsPerCall = 500;

interface Shards {
  /** The shards that were not complete at the start, by the identifiers of their jobs. */
  readonly pending: Map<string, ShardJob>;
  readonly count: number;
  readonly documents: number;
  /** Documents of the shards. */
  readonly divided: number;
}

/**
 * Plans a run, and adds its shards to a queue. The same call goes on after the end of this process: shards that are complete
 * are left out, and a job twice is a job once. Rejects with a `BatchError`.
 */
export async function distribute(run: ShardedRun, distribution: Distribution): Promise<DistributedSummary> {
  const { output: files } = run;
  const folders = shardFolders(files.folder);
  const onProgress: ShardedRun["onProgress"] = ({ phase, documents }) => {
    if (phase === "planning") distribution.onProgress?.({ ...nothing, phase, documents });
  };
  const planned = await planShards({ ...run, onProgress }, distribution.limits);
  if (planned === undefined) {
    return summaryOf("interrupted", { ...nothing, plan: undefined, totals: emptyTotals, failures: [] });
  }
  const shards = await addAll(run, planned, distribution);
  const isWhole = !isStopped(run);
  if (isWhole && shards.divided !== planned.totals.documents) throw damagedPlan(files, shards);
  // Shards that were not added are not known: without them, the run must not look complete.
  const end = isWhole ? await settled(run, shards, distribution) : interrupted;
  const complete = shards.count - shards.pending.size;
  const totals = await totalsOfShards(folders);
  const facts = { plan: planned.totals, totals, shards: shards.count, complete, failures: end.failures };
  if (end.state !== "complete") return summaryOf(end.state, facts);
  folders.clear();
  return markRunComplete(files, summaryOf("complete", facts));
}

const interrupted: Settled = { state: "interrupted", failures: [] };

function isStopped({ signal, abort }: ShardedRun): boolean {
  return signal?.aborted === true || abort?.aborted === true;
}

function damagedPlan({ folder }: OutputFiles, { documents, divided }: Shards): BatchError {
  return new BatchError("damaged", `The plan in ${folder} has ${divided} documents instead of ${documents}.`, {
    hint: "Restore it from a backup, or start again with an empty output folder.",
  });
}

const nothing = { documents: 0, done: 0, shards: 0, complete: 0, failed: 0, workers: 0 } as const;

/** Adds every shard that is not complete. */
async function addAll(run: ShardedRun, planned: PlannedRun, distribution: Distribution): Promise<Shards> {
  const { queue, onProgress } = distribution;
  const { documents } = planned.totals;
  const published = shardFolders(run.output.folder).published();
  const pending = new Map<string, ShardJob>();
  let jobs: QueuedJob[] = [];
  let [count, done, divided] = [0, 0, 0];
  const flush = async (): Promise<void> => {
    if (jobs.length > 0) await queue.add(jobs);
    jobs = [];
    const complete = count - pending.size;
    onProgress?.({ phase: "adding", documents, done, shards: count, complete, failed: 0, workers: 0 });
  };
  for await (const job of divide(run.output, planned)) {
    count += 1;
    divided += job.documents;
    if (published.has(job.shard)) done += job.documents;
    else {
      pending.set(shardJobId(job), job);
      jobs.push({ id: shardJobId(job), data: { ...job } });
    }
    if (jobs.length >= jobsPerCall) await flush();
    if (isStopped(run)) break;
  }
  await flush();
  return { pending, count, documents, divided };
}

interface Settled {
  readonly state: "complete" | "interrupted" | "queued" | "failed";
  readonly failures: readonly FailedJob[];
}

/** Waits until every shard is complete or failed. What is complete leaves `pending`. */
async function settled(run: ShardedRun, shards: Shards, distribution: Distribution): Promise<Settled> {
  const { waits = true, pollMs = 1000 } = distribution;
  const pause = createPause(run.signal);
  if (!waits) {
    removePublished(shards.pending, shardFolders(run.output.folder));
    return { state: shards.pending.size === 0 ? "complete" : "queued", failures: [] };
  }
  for (;;) {
    const start = performance.now();
    const end = await poll(run, shards, distribution);
    if (end !== undefined) return end;
    await pause(Math.max(pollMs, (performance.now() - start) * pollShare));
  }
}

/** Looks how far the shards are. Returns `undefined` if there is more to wait for. */
async function poll(run: ShardedRun, shards: Shards, distribution: Distribution): Promise<Settled | undefined> {
  const { queue } = distribution;
  const { pending } = shards;
  const state = await queue.state();
  // After the state: a shard gets its name before its job is complete.
  removePublished(pending, shardFolders(run.output.folder));
  if (pending.size === 0) return { state: "complete", failures: [] };
  const failures = await ownFailures(state, queue, pending);
  report(shards, { state, failed: failures.length }, distribution);
  if (failures.length === pending.size) return { state: "failed", failures };
  if (isStopped(run)) return { state: "interrupted", failures };
  if (isIdle(state)) await addLost(queue, pending, new Set(failures.map(({ id }) => id)));
  return undefined;
}

function isIdle({ waiting, active }: QueueState): boolean {
  return waiting === 0 && active === 0;
}

/** Polling takes at most this part of the time. */
const pollShare = 10;

async function ownFailures(
  { failed }: QueueState,
  queue: ShardQueue,
  pending: ReadonlyMap<string, ShardJob>,
): Promise<readonly FailedJob[]> {
  return failed === 0 ? [] : (await queue.failures(failed)).filter(({ id }) => pending.has(id));
}

function removePublished(pending: Map<string, ShardJob>, folders: ShardFolders): void {
  const published = folders.published();
  for (const [id, { shard }] of pending) if (published.has(shard)) pending.delete(id);
}

interface Look {
  readonly state: QueueState;
  readonly failed: number;
}

function report({ pending, documents, count }: Shards, { state, failed }: Look, { onProgress }: Distribution): void {
  const reported = state.activeJobs
    .filter(({ id }) => pending.has(id))
    .reduce((sum, { progress }) => sum + doneOf(progress), 0);
  const left = [...pending.values()].reduce((sum, job) => sum + job.documents, 0);
  const done = Math.min(documents, documents - left + reported);
  const complete = count - pending.size;
  onProgress?.({ phase: "waiting", documents, done, shards: count, complete, failed, workers: state.workers });
}

/**
 * Adds the shards that a queue has lost, as a server does that ends without its data. Those that failed are kept in the queue;
 * the next start adds them again.
 */
async function addLost(
  queue: ShardQueue,
  pending: ReadonlyMap<string, ShardJob>,
  failed: ReadonlySet<string>,
): Promise<void> {
  const lost = [...pending].filter(([id]) => !failed.has(id));
  for (const jobs of chunked(lost, jobsPerCall)) {
    await queue.add(jobs.map(([id, job]) => ({ id, data: { ...job } })));
  }
}

function chunked<Value>(values: readonly Value[], size: number): readonly (readonly Value[])[] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, at) => values.slice(at * size, (at + 1) * size));
}

function doneOf(progress: unknown): number {
  const done = typeof progress === "object" && progress !== null && "done" in progress ? progress.done : 0;
  return typeof done === "number" && Number.isFinite(done) ? Math.max(0, done) : 0;
}

/** Creates a function that waits for some milliseconds, and returns early when the signal is aborted. */
function createPause(signal: StopSignal | undefined): (ms: number) => Promise<void> {
  let wake = (): void => undefined;
  signal?.addEventListener("abort", () => wake(), { once: true });
  return async (ms) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    await new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
      wake = resolve;
    });
    clearTimeout(timer);
  };
}

/** Writes the summary of a complete run, and marks it. */
async function markRunComplete(files: OutputFiles, summary: DistributedSummary): Promise<DistributedSummary> {
  const text = encoder.encode(`${JSON.stringify(summary, undefined, 2)}\n`);
  await files.replace(runFiles.summary, text, { isDurable: true });
  await files.replace(runFiles.success, new Uint8Array(), { isDurable: true });
  return summary;
}

const encoder = new TextEncoder();

interface Facts extends Pick<DistributedSummary, "shards" | "complete" | "failures"> {
  readonly plan: PlanTotals | undefined;
  readonly totals: RunTotals;
}

function summaryOf(
  state: DistributedSummary["state"],
  { plan, totals, shards, complete, failures }: Facts,
): DistributedSummary {
  const documents = plan?.documents ?? 0;
  return {
    state,
    documents,
    pending: documents - totals.read - totals.failed,
    shards,
    complete,
    failures,
    totals,
    skipped: plan?.skipped ?? {},
    problems: plan?.problems ?? [],
  };
}
