import { BatchError } from "../contract/batch-error.ts";
import type { OutputFiles } from "../files/output-files.ts";
import { currentOwner, type LockOwner } from "../journal/lock.ts";
import { planTotals } from "../journal/plan.ts";
import { replayJournal } from "../journal/replay.ts";
import type { BatchSummary } from "./batch-options.ts";
import { existingRun, type RunFile } from "./run-file.ts";
import { summarise } from "./summary.ts";

/** The state of a run, from its folder alone. */
export interface BatchStatus extends Omit<BatchSummary, "state" | "wasComplete" | "ms" | "now"> {
  readonly state: "complete" | "interrupted" | "running";
  readonly run: RunFile;
  /** The process that works on it. */
  readonly owner?: LockOwner;
  /** The codes of failed documents. */
  readonly failures: readonly string[];
}

/** Returns the state of the run of an output folder, also while it runs. Rejects with a `BatchError` if there is none. */
export async function batchStatus(files: OutputFiles): Promise<BatchStatus> {
  const run = await existingRun(files);
  const owner = await currentOwner(files);
  const plan = await planTotals(files);
  const { state } = await replayJournal(files);
  const {
    wasComplete: _,
    ms: __,
    ...summary
  } = summarise({
    state: state.isFinished ? "complete" : "interrupted",
    wasComplete: state.isFinished,
    plan,
    run: state,
    ms: 0,
  });
  return {
    ...summary,
    ...(owner === undefined ? {} : { state: "running", owner }),
    run,
    failures: Object.keys(summary.totals.byCode).toSorted(),
  };
}

/** Returns the program's own facts of the run of an output folder, to go on with it. Rejects with a `BatchError`. */
export async function commandOf(files: OutputFiles): Promise<unknown> {
  const { command } = await existingRun(files);
  if (command !== undefined) return command;
  throw new BatchError("no-run", `The run of ${files.folder} was started by another program.`, {
    hint: "Go on with the program that started it.",
  });
}
