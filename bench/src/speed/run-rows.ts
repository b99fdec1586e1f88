import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { missingPeer } from "./peers.ts";
import type { Row, RowOutcome } from "./row.ts";
import { runRow, type RowRun } from "./run-row.ts";

/** Where the rows are reported, and the signal that aborts them. */
export interface RowsRun extends Omit<RowRun, "scratch"> {
  /** Takes a line about what is being done. */
  readonly tell: (line: string) => void;
}

/** Measures rows one after another, each in a separate process. If aborted, ends early with the rows that are done. */
export async function runRows(rows: readonly Row[], run: RowsRun): Promise<readonly RowOutcome[]> {
  const scratch = mkdtempSync(join(tmpdir(), "reader-bench-"));
  const outcomes: RowOutcome[] = [];
  try {
    for (const row of rows) {
      run.tell(`${row.name} …`);
      const skipped = missingPeer(row);
      const outcome = skipped === undefined ? await runRow(row, { ...run, scratch }) : { row, skipped };
      if (run.signal.aborted) break;
      run.tell(`  ${outcomeWords(outcome)}`);
      outcomes.push(outcome);
    }
    return outcomes;
  } finally {
    // What was ended may write a last file while it goes.
    rmSync(scratch, { recursive: true, force: true, maxRetries: 3, retryDelay: 100 });
  }
}

function outcomeWords({ row, result, skipped, failed }: RowOutcome): string {
  if (skipped !== undefined) return `skipped: ${skipped}`;
  if (result === undefined) return `failed: ${failed ?? "?"}`;
  return `${result.ours}, ${row.peer}: ${result.theirs}, figure ${result.value.toFixed(3)}`;
}
