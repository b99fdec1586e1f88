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
import { UsageError } from "@reader/handlers/usage-error";
import { codeFor } from "../output/exit-codes.ts";
import { toJson } from "../output/format.ts";
import { createProgress, type Progress } from "../output/progress.ts";
import { write } from "../output/write.ts";
import { checkRoots, readThrough } from "../reading/grant.ts";
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

/** One of the paths of a command line. */
export interface Target {
  readonly line: CommandLine;
  /** As typed. `-` is standard input. */
  readonly path: string;
  /** From 0. */
  readonly index: number;
  /** The only folders that may be read. Empty if each typed path is its own permission. */
  readonly roots: readonly string[];
}

/** Runs a command for its paths, one after the other, and returns the highest exit code. */
export async function runFiles<Outcome extends ReadOutcome | InfoOutcome>(
  line: CommandLine,
  command: FilesCommand<Outcome>,
): Promise<number> {
  checkPaths(line.operands);
  const signal = interruptSignal();
  const { setup, roots } = await withUserSetup(setupFor(line), line);
  checkRoots(roots);
  const show = line.options.has("json") ? showJson : command.show;
  let code = 0;
  for (const [index, path] of line.operands.entries()) {
    const progress = createProgress();
    const target = { line, path, index, roots };
    const outcome = await outcomeOf(command, target, { signal, setup, progress });
    progress.clear();
    const used = (await command.use?.(outcome, target)) ?? 0;
    code = Math.max(code, codeFor(outcome), used);
    await show(outcome, { ...target, isLast: signal.aborted || index === line.operands.length - 1 });
    if (signal.aborted) break;
  }
  return code;
}

/** Prints one outcome as an object, several as an array. The array is closed even after an interrupt. */
async function showJson(outcome: unknown, { line, index, isLast }: ShownTarget): Promise<void> {
  if (line.operands.length === 1) return write("stdout", `${toJson(outcome)}\n`);
  await write("stdout", `${index === 0 ? "[" : ",\n"}${toJson(outcome)}${isLast ? "]\n" : ""}`);
}

function checkPaths(paths: readonly string[]): void {
  if (paths.length === 0) throw new UsageError("No path is given.", "Name a file, or - for standard input.");
  if (paths.includes("")) throw new UsageError("A path is empty.", "Name a file, or - for standard input.");
  if (paths.filter((path) => path === "-").length > 1) {
    throw new UsageError("Standard input is named twice.", "It can be read once: write - once.");
  }
}

interface Circumstances {
  readonly signal: StopSignal;
  readonly setup: ReaderOptions;
  readonly progress: Progress;
}

async function outcomeOf<Outcome>(
  command: FilesCommand<Outcome>,
  { line, path, roots }: Target,
  { signal, setup, progress }: Circumstances,
): Promise<Outcome> {
  const request = requestFor(line.options);
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
function interruptSignal(): StopSignal {
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
