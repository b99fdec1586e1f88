import { nodeOutputFiles } from "../files/node-output-files.ts";
import type { OutputFiles } from "../files/output-files.ts";
import { shardFolders } from "../files/shard-folders.ts";
import { runFiles } from "../journal/layout.ts";
import type { RunTotals } from "../journal/totals.ts";
import { planTotals } from "../journal/plan.ts";
import { type BatchStatus, batchStatus } from "../engine/status.ts";
import { existingRun, readRunFile } from "../engine/run-file.ts";
import { sumOf, totalsOfShards } from "./shard-totals.ts";

/** The state of a run of shards, from its output folder alone. */
export interface ShardsStatus extends BatchStatus {
  /** Shards that are complete, and those that a worker has begun. */
  readonly shards: { readonly complete: number; readonly underWay: number };
}

/** True if the run of a folder is divided into shards of a queue. */
export async function isSharded(files: OutputFiles): Promise<boolean> {
  return (await readRunFile(files))?.isSharded === true;
}

/** Returns the state of a run of shards, also while workers read. Rejects with a `BatchError` if there is none. */
export async function shardsStatus(files: OutputFiles): Promise<ShardsStatus> {
  const run = await existingRun(files);
  const plan = await planTotals(files);
  const folders = shardFolders(files.folder);
  const underWay = folders.underWay();
  const totals = await totalsWith(underWay, await totalsOfShards(folders));
  const { documents, skipped, problems } = plan ?? { documents: 0, skipped: {}, problems: [] };
  const isComplete = (await files.size(runFiles.success)) !== undefined;
  return {
    state: isComplete ? "complete" : "running",
    run,
    documents,
    pending: Math.max(0, documents - totals.read - totals.failed),
    totals,
    skipped,
    problems,
    failures: Object.keys(totals.byCode).toSorted(),
    shards: { complete: folders.published().size, underWay: underWay.length },
  };
}

/** Adds the totals of shards under way. */
async function totalsWith(folders: readonly string[], complete: RunTotals): Promise<RunTotals> {
  let sum = complete;
  for (const folder of folders) {
    // A shard that is begun now, or gets its final name meanwhile, has no state of its own yet.
    const status = await batchStatus(nodeOutputFiles(folder)).catch(() => undefined);
    if (status !== undefined) sum = sumOf(sum, status.totals);
  }
  return sum;
}
