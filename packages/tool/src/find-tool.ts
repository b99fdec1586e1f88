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
import { findNames, findRequest, type FindRequest } from "./find/find-request.ts";
import type { SearchedFile } from "./find/search-file.ts";
import { maxDepth } from "./find/walk.ts";
import { formatsOf, listed, withinLimit } from "./schema/formats.ts";
import { choiceField, flagField, objectOf, type ObjectSchema, textField, wholeField } from "./schema/json-schema.ts";

/** Options of a find tool. */
export interface FindToolOptions extends ToolOptions {
  /** Maximum number of files that one call searches. Default: 10 000. */
  readonly maxFiles?: number;
  /** Maximum time of one call, in milliseconds. Default: 20 000. */
  readonly timeMs?: number;
  /**
   * Renders the call that continues a search (`find`) or reads the other matches of a file (`read`), after "To go on, ".
   * Default: the name of the tool and its input as JSON.
   */
  readonly nextStep?: FindNextStep;
}

/** Renders a call of the tool `find`, or of the tool that reads, with these fields. */
export type FindNextStep = (tool: "find" | "read", input: { readonly [field: string]: unknown }) => string;

/** Creates a tool that finds a pattern in the files of a folder, in every format that the reader reads. */
export function createFindTool(reader: Reader, options: FindToolOptions = {}): AgentTool {
  const { name = "find", gutter = "compact" } = options;
  const limits: FindLimits = { maxFiles: options.maxFiles ?? 10_000, timeMs: options.timeMs ?? 20_000 };
  const look = { toolName: name, gutter };
  const nextStep: FindNextStep =
    options.nextStep ?? ((tool, fields) => `${tool === "find" ? name : tool} ${requestWords(fields)}`);
  const failed = (failure: ReadFailure): ToolAnswer => readAnswer(failure, look);
  return toolOf(reader, options, {
    look,
    title: "Find in files",
    description: describeFind(reader),
    inputSchema: findSchema,
    names: findNames,
    async run(input, { signal, onProgress }) {
      const request = checked(input);
      if ("ok" in request) return failed(request);
      const found = await findFiles({ reader, request, gutter, limits, signal, onProgress });
      if (signal?.aborted === true) return failed(abortedFind(request));
      const fault = onlyFault(found, request);
      return fault === undefined ? findAnswer(found, request, nextStep) : failed(fault);
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
    `- \`pattern\` is taken as it stands, unless it is /…/ or, for either case, /…/i. In documents it also matches across line ends, broken words, accents and kinds of dashes, quotes and spaces. \`files\` narrows the search: "*.pdf", "src/**/*.{ts,tsx}".`,
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
    exact: flagField("In documents, match to the character, not as people read."),
    context: wholeField("Lines shown around each match; by default 0."),
    limit: wholeField("How many matches at most."),
    after: textField("Continue after this file, or file:line, as given in an earlier answer."),
    scans: choiceField("Whether to recognise the text of scans and images, seconds each; by default skip.", [
      "skip",
      "recognise",
    ]),
  },
  "pattern",
);

/** Maximum number of files whose remaining matches are listed one by one. */
const maxContinued = 5;

/** Maximum number of files that are named for each reason why they were not searched. */
const maxNamed = 5;

/** Maximum number of files that are listed in the facts as not searched. */
const maxListed = 1000;

/** Creates the answer of a find: the matches by file, and what was searched. */
function findAnswer(found: Found, request: FindRequest, nextStep: FindNextStep): ToolAnswer {
  const next = nextOf(found, request);
  const notes = [
    summary(found),
    ...literalHint(found, request),
    ...listNote(found),
    ...failureNotes(found.failed),
    ...scanNote(found, request),
    ...depthNote(found),
    ...found.files
      .filter(({ next: rest }) => rest !== undefined)
      .slice(0, maxContinued)
      .map((file) => continued(file, nextStep)),
    ...stopNote(found, next, nextStep),
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

/** Why files were not searched, and what to do about it. */
interface FailureWords {
  readonly reason: string;
  readonly advice?: string;
}

const failureWords: { readonly [Code in ReadErrorCode]?: FailureWords } = {
  binary: { reason: "binary" },
  "unsupported-type": { reason: "of an unsupported type", advice: "Read one to see what is missing." },
  "denied-by-policy": { reason: "denied by policy" },
  encrypted: { reason: "encrypted", advice: "Read one with password and find." },
  corrupt: { reason: "damaged", advice: "Read one to see what is left of it." },
  "too-large": { reason: "too large", advice: "Read a part of one with find." },
  "timed-out": { reason: "not read in time", advice: "Read one alone with find." },
  "out-of-resources": { reason: "not read for lack of memory or processes", advice: "Search again later." },
  "handler-failed": { reason: "failed", advice: "Read one to see the error." },
};

const otherFailure: FailureWords = { reason: "not readable", advice: "Read one to see why." };

/** Names the files that were not searched, by reason. */
function failureNotes(failed: readonly SearchedFile[]): readonly string[] {
  const groups = new Map<FailureWords, SearchedFile[]>();
  for (const file of failed) {
    const words = (file.error === undefined ? undefined : failureWords[file.error.code]) ?? otherFailure;
    groups.set(words, [...(groups.get(words) ?? []), file]);
  }
  return [...groups].map(([{ reason, advice }, files]) => {
    const note = `Not searched, or not to the end: ${files.length} ${reason} (${namesOf(files)}).`;
    return advice === undefined ? note : `${note} ${advice}`;
  });
}

function namesOf(files: readonly SearchedFile[]): string {
  const names = files.slice(0, maxNamed).map(({ path }) => nameWords(path));
  return files.length > maxNamed ? `${names.join(", ")}, …` : names.join(", ");
}

/** Names the files with text that only recognition would find. */
function scanNote({ unrecognised }: Found, { recognises }: FindRequest): readonly string[] {
  if (unrecognised.length === 0) return [];
  const files = counted(unrecognised.length, "file", "files");
  const advice = recognises
    ? "No text recognition is installed: ask the user to run `npm install @reader/ocr`, then search again."
    : 'To recognise it, narrow the search and send scans "recognise".';
  return [`Not searched: the text in scans and images of ${files} (${namesOf(unrecognised)}). ${advice}`];
}

function continued({ path, next }: SearchedFile, nextStep: FindNextStep): string {
  return `There is more in ${nameWords(path)}: ${nextStep("read", { ...next })}`;
}

function stopNote({ stopped }: Found, next: FindNext | undefined, nextStep: FindNextStep): readonly string[] {
  if (stopped === undefined) return [];
  const goOn = next === undefined ? "Ask for a smaller folder." : `To go on, ${nextStep("find", next)}`;
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
  readonly [field: string]: string | number | boolean;
}

/** Returns `undefined` if not even one file was finished: the same request would stop at the same place. */
function nextOf(
  { stopped }: Found,
  { pattern, path, files, context, limit, recognises, isExact }: FindRequest,
): FindNext | undefined {
  if (stopped?.after === undefined) return undefined;
  return {
    pattern,
    path,
    ...(files === undefined ? {} : { files }),
    ...(isExact ? { exact: true } : {}),
    ...(context === 0 ? {} : { context }),
    limit,
    after: stopped.after,
    ...(recognises ? { scans: "recognise" } : {}),
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
    ...(found.failed.length === 0 ? {} : { notSearched: found.failed.slice(0, maxListed).map(notSearched) }),
    ...(found.unrecognised.length === 0
      ? {}
      : { notRecognised: found.unrecognised.slice(0, maxListed).map(({ path }) => path) }),
    ...(found.stopped === undefined ? {} : { stopped: { by: found.stopped.by, limit: found.stopped.limit } }),
    ...(found.tooDeep === 0 ? {} : { foldersTooDeep: found.tooDeep }),
    ...(next === undefined ? {} : { next }),
  };
}

function notSearched({ path, error }: SearchedFile): Json {
  return { path, code: error?.code ?? "handler-failed" };
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
