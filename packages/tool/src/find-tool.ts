import {
  type Reader,
  ReadError,
  type ReadErrorData,
  type ReadFailure,
  type Json,
  type ReadErrorCode,
} from "@reader/core";
import { named as nameWords, requestWords } from "@reader/core/render";
import { type AgentTool, toolFailure, toolOf, type ToolOptions } from "./answer/agent-tool.ts";
import { readAnswer } from "./answer/read-answer.ts";
import type { ToolAnswer } from "./answer/tool-answer.ts";
import { findFiles, type FindLimits, type Found, type ReachedLimit } from "./find/find-files.ts";
import { findRequest, type FindRequest } from "./find/find-request.ts";
import type { SearchedFile } from "./find/search-file.ts";
import { maxDepth } from "./find/walk.ts";
import { formatsOf, listed, withinLimit } from "./schema/formats.ts";
import { objectOf, type ObjectSchema, textField, wholeField } from "./schema/json-schema.ts";

/** Options of a find tool. */
export interface FindToolOptions extends ToolOptions {
  /** Maximum number of files that one call searches. Default: 10 000. */
  readonly maxFiles?: number;
  /** Maximum time of one call, in milliseconds. Default: 20 000. */
  readonly timeMs?: number;
}

/** Creates a tool that finds a pattern in the files of a folder, in every format that the reader reads. */
export function createFindTool(reader: Reader, options: FindToolOptions = {}): AgentTool {
  const { name = "find", gutter = "compact" } = options;
  const limits: FindLimits = { maxFiles: options.maxFiles ?? 10_000, timeMs: options.timeMs ?? 20_000 };
  const look = { toolName: name, gutter };
  const failed = (failure: ReadFailure): ToolAnswer => readAnswer(failure, look);
  return toolOf(reader, options, {
    look,
    title: "Find in files",
    description: describeFind(reader),
    inputSchema: findSchema,
    async run(input, { signal }) {
      const request = checked(input);
      if ("ok" in request) return failed(request);
      const found = await findFiles({ reader, request, gutter, limits, signal });
      if (signal?.aborted === true) return failed(abortedFind(request));
      const fault = onlyFault(found, request);
      return fault === undefined ? findAnswer(found, request, name) : failed(fault);
    },
  });
}

function checked(input: object | string): FindRequest | ReadFailure {
  try {
    return findRequest(input);
  } catch (error) {
    if (!ReadError.is(error)) throw error;
    const { code, message, hint = "" } = error;
    return toolFailure({ code, message, hint });
  }
}

function abortedFind({ path }: FindRequest): ReadFailure {
  const message = "The search was aborted by its caller.";
  const hint = "Send the request again if the answer is still wanted.";
  return toolFailure({ code: "aborted", message, hint }, path);
}

/** Returns the fault of the request itself: an invalid pattern, or the error of the only requested file. */
function onlyFault(
  { failed, searched }: Awaited<ReturnType<typeof findFiles>>,
  { path }: FindRequest,
): ReadFailure | undefined {
  if (searched > 0) return undefined;
  const wrong = failed.find(({ error }) => error?.code === "invalid-request");
  const alone = failed.length === 1 && failed[0]?.file.path === path ? failed[0] : undefined;
  const error = (wrong ?? alone)?.error;
  return error === undefined ? undefined : toolFailure(named(error), path);
}

/** The reader's message uses its own field name for the pattern. */
function named(error: ReadErrorData): ReadErrorData {
  if (error.code !== "invalid-request") return error;
  const rename = (words: string): string => words.replaceAll(/\bfind\b/g, "pattern");
  return { ...error, message: rename(error.message), hint: rename(error.hint) };
}

/** Returns the description of the find tool for a model. */
function describeFind({ handlers }: Pick<Reader, "handlers">): string {
  return withinLimit((maxNamed) => describe(formatsOf(handlers, maxNamed).words));
}

function describe(formats: readonly string[]): string {
  const words = formats
    .filter((each) => each !== "images")
    .map((each) => (each === "archives" ? "the lists of archives" : each));
  return [
    `Finds lines by text or regular expression in the files of a folder; use it instead of grep or rg. Searches ${listed(["text", ...words])}.`,
    `- \`pattern\` is taken as it stands, unless it is /…/ or, for either case, /…/i. \`files\` narrows the search: "*.pdf", "src/**/*.{ts,tsx}".`,
    `- Answers are grouped by file. A match is "12:text", a line of its context "12" and a tab; read goes on from there with offset. Cite a match as path:line.`,
    `- Files that .gitignore or .ignore name, .git and node_modules are left out, unless \`path\` is inside them.`,
  ].join("\n");
}

/** The input of the find tool. */
const findSchema: ObjectSchema = objectOf(
  {
    pattern: textField("The text to find; /…/ or /…/i for a regular expression."),
    path: textField("The folder or file to search; by default the workspace."),
    files: textField('Only files whose path matches this glob: "*.pdf", "src/**/*.ts".'),
    context: wholeField("Lines shown around each match; by default 0."),
    limit: wholeField("How many matches at most."),
    after: textField("Continue after this file, or file:line, as given in an earlier answer."),
  },
  "pattern",
);

/** Maximum number of files whose remaining matches are listed one by one. */
const maxContinued = 5;

/** Maximum number of files that are named as not searched. */
const maxFailed = 3;

/** Creates the answer of a find: the matches by file, and what was searched. */
function findAnswer(found: Found, request: FindRequest, toolName: string): ToolAnswer {
  const next = nextOf(found, request);
  const notes = [
    summary(found),
    ...literalHint(found, request),
    ...listNote(found),
    ...failureNote(found.failed),
    ...depthNote(found),
    ...found.files
      .filter(({ next: rest }) => rest !== undefined)
      .slice(0, maxContinued)
      .map(continued),
    ...stopNote(found, next, toolName),
  ];
  return {
    isError: false,
    content: found.files.map(fileText).join("\n"),
    notes: notes.join("\n"),
    media: [],
    facts: factsOf(found, request, next),
  };
}

/** The heading cannot be mistaken for a line of the file, because those start with a number. */
function fileText({ path, matches, text }: SearchedFile): string {
  return `[file ${nameWords(path)} · ${counted(matches.length, "match", "matches")}]\n${text}`;
}

function summary({ matches, files, searched }: Found): string {
  if (matches === 0) return `Nothing found in ${counted(searched, "file", "files")}.`;
  return `Found ${counted(matches, "match", "matches")} in ${files.length} of ${counted(searched, "file", "files")}.`;
}

/**
 * Returns a note for a pattern without matches that was searched literally, but may be a regular expression or need
 * another case.
 */
function literalHint({ matches }: Found, { pattern }: FindRequest): readonly string[] {
  if (matches > 0 || /^\/.+\/[a-z]*$/.test(pattern)) return [];
  const isLikeExpression = /[*+?|[\](){}^$\\]/.test(pattern);
  const kind = isLikeExpression ? "a regular expression" : "either case";
  return [`The pattern was searched literally and case-sensitively. For ${kind} send it as /…/i.`];
}

/** Returns a note if a searched archive may contain matches in its files. */
function listNote({ hasArchives }: Found): readonly string[] {
  return hasArchives
    ? ["Of archives, only the list of names was searched. To search a file in one, read it with select and find."]
    : [];
}

const failureWords: { readonly [Code in ReadErrorCode]?: string } = {
  binary: "binary",
  "unsupported-type": "of an unknown type",
  "denied-by-policy": "denied by policy",
  encrypted: "encrypted",
  corrupt: "damaged",
  "too-large": "too large",
  "timed-out": "not read in time",
};

function failureNote(failed: readonly SearchedFile[]): readonly string[] {
  if (failed.length === 0) return [];
  const counts = new Map<string, number>();
  for (const { error } of failed) {
    const words = (error === undefined ? undefined : failureWords[error.code]) ?? "not readable";
    counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  const reasons = [...counts].map(([words, count]) => `${count} ${words}`).join(", ");
  const named = failed.filter(({ error }) => error?.code !== "binary").slice(0, maxFailed);
  const others = failed.length > named.length ? ", …" : "";
  const examples = named.length === 0 ? "" : ` (${named.map(({ path }) => nameWords(path)).join(", ")}${others})`;
  return [`Not searched, or not to the end: ${reasons}${examples}.`];
}

function continued({ path, next }: SearchedFile): string {
  return `There is more in ${nameWords(path)}: read ${requestWords(next ?? {})}`;
}

function stopNote({ stopped }: Found, next: FindNext | undefined, toolName: string): readonly string[] {
  if (stopped === undefined) return [];
  const goOn = next === undefined ? "Ask for a smaller folder." : `To go on, ${toolName} ${requestWords(next)}`;
  return [`The search stops at its ${limitWords(stopped)}. ${goOn}`];
}

function limitWords({ by, limit }: ReachedLimit): string {
  return by === "time" ? `time limit of ${limit} ms` : `limit of ${limit} ${by}`;
}

function depthNote({ tooDeep }: Found): readonly string[] {
  if (tooDeep === 0) return [];
  const folders = counted(tooDeep, "folder is", "folders are");
  return [
    `Not searched: ${folders} deeper than the limit of ${maxDepth} levels. Search such a folder by its own path.`,
  ];
}

interface FindNext {
  readonly [field: string]: string | number;
}

/** Returns `undefined` if not even one file was finished: the same request would stop at the same place. */
function nextOf({ stopped }: Found, { pattern, path, files, context, limit }: FindRequest): FindNext | undefined {
  if (stopped?.after === undefined) return undefined;
  return {
    pattern,
    path,
    ...(files === undefined ? {} : { files }),
    ...(context === 0 ? {} : { context }),
    limit,
    after: stopped.after,
  };
}

function factsOf(found: Found, request: FindRequest, next: FindNext | undefined): { readonly [name: string]: Json } {
  const matches = found.files.flatMap((file) =>
    file.matches.map(({ path, line, at }) => ({ path, line, ...(at === undefined ? {} : { at: { ...at } }) })),
  );
  return {
    path: request.path,
    status: found.stopped === undefined ? "complete" : "partial",
    matches,
    searchedFiles: found.searched,
    ...(found.stopped === undefined ? {} : { stopped: { by: found.stopped.by, limit: found.stopped.limit } }),
    ...(found.tooDeep === 0 ? {} : { foldersTooDeep: found.tooDeep }),
    ...(next === undefined ? {} : { next }),
  };
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
