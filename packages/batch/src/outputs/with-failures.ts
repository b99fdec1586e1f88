import type { OutputFiles } from "../files/output-files.ts";
import { runFiles, stagedPath } from "../journal/layout.ts";
import type { Receipt } from "../journal/records.ts";
import type { RunState } from "../journal/replay.ts";
import { type DocumentOutput, type FinishedDocument, jsonLine } from "./document-output.ts";
import { StagedFile } from "./staged-file.ts";

/** Options of the failures. */
export interface FailureOptions {
  readonly state: RunState;
  /** True if the output also gets what was read of a failed document, because a retry replaces it there. */
  readonly showsPartial: boolean;
}

/**
 * Writes failed documents apart from the others: to a staged file of JSON lines, from which the failures that no retry
 * replaced are copied at the end.
 */
export function withFailures(
  files: OutputFiles,
  output: DocumentOutput,
  { state, showsPartial }: FailureOptions,
): DocumentOutput {
  const failures = new StagedFile(files, runFiles.failures, state.ends.get(runFiles.failures) ?? 0);
  return {
    async write(documents) {
      const read = documents.filter(({ record }) => record.error === undefined);
      const partial = documents.filter((each) => showsPartial && hasFailed(each) && each.record.text !== "");
      const receipts = new Map<FinishedDocument, Receipt | undefined>();
      if (partial.length > 0) await output.write(partial);
      if (read.length > 0) pair(receipts, read, await output.write(read));
      const failed = documents.filter(hasFailed);
      if (failed.length > 0)
        pair(receipts, failed, await failures.append(failed.map(({ record }) => jsonLine(record))));
      return documents.map((document) => receipts.get(document));
    },
    async sync() {
      await failures.sync();
      await output.sync();
    },
    rollIfFull: () => output.rollIfFull(),
    async finish() {
      await output.finish();
      await failures.close();
      await writeFailures(files, state);
    },
    async close() {
      await failures.close();
      await output.close();
    },
  };
}

function hasFailed({ record }: FinishedDocument): boolean {
  return record.error !== undefined;
}

function pair(
  receipts: Map<FinishedDocument, Receipt | undefined>,
  documents: readonly FinishedDocument[],
  written: readonly (Receipt | undefined)[],
): void {
  for (const [at, document] of documents.entries()) receipts.set(document, written[at]);
}

/** The name of the failures while they are copied. */
const unfinished = "failures.unfinished";

/** Writes the failures of a run in the order of the plan. */
async function writeFailures(files: OutputFiles, { failures, totals }: RunState): Promise<void> {
  if (totals.snapshot().failed === 0) return files.remove(runFiles.failures);
  const target = await files.append(stagedPath(unfinished), 0);
  for (const { start, end } of failures.entries()) {
    const bytes = new Uint8Array(end - start);
    await files.read(stagedPath(runFiles.failures), bytes, start);
    await target.append(bytes);
  }
  await target.sync();
  await target.close();
  await files.rename(stagedPath(unfinished), runFiles.failures);
}
