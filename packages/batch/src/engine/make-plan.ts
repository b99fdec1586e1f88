import { createYielder } from "@reader/core/internal";
import { BatchError } from "../contract/batch-error.ts";
import type { OutputFiles } from "../files/output-files.ts";
import { runFiles } from "../journal/layout.ts";
import { hasRead, type PlanTotals, writePlan } from "../journal/plan.ts";
import { Totals } from "../journal/totals.ts";
import type { BatchOptions } from "./batch-options.ts";
import { listDocuments } from "./list-documents.ts";

/** Documents between two reports. */
const reportedEach = 1000;

/**
 * Lists the sources into the plan. Returns `undefined` if it was interrupted: nothing is read by then. Rejects with a
 * `BatchError` if a document was read by a plan that was lost.
 */
export async function makePlan(options: BatchOptions): Promise<PlanTotals | undefined> {
  const { output: files, onProgress, signal, abort } = options;
  if (await hasRead(files)) throw lostPlan(files);
  const listing = listDocuments(options);
  const plan = await writePlan(files);
  const breathe = createYielder();
  const totals = new Totals().snapshot();
  let documents = 0;
  for await (const document of listing.documents()) {
    await plan.add(document);
    await breathe();
    documents += 1;
    if (documents % reportedEach === 0)
      onProgress?.({ phase: "planning", documents, done: 0, readNow: 0, left: 0, retries: 0, totals });
  }
  if (signal?.aborted === true || abort?.aborted === true) return undefined;
  await plan.finish(listing.totals());
  return listing.totals();
}

/** The journal names documents by their lines in the plan, so that a new plan could give them the text of others. */
function lostPlan({ folder }: OutputFiles): BatchError {
  return new BatchError(
    "damaged",
    `${runFiles.plan} of ${folder} was lost or has no end, but documents were read by it.`,
    {
      hint: "Restore it from a backup, or start again with an empty output folder.",
    },
  );
}
