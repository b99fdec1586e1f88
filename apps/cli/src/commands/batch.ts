import {
  BatchError,
  type BatchOptions,
  type BatchStatus,
  type BatchSummary,
  batchStatus,
  commandOf,
  isSharded,
  nodeOutputFiles,
  previewBatch,
  runBatch,
  shardsStatus,
} from "@reader/batch";
import { shellWord } from "@reader/core/render";
import { UsageError } from "@reader/handlers/usage-error";
import { type CommandLine, optionsFrom, parseArguments } from "../arguments/parse-arguments.ts";
import { exitCodes } from "../output/exit-codes.ts";
import { printErrorLine, reportFault } from "../output/fault.ts";
import { printable, toJson } from "../output/format.ts";
import { write, writeIfOpen } from "../output/write.ts";
import { keepHeapSmall } from "./batch-memory.ts";
import { createBatchProgress, previewText, statusText, summaryText } from "./batch-report.ts";
import { localFolder } from "./batch-s3.ts";
import { batchSetup, codesOf, outFolder } from "./batch-setup.ts";
import { interrupts } from "./interrupts.ts";

/**
 * `reader batch`: reads many files into a folder, or reports on such a run. What stops a run has an exit code of its own, so
 * that a run with 0 or 1 is complete.
 */
export async function runBatchCommand(line: CommandLine): Promise<number> {
  let isEnded = false;
  // An uncaught error, or nothing left to wait for.
  process.once("exit", () => {
    if (!isEnded) process.exitCode = exitCodes.stopped;
  });
  try {
    return await runAction(line);
  } catch (cause) {
    const code = BatchError.is(cause) ? await reportBatchError(cause) : await reportFault(cause);
    return code === exitCodes.fault ? exitCodes.stopped : code;
  } finally {
    isEnded = true;
  }
}

async function reportBatchError({ code, message, hint }: BatchError): Promise<number> {
  const isFault = code === "output-failed" || code === "damaged";
  if (!isFault) return reportFault(new UsageError(message, hint));
  await printErrorLine(`reader: ${printable(message)}\n  ${printable(hint)}`);
  return exitCodes.fault;
}

/** The word after `batch`, or a run over the sources. */
async function runAction(line: CommandLine): Promise<number> {
  const [first, ...operands] = line.operands;
  if (first === "status") return showStatus({ ...line, operands });
  if (first === "retry") return retry({ ...line, operands });
  if (first === "plan") return showPlan({ ...line, operands });
  if (first === "work") return (await import("./batch-queue.ts")).runWork({ ...line, operands });
  if (line.options.has("dry-run")) return showPlan(line);
  const argv = withoutSecrets(process.argv.slice(2));
  return line.options.has("queue") ? (await import("./batch-queue.ts")).runQueued(line, argv) : start(line, argv);
}

/** The words of the command line for the folder of the run, which must not have a secret. */
function withoutSecrets(argv: readonly string[]): readonly string[] {
  return argv.map((word, at) => {
    const [, start = "", name = argv[at - 1]] = /^((--[a-z]+)=)/.exec(word) ?? [];
    if (name === "--password") return `${start}P`;
    return name === "--queue" ? `${start}${withoutUser(word.slice(start.length))}` : word;
  });
}

/** The address without user, password and parameters, which may have a password too. */
function withoutUser(address: string): string {
  if (!URL.canParse(address)) return "URL";
  const { protocol, host, pathname } = new URL(address);
  return `${protocol}//${host}${pathname === "/" ? "" : pathname}`;
}

async function start(line: CommandLine, argv: readonly string[]): Promise<number> {
  const { options } = line;
  if (options.has("code"))
    throw new UsageError("--code belongs to reader batch retry DIR.", "Write --retry CODE here.");
  const out = outFolder(options);
  const output = nodeOutputFiles(out);
  if (options.has("resume")) await batchStatus(output);
  return run(line, { argv, out, retry: codesOf(options.text("retry")) });
}

interface RunFacts {
  /** The words that started the run, to go on with it. */
  readonly argv: readonly string[];
  /** The words that go on with this start. Default: those of the run. */
  readonly again?: readonly string[];
  readonly out: string;
  /** The output folder, as typed. Default: `out`. */
  readonly shown?: string;
  readonly retry: BatchOptions["retry"] | undefined;
}

async function run(line: CommandLine, { argv, again = argv, out, shown = out, retry }: RunFacts): Promise<number> {
  const { options } = line;
  const { setup, isolation } = await batchSetup(line);
  const stop = interrupts();
  const progress = createBatchProgress({ isQuiet: options.has("quiet") });
  const collect = keepHeapSmall();
  const goOn = `reader ${again.map(shellWord).join(" ")}`;
  try {
    const summary = await runBatch({
      ...setup,
      output: nodeOutputFiles(out),
      ...(retry === undefined ? {} : { retry }),
      signal: stop.finish,
      abort: stop.abort,
      onProgress: (state) => {
        progress.show(state);
        collect();
      },
      command: { argv },
    });
    progress.clear();
    const report = options.has("json")
      ? `${toJson({ ...summary, out, again: goOn })}\n`
      : summaryText(summary, { out: shown, again: goOn, retry });
    await writeIfOpen("stdout", report);
    return exitCodeOf(summary);
  } finally {
    progress.clear();
    await isolation.close();
  }
}

function exitCodeOf({ state, totals, problems }: BatchSummary): number {
  if (state === "interrupted") return exitCodes.interrupted;
  return totals.failed > 0 || problems.length > 0 ? exitCodes.fault : exitCodes.read;
}

/** Goes on with the run of a folder, and reads failed documents again. */
async function retry({ operands, options }: CommandLine): Promise<number> {
  const out = onlyFolder(operands, "retry");
  const files = nodeOutputFiles(out);
  if (await isSharded(files)) throw ofQueue(out);
  const { run: facts } = await batchStatus(files);
  const argv = wordsOf(await commandOf(files), files.folder);
  const folder = process.getBuiltinModule("node:path").resolve(out);
  changeFolder(facts.workingDirectory);
  const line = await parseArguments(argv);
  const codes = codesOf(options.text("code") ?? "all");
  const again = withoutSecrets(process.argv.slice(2));
  return run(retried(line, options), { argv, again, out: folder, shown: out, retry: codes });
}

function ofQueue(out: string): UsageError {
  return new UsageError(
    `The run of ${printable(out)} is divided into shards of a queue.`,
    `Give its failures to a run of their own: jq -r .path ${shellWord(out)}/shard-*/failures.jsonl | reader batch - --out DIR`,
  );
}

/** Options of a retry that do not change what the run is. */
const ofRetry: ReadonlySet<string> = new Set([
  "json",
  "quiet",
  "color",
  "timeout",
  "silence",
  "concurrency",
  "password",
]);

/** The line of the run, with the options of its retry. */
function retried(line: CommandLine, given: CommandLine["options"]): CommandLine {
  const { options } = line;
  const isPrinted = (name: string): boolean => name === "json" || name === "quiet";
  const from = (name: string): CommandLine["options"] =>
    isPrinted(name) || (ofRetry.has(name) && given.has(name)) ? given : options;
  return {
    ...line,
    options: optionsFrom(from),
  };
}

function wordsOf(command: unknown, folder: string): readonly string[] {
  const argv = typeof command === "object" && command !== null && "argv" in command ? command.argv : undefined;
  if (Array.isArray(argv) && argv.every((word) => typeof word === "string")) return argv;
  throw new UsageError(`The run of ${folder} does not say how it was started.`, "Repeat its command with --retry.");
}

function changeFolder(folder: string): void {
  try {
    process.chdir(folder);
  } catch {
    throw new UsageError(`The folder ${printable(folder)} of this run is gone.`, "Restore it, or start a new run.");
  }
}

/** Shows how far the run of a folder is, or each of its shards. */
async function showStatus(line: CommandLine): Promise<number> {
  const { operands, options } = line;
  if (options.has("queue")) return (await import("./batch-queue.ts")).showQueue(line);
  const folder = onlyFolder(operands, "status");
  const names = (await nodeOutputFiles(folder).list("")) ?? [];
  const shards = names.includes("_run") ? [] : names.filter((name) => /^shard-\d+-of-\d+$/.test(name)).toSorted();
  const statuses: (BatchStatus & { readonly out: string })[] = [];
  for (const out of shards.length === 0 ? [folder] : shards.map((name) => `${folder}/${name}`)) {
    const files = nodeOutputFiles(out);
    statuses.push({ ...(await ((await isSharded(files)) ? shardsStatus(files) : batchStatus(files))), out });
  }
  const shown = options.has("json")
    ? `${toJson(shards.length === 0 ? statuses[0] : statuses)}\n`
    : statuses.map((status) => statusText(status)).join("\n");
  await write("stdout", shown);
  return exitCodes.read;
}

/** Shows what a run would read. */
async function showPlan(line: CommandLine): Promise<number> {
  const { setup, isolation } = await batchSetup(line);
  try {
    const preview = await previewBatch({ ...setup, signal: interrupts().finish });
    await write("stdout", line.options.has("json") ? `${toJson(preview)}\n` : previewText(preview));
    return preview.problems.length > 0 ? exitCodes.fault : exitCodes.read;
  } finally {
    await isolation.close();
  }
}

function onlyFolder(operands: readonly string[], command: string): string {
  const [folder, ...more] = operands;
  if (folder !== undefined && more.length === 0) return localFolder(`reader batch ${command}`, folder);
  throw new UsageError(
    `reader batch ${command} takes one folder.`,
    `Name the output of a run: reader batch ${command} text`,
  );
}
