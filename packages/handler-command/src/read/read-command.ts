import {
  type HandlerContext,
  type HandlerEvent,
  notice,
  quoted,
  ReadError,
  type Source,
  text,
} from "@reader/core/handler";
import { maxTimeMs } from "../options/command-issues.ts";
import { type Command, defaultMaxOutputBytes } from "../options/options.ts";
import { askVersion, type Run, startRun } from "../run/engine.ts";
import {
  endingError,
  type FailureFacts,
  inputError,
  outputError,
  partsError,
  silenceError,
  timeoutError,
} from "./failures.ts";

/** Streams the output of a program for a file. */
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

/** Maximum length of the warnings of a successful program. */
const maxWarningCharacters = 300;

interface Reading {
  readonly command: Command;
  readonly source: Source;
  readonly context: HandlerContext;
}

async function* printed(run: Run, { command, source, context }: Reading): AsyncGenerator<HandlerEvent> {
  const { budget, signal } = context;
  const facts = (): FailureFacts => ({ command, path: source.path, said: run.errorTail() });
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

/** The command's own time limit covers all of its output. */
function stopwatchFor({ timeoutMs }: Command, documentTimeMs: number, facts: () => FailureFacts): Stopwatch {
  const late = (timeMs: number) => () => timeoutError(facts(), timeMs);
  if (timeoutMs !== undefined && timeoutMs < documentTimeMs) return createStopwatch(timeoutMs, late(timeoutMs));
  return createSilenceWatch(documentTimeMs, () => silenceError(facts(), documentTimeMs), late(documentTimeMs));
}

/** If no version is set, asks the program after a failure. */
async function withVersion(cause: unknown, command: Command): Promise<unknown> {
  if (!ReadError.is(cause) || cause.details?.handler === undefined || command.version !== undefined) return cause;
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

/** Splits streamed text into pages. */
interface Pages {
  /** Adds the next chunk of text. */
  events(piece: string): Generator<HandlerEvent>;
}

/**
 * A form feed starts a page, as in the output of `pdftotext` and `man`. The first page has no mark, because it is not
 * known yet whether a second one follows.
 */
function createPages(): Pages {
  let index = 1;
  return {
    *events(piece) {
      for (const [at, page] of piece.split("\f").entries()) {
        if (at > 0) index += 1;
        if (page !== "") yield index === 1 ? text(page) : text(page, { unit: "page", index });
      }
    },
  };
}

const maxStemCharacters = 60;

/**
 * Returns a safe name for a temporary file: letters, digits, dots, dashes and underscores, without a leading dash or
 * dot. The extension is kept, because some programs depend on it. A name without one of the command's extensions gets
 * the first of them.
 */
function safeFileName(name: string, extensions: readonly string[] = []): string {
  const safe = name
    .normalize("NFC")
    .replaceAll(/[^A-Za-z0-9._-]+/g, "_")
    .replace(/^[.-]+/, "");
  const [, stem = safe, ending = ""] = /^(.*?)((?:\.[A-Za-z0-9]{1,16}){1,2})$/.exec(safe) ?? [];
  const endings = extensions.map((extension) => `.${extension.replace(/^\./, "").toLowerCase()}`);
  const isKnown = endings.length === 0 || endings.some((each) => ending.toLowerCase().endsWith(each));
  const kept = stem.slice(0, maxStemCharacters);
  return `${kept === "" ? "file" : kept}${ending}${isKnown ? "" : (endings[0] ?? "")}`;
}

/** Removes the temporary folder's path from streamed text, because it is meaningless and differs each time. */
interface WithoutFolder {
  /** The text so far that cannot change. */
  add(piece: string): string;
  /** What was left open. */
  end(): string;
}

/** Removes a folder from the paths in a text: `/tmp/reader-command-x/a.png` becomes `a.png`. */
export function withoutFolder(folder: string): WithoutFolder {
  const starts = [`${folder}/`, `${folder}\\`];
  let open = "";
  return {
    add(piece) {
      const text = starts.reduce((all, start) => all.replaceAll(start, ""), open + piece);
      open = openEnd(text, starts);
      return text.slice(0, text.length - open.length);
    },
    end() {
      const rest = open;
      open = "";
      return rest;
    },
  };
}

/** Returns the longest end of a text that may be the start of the folder. */
function openEnd(text: string, starts: readonly string[]): string {
  const [{ length } = ""] = starts;
  for (let count = Math.min(length - 1, text.length); count > 0; count -= 1) {
    const end = text.slice(-count);
    if (starts.some((start) => start.startsWith(end))) return end;
  }
  return "";
}

/** Decodes the output of a program. */
interface OutputText {
  /** Decodes the next bytes, up to the last complete character and line end. */
  add(piece: Uint8Array): string;
  /** What was left open. */
  end(): string;
  readonly bytes: number;
  /** UTF-8, or UTF-16 with a byte order mark, as some Windows programs print. */
  readonly encoding: "utf-8" | "utf-16le" | "utf-16be";
  /** Replacement characters for bytes that are invalid in the encoding. */
  readonly replaced: number;
}

/** Creates a decoder for characters and line ends that may be split across chunks. */
function createOutputText(): OutputText {
  let encoding: OutputText["encoding"] = "utf-8";
  let decoder = new TextDecoder(encoding);
  let bytes = 0;
  let replaced = 0;
  let open = "";
  const take = (words: string): string => {
    replaced += words.split("\uFFFD").length - 1;
    const all = open + words;
    // A lone CR would count as a line end.
    open = all.endsWith("\r") ? "\r" : "";
    return open === "" ? all : all.slice(0, -1);
  };
  return {
    add(piece) {
      if (bytes === 0) decoder = new TextDecoder((encoding = encodingOf(piece)));
      bytes += piece.length;
      return take(decoder.decode(piece, { stream: true }));
    },
    end() {
      const rest = take(decoder.decode()) + open;
      open = "";
      return rest;
    },
    get bytes() {
      return bytes;
    },
    get encoding() {
      return encoding;
    },
    get replaced() {
      return replaced;
    },
  };
}

function encodingOf([first, second]: Uint8Array): OutputText["encoding"] {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}

/** Measures the time spent waiting for a program. The clock stops while the consumer wants no more output. */
interface Stopwatch {
  /** Rejects when the time is up. */
  wait<Value>(promise: Promise<Value>): Promise<Value>;
}

/** Creates a stopwatch for the total waiting time. `late` creates the error. */
export function createStopwatch(timeMs: number, late: () => Error): Stopwatch {
  let leftMs = timeMs;
  return {
    async wait(promise) {
      const startMs = performance.now();
      try {
        return await inTime(promise, leftMs, late);
      } finally {
        leftMs -= performance.now() - startMs;
      }
    },
  };
}

/** Time reserved for reporting why there was no output. */
const tellingShare = 0.1;

/**
 * Creates a stopwatch for a program limited by the reader's time, which starts anew with each read. Only silence is too
 * long. If there was no output at all, `silent` creates the error just before the reader gives up, because the reader
 * does not know the program's messages.
 */
export function createSilenceWatch(timeMs: number, silent: () => Error, late: () => Error): Stopwatch {
  let isFirst = true;
  return {
    wait(promise) {
      const wait = isFirst ? inTime(promise, timeMs * (1 - tellingShare), silent) : inTime(promise, timeMs, late);
      isFirst = false;
      return wait;
    },
  };
}

async function inTime<Value>(promise: Promise<Value>, timeMs: number, late: () => Error): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), Math.min(Math.max(0, timeMs), maxTimeMs));
  });
  try {
    return await Promise.race([promise, over]);
  } finally {
    clearTimeout(timer);
  }
}
