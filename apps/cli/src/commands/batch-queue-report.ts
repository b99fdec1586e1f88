import type { DistributedSummary, DistributionProgress, QueueState } from "@reader/batch";
import { shellWord } from "@reader/core/render";
import { formatNumber, printable } from "../output/format.ts";
import { barOf, createProgress, type ProgressLine, type ProgressOptions, totalsLines } from "./batch-report.ts";

/** Creates the progress of a run of shards that starts now. */
export function createQueueProgress(options: ProgressOptions = {}): ProgressLine<DistributionProgress> {
  return createProgress(distributionText, options);
}

/** Describes the progress of shards in one line. */
function distributionText(progress: DistributionProgress): string {
  const { phase, documents, done, shards, complete, failed, workers } = progress;
  if (phase === "planning") return `${formatNumber(documents)} files found …`;
  const parts = `${formatNumber(complete)} of ${formatNumber(shards)} shards`;
  return [
    `${barOf(documents === 0 ? 1 : done / documents)} ${formatNumber(done)} of ${formatNumber(documents)}`,
    phase === "adding" ? `${formatNumber(shards)} shards added` : parts,
    ...(failed === 0 ? [] : [`${formatNumber(failed)} failed`]),
    ...(phase === "adding" ? [] : [workers === 0 ? "no workers yet" : `${formatNumber(workers)} workers`]),
  ].join(" · ");
}

/** The report at the end of a run of shards. */
export function distributedText(
  summary: DistributedSummary,
  { out, again, queue }: { readonly out: string; readonly again: string; readonly queue: string },
): string {
  const { state, shards, complete, documents, failures } = summary;
  const done = `${formatNumber(complete)} of ${formatNumber(shards)} shards are complete`;
  const work = `Workers: reader batch work --queue ${shellWord(queue)}`;
  const head = {
    complete: [
      `Done: ${formatNumber(documents)} documents in ${formatNumber(shards)} shards.`,
      ...totalsLines(summary),
    ],
    queued: [`In the queue: ${formatNumber(documents)} documents in ${formatNumber(shards)} shards.`, work],
    interrupted: [`Interrupted: ${done}. The workers go on.`, work, `Wait again with: ${again}`],
    failed: [`${done}.`, ...totalsLines(summary), ...failures.slice(0, 10).map(shardFailure), `Again with: ${again}`],
  }[state];
  const failed = summary.totals.failed === 0 ? [] : [`Failures: ${printable(out)}/shard-*/failures.jsonl.`];
  return `${[...head, ...(state === "complete" ? failed : [])].join("\n")}\n`;
}

function shardFailure({ data, reason }: DistributedSummary["failures"][number]): string {
  return `  ${shardName(data)} failed: ${printable(reason)}`;
}

function shardName(data: unknown): string {
  const { shard, out } = Object(data) as { readonly shard?: unknown; readonly out?: unknown };
  return `shard ${typeof shard === "number" ? shard : "?"} of ${typeof out === "string" ? printable(out) : "?"}`;
}

/** The state of a queue, and the first shards that failed. */
export function queueText(
  state: QueueState,
  { name, failures }: { readonly name: string; readonly failures: DistributedSummary["failures"] },
): string {
  const { waiting, active, failed, workers, activeJobs } = state;
  const counts = `${waiting} shards waiting, ${active} under way, ${failed} failed`;
  return `${[
    `${printable(name)}: ${counts}; ${workers === 1 ? "1 worker" : `${workers} workers`}`,
    ...activeJobs.slice(0, 20).map(({ data, progress }) => `  ${shardName(data)}${progressOf(progress)}`),
    ...failures.map(shardFailure),
  ].join("\n")}\n`;
}

function progressOf(progress: unknown): string {
  const { done, documents } = Object(progress) as { readonly done?: unknown; readonly documents?: unknown };
  return typeof done === "number" && typeof documents === "number" ? `: ${done} of ${documents} documents` : "";
}
