import { documentId } from "../contract/ids.ts";
import type { OutputFiles } from "../files/output-files.ts";
import type { Journal } from "../journal/journal.ts";
import { runFiles, stagedPath } from "../journal/layout.ts";
import type { PlanTotals } from "../journal/plan.ts";
import type { RunState } from "../journal/replay.ts";
import { Totals } from "../journal/totals.ts";
import { jsonLine } from "../outputs/document-output.ts";
import type { BatchSummary } from "./batch-options.ts";
import type { Since } from "./since.ts";

const encoder = new TextEncoder();

/** How a start of a run ended. */
export interface RunEnd extends Pick<BatchSummary, "state" | "wasComplete" | "ms" | "now" | "deleted"> {
  /** Absent if the start was interrupted while the plan was made. */
  readonly plan: PlanTotals | undefined;
  readonly run: RunState | undefined;
}

/** Summarises a run. */
export function summarise({ plan, run, ...end }: RunEnd): BatchSummary {
  const totals = (run?.totals ?? new Totals()).snapshot();
  const documents = plan?.documents ?? 0;
  return {
    ...end,
    ms: Math.round(end.ms),
    documents,
    pending: documents - totals.read - totals.failed - totals.kept,
    totals,
    skipped: plan?.skipped ?? {},
    problems: plan?.problems ?? [],
  };
}

/** Writes the summary and `_SUCCESS`, and ends the journal. */
export async function markComplete(files: OutputFiles, journal: Journal, summary: BatchSummary): Promise<void> {
  const text = `${JSON.stringify(summary, undefined, 2)}\n`;
  await files.replace(runFiles.summary, encoder.encode(text), { isDurable: true });
  await files.replace(runFiles.success, new Uint8Array(), { isDurable: true });
  await journal.append([{ type: "end", at: new Date().toISOString() }]);
  await journal.checkpoint(() => Promise.resolve());
}

/** Writes the documents of the earlier run that are not there any more, and returns their number. */
export async function writeDeleted(files: OutputFiles, since: Since): Promise<number> {
  const unfinished = stagedPath("deleted.unfinished");
  const file = await files.append(unfinished, 0);
  let count = 0;
  for await (const path of since.deleted()) {
    await file.append(encoder.encode(jsonLine({ id: documentId(path), path })));
    count += 1;
  }
  await file.sync();
  await file.close();
  await files.rename(unfinished, runFiles.deleted);
  return count;
}
