import type { Json } from "@reader/core";
import { nodeFileSystem } from "@reader/core";
import type { PlannedDocument } from "../contract/document.ts";
import { startSha256, sha256 } from "../contract/ids.ts";
import { completeLines } from "../files/lines.ts";
import { type OutputFiles, readWhole } from "../files/output-files.ts";
import { acquireLock } from "../journal/lock.ts";
import { runFiles } from "../journal/layout.ts";
import { type PlanTotals, planTotals } from "../journal/plan.ts";
import type { BatchOptions } from "../engine/batch-options.ts";
import { makePlan } from "../engine/make-plan.ts";
import { claimRun, describeRun, refuseForeignFolder, type RunFile } from "../engine/run-file.ts";
import { isAddress } from "../sources/storage.ts";
import { badJob, digestDigits, parseSharedRun, type ShardJob, type SharedRun } from "./shard-job.ts";

/** How a run is divided. The limits of its first start are kept: later ones of the same run are not used. */
export interface ShardLimits {
  /** Default: 1000. */
  readonly documents?: number;
  /** Bytes of the files of a shard; a file that is larger is alone. Default: 1 GB. */
  readonly bytes?: number;
}

/** Default size of a shard. */
export const shardDefaults = { documents: 1000, bytes: 1_000_000_000 } as const;

/** A run to divide. */
export interface ShardedRun extends BatchOptions {
  /** What the program that runs the shards needs to make the same options. It must not have a secret. */
  readonly settings: Json;
  /** The version of each handler by its name. */
  readonly handlerVersions: Readonly<Record<string, string>>;
  /** What the program that started the run needs to go on with it. */
  readonly command?: unknown;
}

/** A run that is planned. */
export interface PlannedRun {
  readonly totals: PlanTotals;
  /** The digest of the file with the common facts. */
  readonly run: string;
  /** Those of its first start. */
  readonly limits: Required<ShardLimits>;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Plans a run of shards, or takes the plan that it has. Returns `undefined` if it was interrupted. Rejects with a
 * `BatchError` for a folder with another run.
 */
export async function planShards(options: ShardedRun, wanted: ShardLimits = {}): Promise<PlannedRun | undefined> {
  const { output: files, fileSystem = nodeFileSystem(), command, takesOver = false } = options;
  await refuseForeignFolder(files);
  const lock = await acquireLock(files, { takesOver });
  try {
    const run = describeRun(options, { workingDirectory: fileSystem.workingDirectory, command });
    const { shardLimits: limits = limitsOf(wanted) } = await claimRun(files, {
      ...run,
      isSharded: true,
      shardLimits: limitsOf(wanted),
    });
    const totals = (await planTotals(files)) ?? (await makePlan(options));
    if (totals === undefined) return undefined;
    return { totals, run: await shareFacts(options, run), limits };
  } finally {
    await lock.release().catch(() => undefined);
  }
}

/** An infinite limit cannot be kept as JSON. */
function limitsOf({
  documents = shardDefaults.documents,
  bytes = shardDefaults.bytes,
}: ShardLimits): PlannedRun["limits"] {
  const most = Number.MAX_SAFE_INTEGER;
  return { documents: Math.min(documents, most), bytes: Math.min(bytes, most) };
}

/** Writes what all shards have in common, and returns its digest. */
async function shareFacts(options: ShardedRun, { readKey, workingDirectory }: RunFile): Promise<string> {
  const { output: files, sources, fileSystem = nodeFileSystem(), handlerVersions, settings } = options;
  const shared: SharedRun = {
    version: 1,
    workingDirectory,
    sources: sources.map(({ name, roots, folder }) => ({
      name,
      roots: roots.map((root) => (isAddress(root) ? root : fileSystem.path.resolve(workingDirectory, root))),
      ...(folder === undefined ? {} : { folder }),
    })),
    readKey,
    handlers: Object.fromEntries(Object.entries(handlerVersions).toSorted(([one], [other]) => (one < other ? -1 : 1))),
    settings,
  };
  const bytes = encoder.encode(`${JSON.stringify(shared)}\n`);
  const existing = await readWhole(files, runFiles.shared);
  // A new version of a handler gives the shards that are not complete new jobs.
  if (existing === undefined || digestOf(existing) !== digestOf(bytes)) {
    await files.replace(runFiles.shared, bytes, { isDurable: true });
  }
  return digestOf(bytes);
}

/** Reads what all shards have in common. Rejects with a `BatchError` if it is not what the job was made for. */
export async function readSharedRun(files: OutputFiles, { run }: Pick<ShardJob, "run">): Promise<SharedRun> {
  const bytes = await readWhole(files, runFiles.shared);
  if (bytes === undefined) throw badJob(`there is no run in ${files.folder}`);
  if (digestOf(bytes) !== run) throw badJob(`the run in ${files.folder} is another one, or was planned again`);
  return parseSharedRun(parsed(bytes));
}

/** Divides a planned run into shards, in the order of its plan. */
export async function* divide(
  files: OutputFiles,
  { run, limits }: Pick<PlannedRun, "run" | "limits">,
): AsyncGenerator<ShardJob, void, undefined> {
  const out = process.getBuiltinModule("node:path").resolve(files.folder);
  let shard = 0;
  let part = new Part(0);
  for await (const lines of completeLines(files, runFiles.plan)) {
    // The next block replaces these bytes while a consumer waits.
    for (const line of lines.map((each) => ({ ...each, bytes: each.bytes.slice() }))) {
      const fields = parsed(line.bytes);
      if (!Array.isArray(fields)) break;
      const size = Math.max(0, Number(fields[1]));
      if (part.isFull(size, limits)) {
        yield { version: 1, out, run, shard, ...part.facts() };
        shard += 1;
        part = new Part(line.start);
      }
      part.add(line, size);
    }
  }
  if (part.documents > 0) yield { version: 1, out, run, shard, ...part.facts() };
}

const lineEnd = encoder.encode("\n");

/** Lines of the plan that become a shard. */
class Part {
  readonly #start: number;
  readonly #hash = startSha256();
  #end: number;
  #bytes = 0;
  documents = 0;

  constructor(start: number) {
    this.#start = start;
    this.#end = start;
  }

  /** True if the next document, of this size, is one too many. */
  isFull(size: number, { documents, bytes }: Required<ShardLimits>): boolean {
    return this.documents > 0 && (this.documents >= documents || this.#bytes + size > bytes);
  }

  add({ bytes, end }: { readonly bytes: Uint8Array; readonly end: number }, size: number): void {
    this.#hash.update(bytes);
    this.#hash.update(lineEnd);
    this.#end = end;
    this.#bytes += size;
    this.documents += 1;
  }

  facts(): Pick<ShardJob, "start" | "end" | "documents" | "part"> {
    const part = this.#hash.digest().slice(0, digestDigits);
    return { start: this.#start, end: this.#end, documents: this.documents, part };
  }
}

/** Reads the documents of a shard. Rejects with a `BatchError` if they are not those of the job. */
export async function readPart(
  files: OutputFiles,
  job: ShardJob,
  sources: number,
): Promise<readonly Omit<PlannedDocument, "index">[]> {
  const bytes = new Uint8Array(job.end - job.start);
  const count = await files.read(runFiles.plan, bytes, job.start);
  if (count !== bytes.length || digestOf(bytes) !== job.part) throw badJob("the plan of its run was changed");
  const lines = decoder.decode(bytes).split("\n").slice(0, -1);
  if (lines.length !== job.documents) throw badJob("it has another number of documents");
  return lines.map((line) => documentOf(parsed(encoder.encode(line)), sources));
}

function digestOf(bytes: Uint8Array): string {
  return sha256(bytes).slice(0, digestDigits);
}

function isIndex(value: unknown, count: number): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value < count;
}

function documentOf(fields: unknown, sources: number): Omit<PlannedDocument, "index"> {
  const [path, size, modifiedNs, source, etag] = Array.isArray(fields) ? (fields as readonly unknown[]) : [];
  const isSound = typeof path === "string" && path !== "" && typeof modifiedNs === "string";
  if (!isSound || !isIndex(source, sources) || typeof size !== "number") throw badJob("the plan of its run is damaged");
  return { path, size, modifiedNs, source, ...(typeof etag === "string" ? { etag } : {}) };
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    throw badJob("a file of its run is not JSON");
  }
}
