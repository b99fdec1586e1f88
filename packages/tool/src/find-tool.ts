import { type Reader, ReadError, type ReadErrorData, type ReadFailure } from "@reader/core";
import { type AgentTool, toolFailure, toolOf, type ToolOptions } from "./answer/agent-tool.ts";
import { readAnswer } from "./answer/read-answer.ts";
import type { ToolAnswer } from "./answer/tool-answer.ts";
import { findAnswer } from "./find/find-answer.ts";
import { findFiles, type FindLimits } from "./find/find-files.ts";
import { findRequest, type FindRequest } from "./find/find-request.ts";
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
