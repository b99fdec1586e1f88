import { ReadError, type ReadErrorData, type ReadFailure, type Reader } from "@reader/core";
import { toolOf, type AgentTool, type ToolOptions } from "./agent-tool.ts";
import { readAnswer } from "./answer/read-answer.ts";
import { toolFailure } from "./answer/tool-failure.ts";
import type { ToolAnswer } from "./answer/tool-answer.ts";
import { describeFind } from "./describe/find-description.ts";
import { findAnswer } from "./find/find-answer.ts";
import { findFiles, type FindLimits } from "./find/find-files.ts";
import { findRequest, type FindRequest } from "./find/find-request.ts";
import { findSchema } from "./schema/find-schema.ts";

/** How a find tool is set up. */
export interface FindToolOptions extends ToolOptions {
  /** Files that one call searches; 10 000 where not given. */
  readonly maxFiles?: number;
  /** Milliseconds that one call takes; 20 000 where not given. */
  readonly timeMs?: number;
}

/** A tool that finds a pattern in the files of a folder, of any format that the reader reads. */
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
  const message = "The search was given up by its caller.";
  const hint = "Send the request again if the answer is still wanted.";
  return toolFailure({ code: "aborted", message, hint }, path);
}

/** The fault of the request itself: a pattern that is wrong is so for every file, and what is asked for alone counts. */
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

/** The reader calls the pattern by the name of its own field. */
function named(error: ReadErrorData): ReadErrorData {
  if (error.code !== "invalid-request") return error;
  const rename = (words: string): string => words.replaceAll(/\bfind\b/g, "pattern");
  return { ...error, message: rename(error.message), hint: rename(error.hint) };
}
