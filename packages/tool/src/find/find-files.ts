import { estimateTokens, type Reader, type StopSignal } from "@reader/core";
import type { ToolGutter } from "../answer/read-answer.ts";
import type { FindRequest } from "./find-request.ts";
import { parsePathGlob } from "./path-glob.ts";
import { type SearchedFile, searchFile } from "./search-file.ts";
import { walk, type WalkDepths, type WalkedFile, type WalkOptions } from "./walk.ts";

/** The limits of one find. */
export interface FindLimits {
  /** Files that are searched. */
  readonly maxFiles: number;
  /** Time in all. */
  readonly timeMs: number;
}

/** What a find gave. */
export interface Found {
  readonly files: readonly SearchedFile[];
  /** How many files were searched, with and without a match. */
  readonly searched: number;
  readonly matches: number;
  /** Whether archives were among them, of which the names were searched. */
  readonly hasArchives: boolean;
  /** Files that could not be searched. */
  readonly failed: readonly SearchedFile[];
  /** What ended it early, and where it goes on, as a request has it. */
  readonly stopped?: ReachedLimit & { readonly after: string | undefined };
  /** Folders that were left out because they lie too deep. */
  readonly tooDeep: number;
}

/** A limit that ended a search; `limit` in milliseconds for `time`. */
export interface ReachedLimit {
  readonly by: "matches" | "tokens" | "bytes" | "files" | "time";
  readonly limit: number;
}

/** What a find needs. */
export interface FindCall {
  readonly reader: Reader;
  readonly request: FindRequest;
  readonly gutter: ToolGutter;
  readonly limits: FindLimits;
  readonly signal: StopSignal | undefined;
}

/** Files that are searched at once. */
const width = 4;

/** Searches the files of a folder, or one file, until an answer is full or a limit is reached. */
export async function findFiles(call: FindCall): Promise<Found> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort("time"), call.limits.timeMs);
  const giveUp = (): void => stop.abort("caller");
  if (call.signal?.aborted === true) giveUp();
  call.signal?.addEventListener("abort", giveUp, { once: true });
  try {
    return await collect(call, stop);
  } finally {
    clearTimeout(timer);
    call.signal?.removeEventListener("abort", giveUp);
    stop.abort("done");
  }
}

async function collect(call: FindCall, stop: AbortController): Promise<Found> {
  const depths: WalkDepths = { tooDeep: 0 };
  const tally = createTally(call, depths);
  const search = { ...call, signal: stop.signal, room: () => tally.room() };
  for await (const begun of inOrder(filesOf(call, stop.signal, depths), width, (file) => searchFile(search, file))) {
    // When it was begun, those before it were not done, and there was more room.
    const result = begun.matches.length > tally.room() ? await searchFile(search, begun.file) : begun;
    if (stop.signal.aborted) break;
    const by = tally.add(result);
    if (by === undefined) continue;
    // What was begun is not wanted any more, and would be waited for.
    stop.abort("full");
    return tally.found(isAll(result, call) ? undefined : by);
  }
  return tally.found(stop.signal.aborted ? { by: "time", limit: call.limits.timeMs } : undefined);
}

/** A file that was searched by itself, and to its end. */
function isAll({ file, fullAfter }: SearchedFile, { request }: FindCall): boolean {
  return file.path === request.path && fullAfter === undefined;
}

async function* filesOf(
  { reader, request }: FindCall,
  signal: AbortSignal,
  depths: WalkDepths,
): AsyncGenerator<WalkedFile, void, undefined> {
  const { path } = request;
  const after = request.after === undefined ? undefined : parsePosition(request.after);
  const folder = await reader.list(path);
  const isDone = after?.file === path && after.line === undefined;
  // A file is searched by itself; what is neither gives its error when it is read.
  if (!folder.ok) return isDone ? undefined : yield alone(path, after?.line);
  if (after?.line !== undefined) yield alone(after.file, after.line);
  yield* walked(reader, request, { after: startOf(path, after), signal, depths });
}

async function* walked(
  reader: Reader,
  { path, files }: FindRequest,
  options: Omit<WalkOptions, "path">,
): AsyncGenerator<WalkedFile, void, undefined> {
  const passes = files === undefined ? () => true : fileFilter(files);
  for await (const file of walk(reader, { path, ...options })) {
    if (passes([file.inner, file.rooted])) yield file;
  }
}

function startOf(path: string, after: Position | undefined): string | undefined {
  return path === "." || after === undefined ? after?.file : innerOf(path, after.file);
}

/** A file that is not come to by a walk, from behind a line. */
function alone(path: string, line?: number): WalkedFile {
  return { path, inner: path, rooted: path, isDenied: false, ...(line === undefined ? {} : { offset: line + 1 }) };
}

/** The way from a folder to a file in it, both as the model writes them. */
function innerOf(folder: string, file: string): string {
  const start = folder.endsWith("/") ? folder : `${folder}/`;
  return file.startsWith(start) ? file.slice(start.length) : file;
}

interface Tally {
  /** How many matches there is room for. */
  room(): number;
  /** What is full after a result, where something is. */
  add(result: SearchedFile): ReachedLimit | undefined;
  found(stopped: ReachedLimit | undefined): Found;
}

function createTally({ request, reader, limits }: FindCall, depths: WalkDepths): Tally {
  const files: SearchedFile[] = [];
  const failed: SearchedFile[] = [];
  let [searched, matches, tokens, bytes] = [0, 0, 0, 0];
  let hasArchives = false;
  let last: Position | undefined;
  const full = (): ReachedLimit | undefined => {
    const { maxTokens, maxBytes } = reader.budget;
    if (matches >= request.limit) return { by: "matches", limit: request.limit };
    if (tokens >= maxTokens) return { by: "tokens", limit: maxTokens };
    if (bytes >= maxBytes) return { by: "bytes", limit: maxBytes };
    return searched >= limits.maxFiles ? { by: "files", limit: limits.maxFiles } : undefined;
  };
  return {
    room: () => request.limit - matches,
    add(result) {
      const { file, fullAfter } = result;
      last = { file: file.path, ...(fullAfter === undefined ? {} : { line: fullAfter }) };
      if (result.error === undefined || result.matches.length > 0) searched += 1;
      if (result.error !== undefined) failed.push(result);
      if (result.matches.length > 0) files.push(result);
      hasArchives ||= result.isArchive === true;
      matches += result.matches.length;
      tokens += estimateTokens(result.text);
      bytes += Buffer.byteLength(result.text);
      return full();
    },
    found: (stopped) => ({
      files,
      searched,
      matches,
      hasArchives,
      failed,
      tooDeep: depths.tooDeep,
      ...(stopped === undefined
        ? {}
        : { stopped: { ...stopped, after: last === undefined ? undefined : positionText(last) } }),
    }),
  };
}

/** Globs of one filter, with all of their alternatives. */
const maxGlobs = 64;

/**
 * The filter that `files` of a find asks for: globs between commas, each with alternatives in braces (`*.{ts,tsx}`), a
 * `!` before one that is to be left out. Capitals and small letters are the same. A file passes by its path from the
 * searched folder or from the root.
 */
function fileFilter(text: string): (paths: readonly string[]) => boolean {
  const globs = expandBraces(
    text
      .split(/,(?![^{]*\})/)
      .map((each) => each.trim())
      .filter((each) => each !== ""),
  );
  const parse = (glob: string) => parsePathGlob(glob.replace(/^!/, "").replace(/^\.\//, ""), true);
  const wanted = globs.filter((glob) => !glob.startsWith("!")).map(parse);
  const refused = globs.filter((glob) => glob.startsWith("!")).map(parse);
  return (paths) => {
    const passes = wanted.length === 0 || wanted.some((glob) => paths.some((path) => glob.matches(path)));
    return passes && !refused.some((glob) => paths.some((path) => glob.matches(path)));
  };
}

function expandBraces(globs: readonly string[]): readonly string[] {
  const expanded = globs.flatMap((glob) => {
    const [whole, before = "", body = "", behind = ""] = /^([^{]*)\{([^{}]*)\}(.*)$/.exec(glob) ?? [];
    return whole === undefined ? [glob] : body.split(",").map((each) => `${before}${each}${behind}`);
  });
  return expanded.length === globs.length || expanded.length > maxGlobs ? globs : expandBraces(expanded);
}

/**
 * Works on items as they come, several at once, and gives the results in the order of the items. When the consumer
 * stops, what was begun is waited for. `work` must not reject.
 */
async function* inOrder<Item, Result>(
  items: AsyncIterable<Item>,
  width: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result, void, undefined> {
  const begun: Promise<Result>[] = [];
  try {
    for await (const item of items) {
      begun.push(work(item));
      const oldest = begun.length < width ? undefined : begun.shift();
      if (oldest !== undefined) yield await oldest;
    }
    for (let oldest = begun.shift(); oldest !== undefined; oldest = begun.shift()) yield await oldest;
  } finally {
    await Promise.all(begun);
  }
}

/** Where a search goes on: behind a file, or behind a line of it. */
interface Position {
  readonly file: string;
  /** The last line that was searched; undefined where the whole file was. */
  readonly line?: number;
}

/** What a model sends back as `after`: the file, and `:12` where line 12 of it was the last. */
function positionText({ file, line }: Position): string {
  if (line !== undefined) return `${file}:${line}`;
  // What ends like a line would be taken for one.
  return linePattern.test(file) ? `${file}:0` : file;
}

/** Understands `after`. */
function parsePosition(after: string): Position {
  const [, file, digits] = linePattern.exec(after) ?? [];
  const line = Number(digits);
  if (file === undefined) return { file: after };
  return line > 0 ? { file, line } : { file };
}

const linePattern = /^(.+):(\d{1,15})$/s;
