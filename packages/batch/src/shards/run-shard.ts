import { type FileSystem, nodeFileSystem, type StopSignal } from "@reader/core";
import { BatchError } from "../contract/batch-error.ts";
import { nodeOutputFiles, unfinishedFolder } from "../files/node-output-files.ts";
import { type ShardFolders, shardFolders, takenOver } from "../files/shard-folders.ts";
import type { RunTotals } from "../journal/totals.ts";
import type { BatchOptions, BatchProgress } from "../engine/batch-options.ts";
import { runBatch } from "../engine/run-batch.ts";
import { describeRun } from "../engine/run-file.ts";
import type { Source } from "../sources/source.ts";
import { emptyTotals } from "./shard-totals.ts";
import { isAddress } from "../sources/storage.ts";
import { badJob, type ShardJob, type SharedRun } from "./shard-job.ts";
import { readPart, readSharedRun } from "./shard-plan.ts";

/** The options of the readers and of the output of a shard. Its sources and its output are those of the job. */
export interface ShardOptions extends Omit<
  BatchOptions,
  "sources" | "output" | "workingDirectory" | "include" | "exclude" | "shard" | "since" | "retry"
> {
  /** The version of each handler by its name. */
  readonly handlerVersions: Readonly<Record<string, string>>;
}

/** What a worker runs shards with. */
export interface ShardGround {
  /** Returns the options for a run, from its `settings`. */
  readonly optionsFor: (run: SharedRun) => Promise<ShardOptions>;
  /** The folders in which a job may read and write. Default: any. */
  readonly roots?: readonly string[] | undefined;
  /** Aborted to finish the documents under way, and leave the others to another worker. */
  readonly signal?: StopSignal | undefined;
  /** Aborted to stop at once. */
  readonly abort?: StopSignal | undefined;
  readonly onProgress?: (progress: BatchProgress) => void;
}

/** What became of a shard. */
export interface ShardResult {
  readonly state: "complete" | "interrupted";
  readonly documents: number;
  readonly totals: RunTotals;
}

/**
 * Runs a shard in a folder of its own, goes on with what an earlier worker had finished, and gives the folder its final name
 * when it is complete. Rejects with a `BatchError`.
 */
export async function runShard(job: ShardJob, ground: ShardGround): Promise<ShardResult> {
  const files = nodeOutputFiles(job.out);
  const folders = shardFolders(job.out);
  const run = await readSharedRun(files, job);
  if (folders.published().has(job.shard)) return { state: "complete", documents: job.documents, totals: emptyTotals };
  const options = await ground.optionsFor(run);
  const { fileSystem = nodeFileSystem() } = options;
  await checkFolders([job.out, ...run.sources.flatMap(({ roots }) => roots), options.images?.folder], {
    fileSystem,
    roots: ground.roots,
  });
  checkProgram(run, options);
  const documents = await readPart(files, job, run.sources.length);
  checkStorages(documents, options);
  const sources = run.sources.map((source, index): Source => {
    return {
      ...source,
      async *documents() {
        for (const { source: from, ...document } of documents) {
          if (from === index) yield document;
        }
      },
    };
  });
  const { workingDirectory } = run;
  const attributes = { "reader.batch.run": job.out, "reader.batch.shard": job.shard };
  const reading = { ...withoutChoice(options), ...stopsOf(ground) };
  return runClaimed(job, folders, { ...reading, sources, workingDirectory, attributes });
}

/** The plan of the run has chosen the documents. Options of a worker that choose again would drop some of them. */
function withoutChoice(options: ShardOptions): Omit<BatchOptions, "sources" | "output"> {
  const { since: _, ...reading }: Omit<BatchOptions, "sources" | "output"> = options;
  return { ...reading, include: [], exclude: [], leaveOut: [], retry: [], shard: undefined };
}

function stopsOf({ signal, abort, onProgress }: ShardGround): Partial<BatchOptions> {
  return {
    ...(signal === undefined ? {} : { signal }),
    ...(abort === undefined ? {} : { abort }),
    ...(onProgress === undefined ? {} : { onProgress }),
  };
}

/** Runs a shard in a folder in which no other process writes: decision 0059. */
async function runClaimed(
  { shard, documents }: ShardJob,
  folders: ShardFolders,
  options: Omit<BatchOptions, "output">,
): Promise<ShardResult> {
  const folder = folders.claim(shard);
  const output = nodeOutputFiles(folder, unfinishedFolder, { mustExist: true });
  try {
    const { state, totals, documents: found } = await runBatch({ ...options, output });
    if (state === "complete" && found !== documents) throw incomplete(folder, { found, documents });
    if (state === "complete") folders.publish(shard, folder);
    return { state, documents, totals };
  } catch (cause) {
    if (folders.underWay().includes(folder)) throw cause;
    throw takenOver(`shard ${shard} of ${options.workingDirectory ?? ""}`);
  }
}

/** Rejects a shard with objects that this program cannot read: each of them would be a file that is not there. */
function checkStorages(documents: readonly { readonly path: string }[], { storages = [] }: ShardOptions): void {
  const other = documents.find(
    ({ path }) => isAddress(path) && !storages.some(({ prefix }) => path.startsWith(prefix)),
  );
  if (other === undefined) return;
  const prefix = other.path.slice(0, other.path.indexOf("://") + 3);
  throw new BatchError("other-program", `The shard has documents on ${prefix}, which this worker cannot read.`, {
    hint: "Install the package of the storage, and start the worker again: npm install @reader/s3 for s3://.",
  });
}

function incomplete(
  folder: string,
  { found, documents }: { readonly found: number; readonly documents: number },
): BatchError {
  return new BatchError("damaged", `The shard in ${folder} has ${found} documents instead of ${documents}.`, {
    hint: "Remove that folder, and repeat the command that started the run.",
  });
}

/** Rejects a job that reads or writes outside the folders of the worker. */
async function checkFolders(
  folders: readonly (string | undefined)[],
  { fileSystem, roots }: { readonly fileSystem: FileSystem; readonly roots: readonly string[] | undefined },
): Promise<void> {
  if (roots === undefined || roots.length === 0) return;
  const { path, workingDirectory } = fileSystem;
  const real = async (folder: string): Promise<string> => {
    if (isAddress(folder)) return folder;
    const absolute = path.resolve(workingDirectory, folder);
    return fileSystem.realPath(absolute).catch(() => absolute);
  };
  const allowed = await Promise.all(roots.map(real));
  for (const folder of folders) {
    if (folder === undefined) continue;
    const place = await real(folder);
    const isInside = allowed.some((root) => {
      if (isAddress(root) || isAddress(place)) return place === root || place.startsWith(`${root.replace(/\/$/, "")}/`);
      const way = path.relative(root, place);
      return way !== ".." && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
    });
    if (!isInside) throw badJob(`${folder} is outside the roots of this worker`);
  }
}

/** Rejects a run that other handlers or other options have planned. */
function checkProgram(run: SharedRun, options: ShardOptions): void {
  const { workingDirectory } = run;
  const { readKey } = describeRun({ ...options, sources: [], output: nodeOutputFiles("") }, { workingDirectory });
  const names = [...new Set([...Object.keys(run.handlers), ...Object.keys(options.handlerVersions)])];
  const other = names.find((name) => run.handlers[name] !== options.handlerVersions[name]);
  if (other !== undefined) {
    const [wanted, found] = [run.handlers[other], options.handlerVersions[other]].map((each) => each ?? "none");
    throw new BatchError("other-program", `The run wants handler ${other} ${wanted}; this worker has ${found}.`, {
      hint: "Install the same versions on every machine, with the same --config, and start the worker again.",
    });
  }
  if (readKey === run.readKey) return;
  throw new BatchError("other-program", "This worker would read the documents of the run with other options.", {
    hint: "Start the worker with the same --allow-secrets, --config and --s3-endpoint as the run.",
  });
}
