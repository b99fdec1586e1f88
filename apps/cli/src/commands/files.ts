import type {
  InfoOutcome,
  Reader,
  ReaderOptions,
  ReadFailure,
  ReadOptions,
  ReadOutcome,
  ReadProgress,
  ReadRequest,
  StopSignal,
} from "@reader/core";
import type { CommandLine } from "../arguments/parse-arguments.ts";
import { milliseconds } from "../output/clock.ts";
import { codeFor } from "../output/exit-codes.ts";
import { toJson } from "../output/format.ts";
import { createProgress, type Progress, write } from "../output/write.ts";
import { checkRoots, readThrough } from "../reading/grant.ts";
import { inputsOf } from "../reading/inputs.ts";
import { requestFor, setupFor } from "../reading/setup.ts";
import { withUserSetup } from "../reading/user-setup.ts";
import type { InputRead } from "../standard-input/read-standard-input.ts";

/** A command that handles each of its paths. */
export interface FilesCommand<Outcome> {
  readonly ask: (reader: Reader, request: ReadRequest, options: ReadOptions) => Promise<Outcome>;
  readonly askInput: (read: InputRead) => Promise<Outcome>;
  /** Returns the outcome with `path` in every request that it suggests. */
  readonly withPath: (outcome: Outcome, path: string) => Outcome;
  /** Processes an outcome besides printing it, and returns an exit code. */
  readonly use?: (outcome: Outcome, target: Target) => Promise<number>;
  /** Prints an outcome as text. */
  readonly show: (outcome: Outcome, target: Target) => Promise<void>;
}

interface ShownTarget extends Target {
  /** True if no other outcome follows. */
  readonly isLast: boolean;
}

/** One of the inputs of a command line. */
export interface Target {
  readonly line: CommandLine;
  /** As typed. `-` is standard input. */
  readonly path: string;
  /** The lines that the typed path names. */
  readonly lines?: string;
  /** Its place among the answers that are printed to the same channel or file, from 0. */
  readonly index: number;
  /** The number of these answers. */
  readonly count: number;
  /** The only folders that may be read. Empty if each typed path is its own permission. */
  readonly roots: readonly string[];
}

/** Runs a command for its inputs, one after the other, and returns the highest exit code. */
export async function runFiles<Outcome extends ReadOutcome | InfoOutcome>(
  given: CommandLine,
  command: FilesCommand<Outcome>,
): Promise<number> {
  const inputs = await inputsOf(given);
  const line = { ...given, operands: inputs.map(({ path }) => path) };
  const files = await filesFor(line);
  const signal = interruptSignal();
  const { setup, roots } = await withUserSetup(setupFor(line), line);
  checkRoots(roots);
  let code = 0;
  for (const [at, input] of inputs.entries()) {
    const file = files?.[at];
    const place = file === undefined ? { index: at, count: inputs.length } : { index: 0, count: 1 };
    const target = { line, roots, ...input, ...place };
    code = Math.max(code, await runTarget(command, { ...target, file }, { signal, setup }));
    if (signal.aborted) break;
  }
  return code;
}

/** The files of `--output`, or `undefined` without it. */
async function filesFor({ options, operands }: CommandLine): Promise<readonly string[] | undefined> {
  const output = options.text("output");
  if (output === undefined) return undefined;
  const { answerFiles } = await import("../output/answer-files.ts");
  const extension = options.has("json") ? "json" : "txt";
  return answerFiles({ output, inputs: operands, extension, isForced: options.has("force") });
}

/** Reads one input, prints its outcome or writes it to its file, and returns an exit code. */
async function runTarget<Outcome extends ReadOutcome | InfoOutcome>(
  command: FilesCommand<Outcome>,
  { file, ...target }: Target & { readonly file: string | undefined },
  { signal, setup }: Pick<Circumstances, "signal" | "setup">,
): Promise<number> {
  const { options } = target.line;
  const progress = createProgress();
  const start = milliseconds();
  const outcome = await outcomeOf(command, target, { signal, setup, progress });
  const readMs = milliseconds() - start;
  progress.clear();
  const used = (await command.use?.(outcome, target)) ?? 0;
  const isLast = signal.aborted || target.index === target.count - 1;
  const show = options.has("json") ? showJson : command.show;
  const print = (): Promise<void> => show(outcome, { ...target, isLast });
  const written = await writeTo(file, options, print);
  if (options.has("verbose")) await (await import("./verbose.ts")).showDetails(outcome, target.path, { start, readMs });
  return Math.max(codeFor(outcome), used, written);
}

/** Prints an answer to stdout, or to the file of `--output`. Returns an exit code. */
export async function writeTo(
  file: string | undefined,
  options: CommandLine["options"],
  print: () => Promise<void>,
): Promise<number> {
  if (file !== undefined) {
    return (await import("../output/answer-files.ts")).writeAnswer(file, options.has("force"), print);
  }
  await print();
  return 0;
}

/** Prints one outcome as an object, several as an array. The array is closed even after an interrupt. */
async function showJson(outcome: unknown, { count, index, isLast }: ShownTarget): Promise<void> {
  if (count === 1) return write("stdout", `${toJson(outcome)}\n`);
  await write("stdout", `${index === 0 ? "[" : ",\n"}${toJson(outcome)}${isLast ? "]\n" : ""}`);
}

interface Circumstances {
  readonly signal: StopSignal;
  readonly setup: ReaderOptions;
  readonly progress: Progress;
}

async function outcomeOf<Outcome>(
  command: FilesCommand<Outcome>,
  { line, path, lines, roots }: Target,
  { signal, setup, progress }: Circumstances,
): Promise<Outcome> {
  const request = { ...requestFor(line.options), ...(lines === undefined ? {} : { lines }) };
  if (path === "-") {
    const onFilled = (doneBytes: number): void => progress.show({ doneBytes });
    return command.withPath(await command.askInput({ setup, request, signal, onFilled }), path);
  }
  const onProgress = (scanned: ReadProgress): void => progress.show(scanned);
  const outcome = await readThrough({ path, roots, setup }, (reader, granted) =>
    command.ask(reader, { ...request, path: granted }, { signal, onProgress }),
  );
  return command.withPath(outcome, path);
}

/**
 * Returns a signal that the first Ctrl-C aborts, so that the program releases its resources and ends. A second Ctrl-C ends
 * the process at once. It is not an `AbortSignal`, which would take 0.5 ms of every start to load.
 */
export function interruptSignal(): StopSignal {
  const listeners = new Set<() => void>();
  let aborted = false;
  process.once("SIGINT", () => {
    aborted = true;
    for (const listener of listeners) listener();
  });
  return {
    get aborted() {
      return aborted;
    },
    addEventListener: (_, listener) => void listeners.add(listener),
    removeEventListener: (_, listener) => void listeners.delete(listener),
  };
}

/**
 * Returns a failure that names the typed path, also in the request that it suggests, instead of the resolved path. Standard
 * input keeps its name.
 */
export function failureWithPath(asked: ReadFailure, path: string): ReadFailure {
  const { error } = asked;
  const failure = path === "-" ? asked : { ...asked, path };
  const request = error.details?.request;
  if (request === undefined) return failure;
  return { ...failure, error: { ...error, details: { ...error.details, request: { ...request, path } } } };
}
