import { notice, ReadError, type HandlerContext, type HandlerEvent, type Source, quoted } from "@reader/core/handler";
import type { Run } from "./run.ts";
import {
  endingError,
  inputError,
  outputError,
  partsError,
  silenceError,
  timeoutError,
  type FailureFacts,
} from "./failures.ts";
import { createOutputText, type OutputText } from "./output-text.ts";
import { defaultMaxOutputBytes, type Command } from "./options.ts";
import { createPages } from "./pages.ts";
import { safeFileName } from "./safe-file-name.ts";
import { createSilenceWatch, createStopwatch, type Stopwatch } from "./stopwatch.ts";
import { withoutFolder } from "./without-folder.ts";

/** What a program prints for a file, as it comes. */
export async function* readCommand(
  command: Command,
  source: Source,
  context: HandlerContext,
): AsyncGenerator<HandlerEvent, void, undefined> {
  const { budget, signal } = context;
  for (const field of ["pages", "select"] as const) {
    if (context[field] !== undefined) throw partsError(command, source.path, field);
  }
  if (source.size > budget.maxInputBytes) throw inputError(source.path, source.size, budget.maxInputBytes);
  signal.throwIfAborted();
  const { startRun } = await import("./engine.ts");
  const fileName = safeFileName(source.name, command.extensions);
  const run = await startRun(command, { fileName, bytes: source.stream() });
  const stop = (): void => run.kill();
  signal.addEventListener("abort", stop, { once: true });
  try {
    signal.throwIfAborted();
    yield* printed(run, { command, source, context });
  } catch (cause) {
    run.kill();
    throw await withVersion(cause, command);
  } finally {
    signal.removeEventListener("abort", stop);
    await run.close();
  }
}

/** Of the warnings of a program that has ended well; more is noise. */
const maxWarningCharacters = 300;

interface Reading {
  readonly command: Command;
  readonly source: Source;
  readonly context: HandlerContext;
}

async function* printed(run: Run, { command, source, context }: Reading): AsyncGenerator<HandlerEvent> {
  const { budget, signal } = context;
  const facts = (): FailureFacts => ({ command, path: source.path, said: run.lastWords() });
  const maxBytes = Math.min(command.maxOutputBytes ?? defaultMaxOutputBytes, budget.maxInflatedBytes);
  const output = createOutputText();
  const shown = withoutFolder(run.folder);
  const pages = createPages();
  const stopwatch = stopwatchFor(command, budget.documentTimeMs, facts);
  const pieces = run.output[Symbol.asyncIterator]();
  const nextPiece = () => stopwatch.wait(pieces.next());
  for (let piece = await nextPiece(); piece.done !== true; piece = await nextPiece()) {
    const left = maxBytes - output.bytes;
    yield* pages.events(shown.add(output.add(piece.value.subarray(0, left))));
    if (piece.value.length > left) throw outputError(facts(), maxBytes);
  }
  yield* pages.events(shown.add(output.end()) + shown.end());
  signal.throwIfAborted();
  const ending = await stopwatch.wait(run.ended);
  const fault = run.inputFault() ?? endingError(ending, facts());
  // oxlint-disable-next-line typescript/only-throw-error -- what the source threw goes on as it is
  if (fault !== undefined) throw fault;
  yield* remarks(output, facts());
}

/** A time of the command's own is one for all of its output. */
function stopwatchFor({ timeoutMs }: Command, documentTimeMs: number, facts: () => FailureFacts): Stopwatch {
  const late = (timeMs: number) => () => timeoutError(facts(), timeMs);
  if (timeoutMs !== undefined && timeoutMs < documentTimeMs) return createStopwatch(timeoutMs, late(timeoutMs));
  return createSilenceWatch(documentTimeMs, () => silenceError(facts(), documentTimeMs), late(documentTimeMs));
}

/** What nobody set is asked of the program itself, once it has failed. */
async function withVersion(cause: unknown, command: Command): Promise<unknown> {
  if (!ReadError.is(cause) || cause.details?.handler === undefined || command.version !== undefined) return cause;
  const { askVersion } = await import("./ask-version.ts");
  const version = await askVersion(command);
  if (version === undefined) return cause;
  const { code, message, hint, details } = cause;
  const handler = { ...cause.details.handler, version };
  return new ReadError(code, message, { ...(hint === undefined ? {} : { hint }), details: { ...details, handler } });
}

function* remarks(output: OutputText, { command, path, said }: FailureFacts): Generator<HandlerEvent> {
  const { bytes, encoding, replaced } = output;
  if (replaced > 0) yield { type: "notice", code: "replacement-characters", encoding, count: replaced };
  const end = quoted(said.split("\n").slice(-3).join(" / ").slice(-maxWarningCharacters));
  if (bytes === 0) {
    const more = said === "" ? "" : ` On standard error it said: ${end}`;
    yield notice(`The command ${quoted(command.name)} printed nothing for ${path}.${more}`);
  } else if (said !== "") {
    yield notice(`On standard error the command ${quoted(command.name)} said: ${end}`);
  }
}
