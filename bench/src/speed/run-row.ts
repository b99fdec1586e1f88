import { fork, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { removeParts } from "./files/bench-data.ts";
import { rowLabel, type Row, type RowOutcome } from "./row.ts";
import type { RowMessage, RowResult } from "./row-result.ts";

/** How a row is run. */
export interface RowRun {
  /** Takes what the row writes besides; for its process, the folder of passing files. */
  readonly scratch: string;
  /** Ends the row. */
  readonly signal: AbortSignal;
  /** How long it may take from its start, or from the last file that it made; 10 minutes where not given. */
  readonly timeLimitMs?: number;
  /** A module that does what `row-program.ts` does, which is taken where none is given. */
  readonly program?: string;
}

const defaultTimeLimitMs = 600_000;
const rowProgram = fileURLToPath(new URL("row-program.ts", import.meta.url));
/** Whether a process can be ended with all that it started. */
const hasGroups = process.platform !== "win32";

/**
 * Measures a row in a process of its own, so that nothing that another row did to memory, caches and compiled code is
 * in its figures. For the same reason, a process that had to make a file is followed by another that finds it there.
 */
export async function runRow(row: Row, run: RowRun): Promise<RowOutcome> {
  const first = await runOnce(row, run);
  const { outcome } = first.hasMade && first.outcome.result !== undefined ? await runOnce(row, run) : first;
  return outcome;
}

async function runOnce(row: Row, run: RowRun): Promise<{ readonly outcome: RowOutcome; readonly hasMade: boolean }> {
  if (run.signal.aborted) return { outcome: { row, failed: "interrupted" }, hasMade: false };
  const child = startProcess(row, run);
  try {
    const { last, hasMade } = await listen(child, run);
    return { outcome: { row, ...ending(last) }, hasMade };
  } finally {
    endProcess(child);
    if (child.pid !== undefined) removeParts(child.pid);
  }
}

function startProcess(row: Row, { scratch, program = rowProgram }: RowRun): ChildProcess {
  return fork(program, [rowLabel(row)], {
    // What peers print must not get between the lines of the table.
    stdio: ["ignore", 2, 2, "ipc"],
    // `alternate` collects garbage before each run, so that no run pays for the garbage of another.
    execArgv: ["--expose-gc"],
    env: { ...process.env, TMPDIR: scratch, TMP: scratch, TEMP: scratch },
    detached: hasGroups,
  });
}

/** Waits until the process ends, or until its deadline. */
function listen(
  child: ChildProcess,
  { signal, timeLimitMs = defaultTimeLimitMs }: RowRun,
): Promise<{ readonly last: RowMessage; readonly hasMade: boolean }> {
  return new Promise((resolve) => {
    let hasMade = false;
    let timer: NodeJS.Timeout | undefined;
    const done = (last: RowMessage): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      resolve({ last, hasMade });
    };
    const fail = (reason: string): void => done({ type: "failed", reason });
    const onAbort = (): void => fail("interrupted");
    const wait = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => fail(`not done in ${timeLimitMs / 1000} s`), timeLimitMs);
    };
    wait();
    signal.addEventListener("abort", onAbort);
    child.once("error", (error) => fail(error.message));
    child.once("exit", (code, by) => fail(`its process ended ${by === null ? `with code ${code}` : `by ${by}`}`));
    child.on("message", (message) => {
      // The bench itself started the process: what comes is what it knows.
      const said = message as RowMessage;
      if (said.type !== "made") return done(said);
      hasMade = true;
      wait();
    });
  });
}

function ending(last: RowMessage): { readonly result: RowResult } | { readonly failed: string } {
  if (last.type === "failed") return { failed: last.reason };
  // JSON has no NaN, and null is less than every limit.
  if (last.type !== "measured" || !Number.isFinite(last.result.value)) return { failed: "it gave no figure" };
  return { result: last.result };
}

/** Ends a process with all that it started, which may hang as well. */
function endProcess(child: ChildProcess): void {
  try {
    if (child.pid !== undefined && hasGroups) process.kill(-child.pid, "SIGKILL");
    else child.kill("SIGKILL");
  } catch {
    // It is gone already.
  }
}
