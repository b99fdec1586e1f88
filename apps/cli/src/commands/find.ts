import { defaultBudget, type Reader, type ReadErrorData, type StopSignal } from "@reader/core";
import { shellWord } from "@reader/core/render";
import { UsageError } from "@reader/handlers/usage-error";
import { createFindTool, type ToolAnswer } from "@reader/tool";
import type { CommandLine } from "../arguments/parse-arguments.ts";
import { inOptions, wordsFor } from "../outcomes/failure.ts";
import { commandWithFields } from "../outcomes/shell-command.ts";
import { exitCodes, findExitCodes } from "../output/exit-codes.ts";
import { printError, printErrorLine } from "../output/fault.ts";
import { formatNumber, toJson } from "../output/format.ts";
import { milliseconds } from "../output/clock.ts";
import { stylerFor, write } from "../output/write.ts";
import { checkRoots, readThrough } from "../reading/grant.ts";
import { gutterOf, setupFor } from "../reading/setup.ts";
import { withUserSetup } from "../reading/user-setup.ts";
import { interruptSignal, writeTo } from "./files.ts";

/** `reader find PATTERN [DIR]`: searches the files of a folder, or one file, in every format. */
export async function runFind(line: CommandLine): Promise<number> {
  const [pattern, path = ".", ...more] = line.operands;
  checkOperands(pattern, path, more);
  const file = await fileFor(line, path);
  const signal = interruptSignal();
  const { setup, roots } = await withUserSetup(setupFor({ ...line, operands: [] }), line);
  checkRoots(roots);
  const start = milliseconds();
  const answer = await readThrough({ path, roots, setup: { ...setup, budget: budgetFor(line) } }, (reader, granted) =>
    find(reader, { line, places: { typed: path, granted }, signal }),
  );
  const error = errorOf(answer);
  const shown = error === undefined || line.options.has("json");
  const written = shown ? await writeTo(file, line.options, () => show(answer, line)) : 0;
  if (error !== undefined && !line.options.has("json")) await showError(error, path);
  if (line.options.has("verbose")) await showDetails(answer, start);
  return exitCodeFor(answer, { error, isWritten: written === exitCodes.read });
}

function exitCodeFor(
  { facts }: ToolAnswer,
  { error, isWritten }: { readonly error: ReadErrorData | undefined; readonly isWritten: boolean },
): number {
  if (error?.code === "aborted") return exitCodes.interrupted;
  if (error !== undefined || !isWritten) return findExitCodes.failed;
  const { matches } = facts;
  return Array.isArray(matches) && matches.length > 0 ? findExitCodes.found : findExitCodes.notFound;
}

function checkOperands(pattern: string | undefined, path: string, more: readonly string[]): void {
  if (pattern === undefined || pattern === "") {
    throw new UsageError("reader find needs a pattern.", "Give a text, or /…/i: reader find '/time(d )?out/i' src");
  }
  if (path === "-") {
    throw new UsageError(
      "reader find searches files, not standard input.",
      `Search what is piped with reader - --find ${shellWord(pattern)}`,
    );
  }
  if (more.length === 0) return;
  throw new UsageError(
    "reader find takes one pattern and one folder or file.",
    "Quote a pattern that has spaces. To search several places, name the folder above them, and narrow it with --files.",
  );
}

async function fileFor({ options }: CommandLine, searched: string): Promise<string | undefined> {
  const output = options.text("output");
  if (output === undefined) return undefined;
  const { answerFiles } = await import("../output/answer-files.ts");
  const extension = options.has("json") ? "json" : "txt";
  const [file] = await answerFiles({ output, inputs: ["find"], searched, extension, isForced: options.has("force") });
  return file;
}

/** `--limit` counts matches and `--timeout` is for the whole search, so they do not limit the reads of files. */
function budgetFor({ options }: CommandLine): NonNullable<Parameters<typeof readThrough>[0]["setup"]["budget"]> {
  return {
    maxTokens: options.number("max-tokens") ?? defaultBudget.maxTokens,
    maxBytes: options.number("max-bytes") ?? defaultBudget.maxBytes,
    maxLineCharacters: options.number("max-line") ?? defaultBudget.maxLineCharacters,
  };
}

/** A person can interrupt a search, so it goes on for longer than that of a model. */
const timeMs = 600_000;

interface FindPlace {
  readonly line: CommandLine;
  readonly places: Places;
  readonly signal: StopSignal;
}

/** The folder as typed, and as the reader knows it. */
interface Places {
  readonly typed: string;
  readonly granted: string;
}

/** Replaces the folder at the start of a path. */
function moved(path: string, from: string, to: string): string {
  if (path === from) return to;
  const start = from === "." ? "" : `${from.replace(/\/$/, "")}/`;
  if (from === to || !path.startsWith(start)) return path;
  return `${to === "." ? "" : `${to.replace(/\/$/, "")}/`}${path.slice(start.length)}`;
}

/** The fields of a suggested call, with paths that start as the user typed them. */
function asTyped(fields: { readonly [field: string]: unknown }, { typed, granted }: Places): typeof fields {
  const paths = ["path", "after"].flatMap((name) => {
    const value = fields[name];
    return typeof value === "string" ? [[name, moved(value, granted, typed)] as const] : [];
  });
  return { ...fields, ...Object.fromEntries(paths) };
}

function find(reader: Reader, { line, places, signal }: FindPlace): Promise<ToolAnswer> {
  const { options, operands } = line;
  const seconds = options.number("timeout");
  const gutter = gutterOf(options);
  const tool = createFindTool(reader, {
    timeMs: seconds === undefined ? timeMs : seconds * 1000,
    maxFiles: Number.MAX_SAFE_INTEGER,
    ...(gutter === "none" ? {} : { gutter }),
    nextStep: (command, fields) => `run ${commandWithFields(command, asTyped(fields, places), options)}`,
  });
  const { typed, granted: path } = places;
  const [files, shown] = [options.text("files"), options.text("after")];
  const after = shown === undefined ? undefined : moved(shown, typed, path);
  const [context, limit] = [options.number("context"), options.number("limit")];
  const scans = options.text("scans");
  const input = { pattern: operands[0], path, files, after, exact: options.has("exact"), context, limit, scans };
  return tool.execute(input, { signal });
}

function errorOf({ isError, facts }: ToolAnswer): ReadErrorData | undefined {
  return isError ? (facts["error"] as unknown as ReadErrorData) : undefined;
}

async function showError(error: ReadErrorData, path: string): Promise<void> {
  const { message, hint } = wordsFor(error, path);
  await printError(message, hint);
}

/** Prints the matches by file and the notes, or all of it as JSON. */
async function show({ isError, facts, content, notes }: ToolAnswer, { options }: CommandLine): Promise<void> {
  if (options.has("json")) {
    return write("stdout", `${toJson({ ok: !isError, ...facts, ...(isError ? {} : { content, notes }) })}\n`);
  }
  const style = stylerFor("stdout");
  // A line of a file starts with its number, so no line of a file can look like a heading.
  const body = content.replace(/^\[file .*\]$/gm, (heading) => style("bold", heading));
  const texts = options.has("quiet") ? [body] : [body, inOptions(notes)];
  const text = texts.filter((each) => each !== "").join("\n\n");
  if (text !== "") await write("stdout", `${text}\n`);
}

async function showDetails({ facts }: ToolAnswer, start: number): Promise<void> {
  const searched = typeof facts["searchedFiles"] === "number" ? formatNumber(facts["searchedFiles"]) : "no";
  const time = `${Math.round(milliseconds() - start)} ms`;
  await printErrorLine(`reader: searched ${searched} files in ${time}; the program started in ${Math.round(start)} ms`);
}
