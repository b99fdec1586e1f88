import {
  type DistributedSummary,
  distribute,
  nodeOutputFiles,
  type ShardQueue,
  shardsStatus,
  workShards,
} from "@reader/batch";
import { shellWord } from "@reader/core/render";
import { UsageError } from "@reader/handlers/usage-error";
import type { CommandLine, GivenOptions } from "../arguments/parse-arguments.ts";
import { exitCodes } from "../output/exit-codes.ts";
import { printErrorLine } from "../output/fault.ts";
import { printable, toJson } from "../output/format.ts";
import { write, writeIfOpen } from "../output/write.ts";
import { keepHeapSmall } from "./batch-memory.ts";
import { createQueueProgress, distributedText, queueText } from "./batch-queue-report.ts";
import { createBatchProgress } from "./batch-report.ts";
import { type BatchSetup, batchSetup, handlerVersionsOf, outFolder } from "./batch-setup.ts";
import { interrupts } from "./interrupts.ts";
import { createSetups, settingsOf, sharedOptions } from "./worker-setups.ts";

/** Options of the command that starts a run: a worker reads all documents of a shard, as that command has chosen them. */
const runOptions = [
  "out",
  "include",
  "exclude",
  "manifest",
  "shard",
  "since",
  "retry",
  "code",
  "resume",
  "take-over",
  "dry-run",
  "no-wait",
] as const;

/** `reader batch … --queue`: plans a run, adds its shards to the queue, and waits for their end. */
export async function runQueued(line: CommandLine, argv: readonly string[]): Promise<number> {
  refuseSince(line.options);
  refuseOptions(line.options, ["shard", "retry", "code", "until-empty"], "a run of a queue");
  const out = absolute(outFolder(line.options));
  if (line.options.has("resume")) await shardsStatus(nodeOutputFiles(out));
  const options = withAbsoluteImages(line.options);
  const { setup, isolation } = await batchSetup({ ...line, options });
  try {
    return await distributeTo(await openQueue(options), { setup, options, out, argv });
  } finally {
    await isolation.close();
  }
}

interface QueuedRun {
  readonly setup: BatchSetup["setup"];
  readonly options: GivenOptions;
  readonly out: string;
  readonly argv: readonly string[];
}

/** Closes the queue at the end. */
async function distributeTo(queue: ShardQueue, { setup, options, out, argv }: QueuedRun): Promise<number> {
  const stop = interrupts();
  const progress = createQueueProgress({ isQuiet: options.has("quiet") });
  try {
    const run = {
      ...setup,
      output: nodeOutputFiles(out),
      signal: stop.finish,
      abort: stop.abort,
      settings: settingsOf(options),
      handlerVersions: handlerVersionsOf(setup),
      command: { argv },
    };
    const waits = !options.has("no-wait");
    const summary = await distribute(run, { queue, waits, onProgress: (state) => progress.show(state) });
    progress.clear();
    const again = `reader ${argv.map(shellWord).join(" ")}`;
    const facts = { out, again, queue: queue.name };
    await writeIfOpen(
      "stdout",
      options.has("json") ? `${toJson({ ...summary, ...facts })}\n` : distributedText(summary, facts),
    );
    return exitCodeOf(summary);
  } finally {
    progress.clear();
    await queue.close();
  }
}

function exitCodeOf({ state, totals, problems }: DistributedSummary): number {
  if (state === "interrupted") return exitCodes.interrupted;
  if (state === "failed") return exitCodes.stopped;
  return totals.failed > 0 || problems.length > 0 ? exitCodes.fault : exitCodes.read;
}

/** `reader batch work --queue`: runs shards until it is interrupted. */
export async function runWork({ operands, options }: CommandLine): Promise<number> {
  refuseOptions(options, [...runOptions, ...sharedOptions], "reader batch work");
  if (operands.length > 0) throw new UsageError("reader batch work takes no source.", "The queue says what is read.");
  const queue = await openQueue(options);
  const { finish, abort } = interrupts();
  const progress = createBatchProgress({ isQuiet: options.has("quiet") });
  const collect = keepHeapSmall();
  const setups = createSetups(options);
  const roots = options.list("root");
  let complete = 0;
  try {
    await workShards(queue, {
      roots: roots.length === 0 ? undefined : roots,
      untilEmpty: options.has("until-empty"),
      signal: finish,
      abort,
      optionsFor: (run) => setups.optionsFor(run),
      onProgress: (_, state) => {
        progress.show(state);
        collect();
      },
      onShard: ({ out, shard }, end) => {
        progress.clear();
        if (!(end instanceof Error)) complete += 1;
        const words = end instanceof Error ? `failed: ${end.message}` : `complete, ${end.documents} documents`;
        if (!options.has("quiet")) void printErrorLine(`shard ${shard} of ${printable(out)}: ${printable(words)}`);
      },
    });
    await write("stdout", options.has("json") ? `${toJson({ complete })}\n` : `${complete} shards complete.\n`);
    return exitCodes.read;
  } finally {
    progress.clear();
    await Promise.all([queue.close(), setups.close()]);
  }
}

/** `reader batch status --queue`: shows what is in the queue. */
export async function showQueue({ options }: CommandLine): Promise<number> {
  const queue = await openQueue(options);
  try {
    const state = await queue.state();
    const failures = await queue.failures(maxFailures);
    const shown = options.has("json")
      ? `${toJson({ queue: queue.name, ...state, failures })}\n`
      : queueText(state, { name: queue.name, failures });
    await write("stdout", shown);
    return state.failed > 0 ? exitCodes.fault : exitCodes.read;
  } finally {
    await queue.close();
  }
}

/** Failed shards to show. */
const maxFailures = 100;

/** Workers may have another working directory. */
function withAbsoluteImages(options: GivenOptions): GivenOptions {
  const images = options.text("images");
  if (images === undefined || /^\w+:\/\//.test(images)) return options;
  const isImages = (name: string): boolean => name === "images";
  return {
    ...options,
    text: (name) => (isImages(name) ? absolute(images) : options.text(name)),
    list: (name) => (isImages(name) ? [absolute(images)] : options.list(name)),
  };
}

function absolute(folder: string): string {
  return process.getBuiltinModule("node:path").resolve(folder);
}

function refuseSince(options: GivenOptions): void {
  const since = options.text("since");
  if (since === undefined) return;
  const newer = `find SOURCE -type f -newer ${shellWord(`${since}/_run/run.json`)} | reader batch - --out DIR --queue URL`;
  throw new UsageError(
    "--since cannot be used with --queue: no journal has all documents of a run of a queue.",
    `Give the queue a list of what changed: ${newer}. Or divide the run with --shard I/N, where --since works.`,
  );
}

function refuseOptions(options: GivenOptions, names: readonly string[], what: string): void {
  const given = names.find((name) => options.has(name));
  if (given !== undefined) throw new UsageError(`--${given} is not an option of ${what}.`, "See reader help batch.");
}

/** Connects to the queue of `--queue`. A password may be in the environment instead of the address. */
async function openQueue(options: GivenOptions): Promise<ShardQueue> {
  const url = options.text("queue");
  if (url === undefined)
    throw new UsageError("No queue is given.", "Add --queue redis://HOST or postgres://HOST/DATABASE.");
  const queues = await loadQueues();
  return queues.connectQueue({ url: withPassword(url, process.env["READER_QUEUE_PASSWORD"]) });
}

function withPassword(url: string, password: string | undefined): string {
  if (password === undefined || !URL.canParse(url)) return url;
  const parsed = new URL(url);
  if (parsed.password === "") parsed.password = password;
  return parsed.href;
}

/** What of the package of the queues is used. */
interface Queues {
  connectQueue(connection: { readonly url: string }): Promise<ShardQueue>;
}

/** Loads the package of the queues, which is installed apart: it brings the drivers of two databases. */
async function loadQueues(): Promise<Queues> {
  try {
    return await import("@reader/batch-queue");
  } catch (cause) {
    const isMissing = cause instanceof Error && "code" in cause && cause.code === "ERR_MODULE_NOT_FOUND";
    if (!isMissing && !String(cause).includes("@reader/batch-queue")) throw cause;
    throw new UsageError(
      "Queues need a package that is not installed: @reader/batch-queue.",
      "Run npm install @reader/batch-queue where @reader/cli is installed; add --global if that is global.",
    );
  }
}
