import { type FileSystem, nodeFileSystem } from "@reader/core";
import { BatchError, systemCodeOf } from "../contract/batch-error.ts";
import { unfinishedFolder } from "../files/node-output-files.ts";
import type { OutputFiles } from "../files/output-files.ts";
import { openJournal, type Journal } from "../journal/journal.ts";
import { runFiles } from "../journal/layout.ts";
import { acquireLock } from "../journal/lock.ts";
import { planTotals, type PlanTotals } from "../journal/plan.ts";
import { replayJournal, type RunState } from "../journal/replay.ts";
import type { BatchOptions, BatchSummary, StartTotals } from "./batch-options.ts";
import { BatchRun } from "./batch-run.ts";
import { makePlan } from "./make-plan.ts";
import { outputFor } from "./output-for.ts";
import { createReaders } from "./reading.ts";
import { claimRun, describeRun, refuseForeignFolder, type RunFile } from "./run-file.ts";
import { openSince } from "./since.ts";
import { startTelemetry, type Telemetry } from "./telemetry.ts";
import { markComplete, summarise, writeDeleted } from "./summary.ts";

/** A new run, as it was started. `command` is for the program that started it. */
export interface RunStart extends BatchOptions {
  readonly command?: unknown;
}

/**
 * Reads the documents of the sources, and writes them to the output. Goes on with an earlier start of the same run. Faults
 * of documents are data; rejects with a `BatchError` if the run itself cannot go on, and then the same call continues it.
 */
export async function runBatch(options: RunStart): Promise<BatchSummary> {
  const { output: files } = options;
  try {
    await refuseForeignFolder(files);
    const lock = await acquireLock(files, { takesOver: options.takesOver ?? false });
    try {
      return await runLocked(options);
    } finally {
      await lock.release().catch(() => undefined);
    }
  } catch (cause) {
    throw outputFault(cause, files);
  }
}

const writeFaults: Readonly<Record<string, string>> = {
  ENOSPC: "there is no space left",
  EDQUOT: "the disk quota is used up",
  EFBIG: "a file would be larger than the system allows",
  EROFS: "the file system is read-only",
  EACCES: "permission is denied",
  EPERM: "permission is denied",
  EIO: "the device reported an error",
  ENOTDIR: "a folder of its path is a file",
  EEXIST: "a folder of its path is a file",
  EMFILE: "too many files are open",
};

/** Returns the error for a failed system call: of a run, only calls of the output reject. */
function outputFault(cause: unknown, { folder }: OutputFiles): unknown {
  const code = systemCodeOf(cause);
  if (BatchError.is(cause) || code === undefined || !/^E[A-Z]+$/.test(code)) return cause;
  return new BatchError("output-failed", `${folder} cannot be written: ${writeFaults[code] ?? code}.`, {
    hint: "Make room or give it permission, and run the same command again: it goes on where it stopped.",
    cause,
  });
}

async function runLocked(options: RunStart): Promise<BatchSummary> {
  const { output: files, fileSystem = nodeFileSystem(), clock = () => performance.now() } = options;
  const start = clock();
  const { workingDirectory = fileSystem.workingDirectory, command } = options;
  const run = describeRun(options, { workingDirectory, command });
  await claimRun(files, run);
  await removeUnfinished(files);
  const plan = (await planTotals(files)) ?? (await makePlan(options));
  if (plan === undefined) {
    return summarise({ state: "interrupted", wasComplete: false, plan, run: undefined, ms: clock() - start });
  }
  const { state, size } = await replayJournal(files);
  if (state.isFinished && retriesOf(options, state) === 0) {
    return summarise({ state: "complete", wasComplete: true, plan, run: state, ms: clock() - start });
  }
  const journal = await openJournal(files, size);
  const telemetry = await startTelemetry({ "reader.batch.output": files.folder, ...options.attributes });
  try {
    const end = await goOn(options, { files, fileSystem, run, plan, state, journal, telemetry });
    const summary = summarise({ ...end, wasComplete: false, plan, run: state, ms: clock() - start });
    if (summary.state === "complete") await markComplete(files, journal, summary);
    telemetry.end(summary);
    return summary;
  } catch (cause) {
    telemetry.end({ error: cause });
    throw cause;
  } finally {
    await journal.close();
  }
}

/** Returns the number of failed documents to read again. */
function retriesOf({ retry = [] }: BatchOptions, { totals }: RunState): number {
  const { failed, byCode } = totals.snapshot();
  return retry === "all" ? failed : [...new Set(retry)].reduce((sum, code) => sum + (byCode[code] ?? 0), 0);
}

interface Ground {
  readonly files: OutputFiles;
  readonly fileSystem: FileSystem;
  readonly run: RunFile;
  readonly plan: PlanTotals;
  readonly state: RunState;
  readonly journal: Journal;
  readonly telemetry: Telemetry;
}

/** Reads what is pending. */
async function goOn(options: RunStart, ground: Ground): Promise<Pick<BatchSummary, "state" | "now" | "deleted">> {
  const { files, fileSystem, run, state, journal, telemetry } = ground;
  const begin = {
    type: "start",
    at: new Date().toISOString(),
    pid: process.pid,
    host: process.getBuiltinModule("node:os").hostname(),
  } as const;
  await files.remove(runFiles.success);
  await journal.append([begin]);
  state.apply(begin);
  const onRoll = async (file: string): Promise<void> => {
    await journal.append([{ type: "roll", file }]);
    // What the part was made of is removed next: the journal must not lose after that what it says of the part.
    await journal.sync();
    state.apply({ type: "roll", file });
  };
  const output = await outputFor(options, { files, state, onRoll });
  const readers = createReaders(options, fileSystem);
  const { versionOf } = readers;
  try {
    const since = options.since === undefined ? undefined : await openSince(options.since, { run, versionOf });
    const concurrency = options.concurrency ?? process.getBuiltinModule("node:os").availableParallelism();
    const progress = createReporter(options, ground);
    const { onCommit } = progress;
    onCommit(0);
    const batch = new BatchRun(options, {
      files,
      state,
      journal,
      output,
      readers,
      since,
      concurrency,
      telemetry,
      onCommit,
    });
    await batch.readAll();
    await batch.checkpoint();
    const now = progress.now();
    if (options.signal?.aborted === true || options.abort?.aborted === true) return { state: "interrupted", now };
    await output.finish();
    return { state: "complete", now, ...(since === undefined ? {} : { deleted: await writeDeleted(files, since) }) };
  } finally {
    await readers.close();
    await output.close();
  }
}

/** Counts what a start does, and reports it. */
interface Reporter {
  readonly onCommit: (documents: number) => void;
  now(): StartTotals;
}

function createReporter(options: RunStart, { plan, state }: Ground): Reporter {
  const retries = retriesOf(options, state);
  const before = state.totals.snapshot();
  const wanted = plan.documents - before.read - before.failed - before.kept + retries;
  let readNow = 0;
  return {
    onCommit(documents) {
      readNow += documents;
      if (options.onProgress === undefined) return;
      const totals = state.totals.snapshot();
      const done = totals.read + totals.failed + totals.kept;
      const left = wanted - readNow - (totals.kept - before.kept);
      options.onProgress({ phase: "reading", documents: plan.documents, done, readNow, left, retries, totals });
    },
    now() {
      const read = state.totals.snapshot().read - before.read;
      return { read, failed: readNow - read, retries };
    },
  };
}

/** Removes files that a process left incomplete when it ended. */
async function removeUnfinished(files: OutputFiles): Promise<void> {
  for (const name of (await files.list(unfinishedFolder)) ?? []) await files.remove(`${unfinishedFolder}/${name}`);
}
