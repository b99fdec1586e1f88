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
import { UsageError } from "../arguments/usage-error.ts";
import { codeFor } from "../output/exit-codes.ts";
import { toJson } from "../output/format.ts";
import { createProgress, type Progress } from "../output/progress.ts";
import { write } from "../output/write.ts";
import { checkRoots, readThrough } from "../reading/grant.ts";
import { requestFor, setupFor } from "../reading/setup.ts";
import { withUserSetup } from "../reading/user-setup.ts";
import type { InputRead } from "../standard-input/read-standard-input.ts";

/** A command that says something about each of its paths. */
export interface FilesCommand<Outcome> {
  readonly ask: (reader: Reader, request: ReadRequest, options: ReadOptions) => Promise<Outcome>;
  readonly askInput: (read: InputRead) => Promise<Outcome>;
  /** The outcome with `path` in every request that it suggests. */
  readonly withPath: (outcome: Outcome, path: string) => Outcome;
  /** Does what is to be done besides printing, and returns an exit code. */
  readonly use?: (outcome: Outcome, target: Target) => Promise<number>;
  /** Prints an outcome in words. */
  readonly show: (outcome: Outcome, target: Target) => Promise<void>;
}

interface ShownTarget extends Target {
  /** Whether no other outcome follows. */
  readonly isLast: boolean;
}

/** One of the paths of a command line. */
export interface Target {
  readonly line: CommandLine;
  /** As it was typed; `-` is standard input. */
  readonly path: string;
  /** From 0. */
  readonly index: number;
  /** Folders outside of which nothing is read; empty where a path is its own permission. */
  readonly roots: readonly string[];
}

/** Runs a command over its paths, one after the other, and returns the exit code: the gravest of all. */
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

/** One outcome as an object; several as an array, which is whole even where an interrupt ends it early. */
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
 * A signal that the first Ctrl-C aborts, so that the program ends by itself, with everything let go. A second one ends
 * it at once, as if nobody listened. Not an `AbortSignal`, which takes every start half a millisecond to load.
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
 * A failure that names, and suggests a request for, the path as it was typed and not where that was found. Standard
 * input keeps the name that answers have for it.
 */
export function failureWithPath(asked: ReadFailure, path: string): ReadFailure {
  const { error } = asked;
  const failure = path === "-" ? asked : { ...asked, path };
  const request = error.details?.request;
  if (request === undefined) return failure;
  return { ...failure, error: { ...error, details: { ...error.details, request: { ...request, path } } } };
}
