import { type Clip, defaultBudget, type ReadOutcome, type ReadResult } from "@reader/core";
import { humanLine, type RenderOptions, renderPieces } from "@reader/core/render";
import { UsageError } from "@reader/handlers/usage-error";
import type { CommandLine, GivenOptions } from "../arguments/parse-arguments.ts";
import type * as SaveImages from "../outcomes/save-images.ts";
import { exitCodes } from "../output/exit-codes.ts";
import type * as Fault from "../output/fault.ts";
import { formatNumber, printable } from "../output/format.ts";
import { isColoured, isTerminal, stylerFor, write, writeFaultWords } from "../output/write.ts";
import { gutterOf } from "../reading/setup.ts";
import { failureWithPath, type FilesCommand, runFiles, type Target } from "./files.ts";

/** `reader [read] PATH …`: prints files as a model would receive them. */
export function runRead(line: CommandLine): Promise<number> {
  if (isDeepScan(line.options)) saveMemory();
  // Loads early, while this process waits for the process that reads the document.
  if (line.options.has("save-images")) setImmediate(() => void loadSaving().catch(ignore));
  return runFiles(line, readCommand);
}

/** The same failure is reported when the modules are used. */
function ignore(): void {}

function loadSaving(): Promise<[typeof SaveImages, typeof Fault]> {
  return Promise.all([import("../outcomes/save-images.ts"), import("../output/fault.ts")]);
}

/** `reader list [DIR …]`: lists folders. */
export function runList(line: CommandLine): Promise<number> {
  const operands = line.operands.length === 0 ? ["."] : line.operands;
  return runFiles({ ...line, operands }, listCommand);
}

const readCommand: FilesCommand<ReadOutcome> = {
  ask: (reader, request, options) => reader.read(request, options),
  askInput: async (read) => (await import("../standard-input/read-standard-input.ts")).readStandardInput(read),
  withPath(outcome, path) {
    if (!outcome.ok) return failureWithPath(outcome, path);
    const { next } = outcome;
    return next === undefined ? outcome : { ...outcome, next: { ...next, request: { ...next.request, path } } };
  },
  async use(outcome, { line }) {
    const folder = line.options.text("save-images");
    if (folder === undefined) return 0;
    const [{ saveImages }, { printError, printErrorLine }] = await loadSaving();
    const { saved, systemCode } = await saveImages(outcome, folder);
    for (const image of saved) await printErrorLine(`saved ${image}`);
    if (systemCode === undefined) return 0;
    const why = writeFaultWords(systemCode);
    const images = outcome.parts.filter(({ type }) => type === "image").length;
    await printError(
      `${images - saved.length} of ${images} images could not be saved in ${folder}: ${why === undefined ? systemCode : `${why} (${systemCode})`}.`,
      "Give --save-images another folder, or free some space there.",
    );
    return exitCodes.fault;
  },
  show: showRead,
};

const listCommand: FilesCommand<ReadOutcome> = {
  ...readCommand,
  async ask(reader, request, options) {
    const folder = await reader.list(request.path, options);
    return folder.ok ? reader.read(request, options) : folder;
  },
  askInput: () =>
    Promise.reject(new UsageError("reader list takes folders, not standard input.", "To read it: command | reader")),
};

/**
 * Prints the outcome of a read. Stdout gets the lines and the reader's notes, as a model would. Stderr gets the error of a
 * failed read and, if it is a terminal, one line about the read; that line has the next step if stdout is not a terminal.
 */
async function showRead(outcome: ReadOutcome, target: Target): Promise<void> {
  const { options } = target.line;
  const shown = !outcome.ok || options.has("quiet") ? withoutNotes(outcome) : await withRemarks(outcome, target);
  const pieces = renderPieces(shown, await wordsFor(shown, target.line));
  const heading = target.count > 1 ? headingFor(target) : "";
  await writePieces(heading, pieces, outcome.ok);
  if (!outcome.ok) return (await import("../outcomes/failure.ts")).showFailure(outcome, target);
  if (!options.has("quiet") && isTerminal("stderr")) await showSummary(outcome, target);
}

/** Adds the remarks of this program. The module is loaded only for options that can need one. */
async function withRemarks(outcome: ReadResult, target: Target): Promise<ReadResult> {
  const { options } = target.line;
  if (!options.has("find") && options.text("view") !== "image") return outcome;
  const { remarksFor } = await import("../outcomes/remarks.ts");
  return { ...outcome, notices: [...outcome.notices, ...remarksFor(outcome, target.path, options)] };
}

/** The same lines without notes. */
function withoutNotes({ path, parts, ...rest }: ReadOutcome): ReadResult {
  const extents = "extents" in rest ? rest.extents.filter(({ unit }) => unit !== "line") : [];
  const cost = { tokens: 0, bytes: 0, images: 0 };
  return {
    ok: true,
    status: "complete",
    path,
    mediaType: "text/plain",
    handler: "text",
    parts,
    notices: [],
    extents,
    cost,
  };
}

/** Wording for a person at a terminal: options in place of fields. The modules are loaded only for answers that need them. */
async function wordsFor(outcome: ReadOutcome, line: CommandLine): Promise<RenderOptions> {
  const isClipped = outcome.parts.some((part) => part.type === "text" && part.clips !== undefined);
  const notices =
    outcome.notices.length === 0 ? {} : { noticeWords: (await import("../outcomes/failure.ts")).inOptions };
  return {
    gutter: gutterOf(line.options),
    ...notices,
    ...(isClipped ? { clipMark } : {}),
    ...(await paintFor(outcome)),
    ...(await stepsFor(outcome, line)),
  };
}

/** Colours of source code, on a terminal. The library is loaded only there. */
async function paintFor(outcome: ReadOutcome): Promise<Pick<RenderOptions, "paint">> {
  if (!outcome.ok || outcome.handler !== "text" || !isColoured("stdout")) return {};
  const paint = (await import("../output/highlight.ts")).painterFor(outcome.path);
  return paint === undefined ? {} : { paint };
}

function clipMark({ line, column, remaining: { amount, unit, exact } }: Clip): string {
  const left = `${exact ? "" : "about "}${formatNumber(amount)} more ${amount === 1 ? unit.slice(0, -1) : unit}`;
  return ` …[${left}; go on with --offset ${line} --column ${column}]`;
}

/** The next step as a shell command. The module is loaded only for answers that have a next step. */
async function stepsFor(
  outcome: ReadOutcome,
  { options, command }: CommandLine,
): Promise<Pick<RenderOptions, "nextStep">> {
  if (!outcome.ok || outcome.next === undefined) return {};
  const { commandFor } = await import("../outcomes/shell-command.ts");
  return { nextStep: (request) => `run ${commandFor(request, options, command)}` };
}

function headingFor({ path, index }: Target): string {
  return `${index > 0 ? "\n" : ""}==> ${printable(path)} <==\n`;
}

/** Number of characters to collect before a write. An answer of ordinary size takes one write. */
const bufferCharacters = 256 * 1024;

/** Writes pieces as they are produced, after a heading. A failure without any piece gets no heading. */
async function writePieces(heading: string, pieces: Iterable<string>, isHeaded: boolean): Promise<void> {
  let buffer = isHeaded ? heading : "";
  let isStart = !isHeaded;
  for (const piece of pieces) {
    buffer += isStart && piece !== "" ? `${heading}${piece}` : piece;
    if (piece !== "") isStart = false;
    if (buffer.length < bufferCharacters) continue;
    await write("stdout", buffer);
    buffer = "";
  }
  if (buffer !== "") await write("stdout", buffer);
}

async function showSummary(result: ReadResult, { line }: Target): Promise<void> {
  const { printErrorLine } = await import("../output/fault.ts");
  const { nextStep } = await stepsFor(result, line);
  const isOnStdout = isTerminal("stdout") || nextStep === undefined || result.next === undefined;
  const next = isOnStdout ? "" : `; to go on, ${nextStep(result.next.request)}`;
  await printErrorLine(stylerFor("stderr")("dim", `${humanLine(result)}${next}`));
}

/** A line so far into a file (about 90 MB of a log) that saving memory is worth loading a module of Node.js. */
const deepLine = 1_000_000;

/** Options that can keep this process busy. Without them it only counts line feeds. */
const busyOptions = [
  "find",
  "select",
  "max-tokens",
  "max-bytes",
  "max-line",
  "handler",
  "config",
  "limits",
  "no-isolate",
  "output",
] as const;

/** True if a read may skip gigabytes and shows an answer of ordinary size. */
export function isDeepScan(options: GivenOptions): boolean {
  if (Math.max(options.number("offset") ?? 0, firstOf(options.text("lines"))) < deepLine) return false;
  if ((options.number("limit") ?? 0) > defaultBudget.maxLines) return false;
  return !busyOptions.some((name) => options.has(name));
}

function firstOf(lines: string | undefined): number {
  return Number(/^\s*(\d+)/.exec(lines ?? "")?.[1] ?? 0);
}

/**
 * Disables the optimising compilers of V8 and the growth of its young generation. Line feeds are counted in WebAssembly in
 * chunks of 256 KB, so optimising the code around it saves no time, and the two compilers take 5 MB. All versions of
 * Node.js since 20 support these flags.
 */
function saveMemory(): void {
  const { setFlagsFromString } = process.getBuiltinModule("node:v8");
  for (const flag of ["--no-opt", "--no-maglev", "--semi-space-growth-factor=1"]) setFlagsFromString(flag);
}
