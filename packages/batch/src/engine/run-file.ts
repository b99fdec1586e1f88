import { BatchError } from "../contract/batch-error.ts";
import { sha256 } from "../contract/ids.ts";
import { type OutputFiles, readWhole } from "../files/output-files.ts";
import { runFiles, runFolder } from "../journal/layout.ts";
import { hasRead, planTotals } from "../journal/plan.ts";
import type { BatchFormat, BatchOptions } from "./batch-options.ts";

/** The facts of a run, written when it starts. */
export interface RunFile {
  readonly version: 1;
  readonly createdAt: string;
  readonly workingDirectory: string;
  readonly sources: readonly string[];
  readonly format: BatchFormat;
  /** The hash of everything that decides which documents are read. */
  readonly planKey: string;
  /** The hash of everything else that decides what the output of a document is. */
  readonly readKey: string;
  /** The output of the earlier run, as it was named. */
  readonly since?: string;
  /** True for a run that is divided into the jobs of a queue. */
  readonly isSharded?: true;
  /** How such a run is divided. A shard is known by its number alone, so that no later start may divide it otherwise. */
  readonly shardLimits?: { readonly documents: number; readonly bytes: number };
  /** What the program that started the run needs to go on with it. */
  readonly command?: unknown;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Describes a run by its options. */
export function describeRun(
  options: BatchOptions,
  facts: { readonly workingDirectory: string; readonly command?: unknown },
): RunFile {
  const { sources, include = [], exclude = [], shard, since, format = "jsonl" } = options;
  const names = sources.map(({ name }) => name);
  const roots = sources.map((source) => source.roots);
  return {
    version: 1,
    createdAt: new Date().toISOString(),
    workingDirectory: facts.workingDirectory,
    sources: names,
    format,
    planKey: keyOf([facts.workingDirectory, names, roots, include, exclude, shard, since?.folder]),
    readKey: keyOf(readFacts(options)),
    ...(since === undefined ? {} : { since: since.folder }),
    ...(facts.command === undefined ? {} : { command: facts.command }),
  };
}

function readFacts(options: BatchOptions): readonly unknown[] {
  const { format = "jsonl", chunks, recognise = false, maxTextBytes, identity, images } = options;
  // A hash of a password could be guessed.
  const { password: _, ...request } = options.request ?? {};
  return [format, format === "chunks" ? chunks : 0, request, recognise, maxTextBytes, identity, images?.folder];
}

function keyOf(facts: readonly unknown[]): string {
  return sha256(JSON.stringify(facts, (_, value: unknown) => value ?? null));
}

/** Returns the facts of the run of an output folder, or `undefined` if it has none. */
export async function readRunFile(files: OutputFiles): Promise<RunFile | undefined> {
  const bytes = await readWhole(files, runFiles.options);
  if (bytes === undefined) return undefined;
  try {
    const run = JSON.parse(decoder.decode(bytes)) as RunFile;
    if (run.version === 1 && typeof run.planKey === "string" && typeof run.readKey === "string") return run;
  } catch {
    // Reported below.
  }
  throw new BatchError("damaged", `${runFiles.options} of ${files.folder} is damaged, or of a later version.`, {
    hint: "Use another output folder, or a newer version of this program.",
  });
}

/** Like `readRunFile`, but rejects if there is no run. */
export async function existingRun(files: OutputFiles): Promise<RunFile> {
  const run = await readRunFile(files);
  if (run !== undefined) return run;
  throw new BatchError("no-run", `${files.folder} has no run.`, {
    hint: "Give the output folder of a run: reader batch SOURCE --out DEST starts one.",
  });
}

/**
 * Writes the facts of a new run, or checks that the run of the folder is the same, and returns those of the folder. A run
 * that read nothing and has no plan, because of a faulty manifest for example, is replaced. The lock is held. Rejects
 * with a `BatchError` for a folder with another run.
 */
export async function claimRun(files: OutputFiles, run: RunFile): Promise<RunFile> {
  const existing = await readRunFile(files);
  if (existing !== undefined) {
    const isSame = existing.planKey === run.planKey && existing.readKey === run.readKey;
    if (isSame && existing.isSharded === run.isSharded) return existing;
    if (await mayHaveRead(files)) throw otherRun(files, existing, run);
  }
  await files.replace(runFiles.options, encoder.encode(`${JSON.stringify(run, undefined, 2)}\n`), { isDurable: true });
  return run;
}

/** True if a run has a plan, or a record of documents without one. */
async function mayHaveRead(files: OutputFiles): Promise<boolean> {
  return (await planTotals(files)) !== undefined || hasRead(files);
}

function otherRun(files: OutputFiles, existing: RunFile, run: RunFile): BatchError {
  return new BatchError("other-run", `${files.folder} has a run with other ${differenceOf(existing, run)}.`, {
    hint: "Repeat the command that started it, or give another --out.",
  });
}

/** Rejects with a `BatchError` for a folder that has files, but no run. */
export async function refuseForeignFolder(files: OutputFiles): Promise<void> {
  const names = (await files.list("")) ?? [];
  if (names.length === 0 || names.includes(runFolder)) return;
  throw new BatchError("not-empty", `${files.folder} is not empty, and has no run.`, {
    hint: "Give --out a new or an empty folder.",
  });
}

function differenceOf(existing: RunFile, run: RunFile): string {
  if (existing.workingDirectory !== run.workingDirectory)
    return `paths: it was started in ${existing.workingDirectory}`;
  if (existing.planKey !== run.planKey) return "sources or filters";
  if (existing.isSharded !== run.isSharded) {
    return `options: it was started ${existing.isSharded === true ? "with" : "without"} a queue`;
  }
  return existing.format === run.format ? "options" : `options: its format is ${existing.format}`;
}
