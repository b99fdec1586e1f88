import type { Json, ReadErrorCode } from "@reader/core";
import { named as nameWords, requestWords } from "@reader/core/render";
import type { ToolAnswer } from "../answer/tool-answer.ts";
import type { Found, ReachedLimit } from "./find-files.ts";
import type { FindRequest } from "./find-request.ts";
import type { SearchedFile } from "./search-file.ts";
import { maxDepth } from "./walk.ts";

/** Maximum number of files whose remaining matches are listed one by one. */
const maxContinued = 5;

/** Maximum number of files that are named as not searched. */
const maxFailed = 3;

/** Creates the answer of a find: the matches by file, and what was searched. */
export function findAnswer(found: Found, request: FindRequest, toolName: string): ToolAnswer {
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
