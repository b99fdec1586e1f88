import { estimateTokens, type Reader, type SearchFilter, type StopSignal } from "@reader/core";
import type { FindProgress } from "../answer/agent-tool.ts";
import type { ToolGutter } from "../answer/read-answer.ts";
import type { FindRequest } from "./find-request.ts";
import { inOrder, type Quick } from "./in-order.ts";
import { parsePathGlob } from "./path-glob.ts";
import { type SearchedFile, searchFile } from "./search-file.ts";
import { walk, type WalkDepths, type WalkedFile, type WalkOptions } from "./walk.ts";

/** The limits of one find. */
export interface FindLimits {
  /** Maximum number of files to search. */
  readonly maxFiles: number;
  /** Maximum total time, in milliseconds. */
  readonly timeMs: number;
}

/** The result of a find. */
export interface Found {
  readonly files: readonly SearchedFile[];
  /** Number of files that were searched, with and without a match. */
  readonly searched: number;
  readonly matches: number;
  /** True if archives are among them. Of those, the names were searched. */
  readonly hasArchives: boolean;
  /** Files that could not be searched. */
  readonly failed: readonly SearchedFile[];
  /** Files with scans or images whose text was not recognised. */
  readonly unrecognised: readonly SearchedFile[];
  /** The limit that ended it early, and the `after` of the request that continues it. */
  readonly stopped?: ReachedLimit & { readonly after: string | undefined };
  /** Number of folders that were skipped because they are too deep. */
  readonly tooDeep: number;
}

/** A limit that ended a search; `limit` in milliseconds for `time`. */
export interface ReachedLimit {
  readonly by: "matches" | "tokens" | "bytes" | "files" | "time";
  readonly limit: number;
}

/** One find. */
export interface FindCall {
  readonly reader: Reader;
  readonly request: FindRequest;
  readonly gutter: ToolGutter;
  readonly limits: FindLimits;
  readonly signal: StopSignal | undefined;
  readonly onProgress?: ((progress: FindProgress) => void) | undefined;
}

/** Searches the files of a folder, or one file, until an answer is full or a limit is reached. */
export async function findFiles(call: FindCall): Promise<Found> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort("time"), call.limits.timeMs);
  const abort = (): void => stop.abort("caller");
  if (call.signal?.aborted === true) abort();
  call.signal?.addEventListener("abort", abort, { once: true });
  try {
    return await collect(call, stop);
  } finally {
    clearTimeout(timer);
    call.signal?.removeEventListener("abort", abort);
    stop.abort("done");
  }
}

async function collect(call: FindCall, stop: AbortController): Promise<Found> {
  const depths: WalkDepths = { tooDeep: 0 };
  const tally = createTally(call, depths);
  const search = { ...call, signal: stop.signal, room: () => tally.room() };
  const filter = await filterOf(call, stop.signal);
  const report = reporter(call);
  const steps = {
    quick: (file: WalkedFile) => quickResult(call, filter, file),
    slow: (file: WalkedFile) => searchFile(search, file),
  };
  for await (const early of inOrder(filesOf(call, stop.signal, depths), steps)) {
    // The files before it were not finished when it started, and there was more room.
    const result = early.matches.length > tally.room() ? await searchFile(search, early.file) : early;
    if (stop.signal.aborted) break;
    const by = tally.add(result);
    if (by?.by !== "files") report(tally.progress(), result);
    if (by === undefined) continue;
    // Stops the searches that have started, whose results are no longer needed.
    stop.abort("full");
    return tally.found(isAll(result, call) ? undefined : by);
  }
  return tally.found(stop.signal.aborted ? { by: "time", limit: call.limits.timeMs } : undefined);
}

/** Number of files with matches that are reported one by one, and of files after which the progress is reported. */
const maxReportedHits = 20;
const filesPerReport = 500;

function reporter({ onProgress }: FindCall): (now: Pick<Found, "matches" | "searched">, result: SearchedFile) => void {
  let hits = 0;
  return ({ matches, searched }, { matches: [first] }) => {
    if (onProgress === undefined) return;
    if (first !== undefined) hits += 1;
    const isHit = first !== undefined && hits <= maxReportedHits;
    if (!isHit && searched % filesPerReport !== 0) return;
    const latest = isHit ? { latest: `${first.path}:${first.line}` } : {};
    onProgress({ searchedFiles: searched, matches, ...latest });
  };
}

/** Returns `undefined` for an invalid pattern, which the read of the first file reports. */
function filterOf({ reader, request }: FindCall, signal: AbortSignal): Promise<SearchFilter | undefined> {
  return reader.searchFilter(request.pattern, { signal }).catch(() => undefined);
}

/** Returns the result for a file that certainly has no match, and the lane of one that must be read. */
async function quickResult(
  { request }: FindCall,
  filter: SearchFilter | undefined,
  file: WalkedFile,
): Promise<Quick<SearchedFile>> {
  if (filter === undefined || file.isDenied) return { lane: undefined };
  const nothing = { file, path: file.rooted, matches: [], text: "" };
  const { verdict, module } = await filter.examine(file.path);
  if (verdict === "no-match") return { result: nothing };
  // A single file is read although it is an image, for what its description says.
  const isSkipped = verdict === "image" && !request.recognises && file.path !== request.path;
  return isSkipped ? { result: { ...nothing, unrecognised: 1, isSkipped } } : { lane: module };
}

/** True if the request is for this file alone, and it was searched to its end. */
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
  // A path that is not a folder is searched as a file, which reports the error if it is neither.
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

/** Creates a file that is not found by a walk, to be searched after a line. */
function alone(path: string, line?: number): WalkedFile {
  return { path, inner: path, rooted: path, isDenied: false, ...(line === undefined ? {} : { offset: line + 1 }) };
}

/** Returns the path from a folder to a file in it, both as the model writes them. */
function innerOf(folder: string, file: string): string {
  const start = folder.endsWith("/") ? folder : `${folder}/`;
  return file.startsWith(start) ? file.slice(start.length) : file;
}

interface Tally {
  /** Returns how many more matches fit. */
  room(): number;
  /** Adds a result, unless it is of one file too many. Returns the limit that is reached, if any. */
  add(result: SearchedFile): ReachedLimit | undefined;
  progress(): Pick<Found, "matches" | "searched">;
  found(stopped: ReachedLimit | undefined): Found;
}

function createTally({ request, reader, limits }: FindCall, depths: WalkDepths): Tally {
  const files: SearchedFile[] = [];
  const failed: SearchedFile[] = [];
  const unrecognised: SearchedFile[] = [];
  let [searched, matches, tokens, bytes] = [0, 0, 0, 0];
  let hasArchives = false;
  let last: Position | undefined;
  const full = (): ReachedLimit | undefined => {
    const { maxTokens, maxBytes } = reader.budget;
    if (matches >= request.limit) return { by: "matches", limit: request.limit };
    if (tokens >= maxTokens) return { by: "tokens", limit: maxTokens };
    if (bytes >= maxBytes) return { by: "bytes", limit: maxBytes };
    return undefined;
  };
  return {
    room: () => request.limit - matches,
    add(result) {
      if (searched >= limits.maxFiles) return { by: "files", limit: limits.maxFiles };
      const { file, fullAfter } = result;
      last = { file: file.path, ...(fullAfter === undefined ? {} : { line: fullAfter }) };
      if ((result.error === undefined && result.isSkipped !== true) || result.matches.length > 0) searched += 1;
      if (result.unrecognised !== undefined) unrecognised.push(result);
      if (result.error !== undefined) failed.push(result);
      if (result.matches.length > 0) files.push(result);
      hasArchives ||= result.isArchive === true;
      matches += result.matches.length;
      tokens += estimateTokens(result.text);
      bytes += Buffer.byteLength(result.text);
      return full();
    },
    progress: () => ({ matches, searched }),
    found: (stopped) => ({
      files,
      searched,
      matches,
      hasArchives,
      failed,
      unrecognised,
      tooDeep: depths.tooDeep,
      ...(stopped === undefined
        ? {}
        : { stopped: { ...stopped, after: last === undefined ? undefined : positionText(last) } }),
    }),
  };
}

/** Maximum number of globs in a filter, with all alternatives. */
const maxGlobs = 64;

/**
 * Creates the filter for `files` of a find: globs separated by commas, with alternatives in braces (`*.{ts,tsx}`) and a
 * `!` before a glob that excludes. Ignores case. A file passes by its path from the searched folder or from the root.
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
    const [whole, before = "", body = "", after = ""] = /^([^{]*)\{([^{}]*)\}(.*)$/.exec(glob) ?? [];
    return whole === undefined ? [glob] : body.split(",").map((each) => `${before}${each}${after}`);
  });
  return expanded.length === globs.length || expanded.length > maxGlobs ? globs : expandBraces(expanded);
}

/** Where a search continues: after a file, or after a line of it. */
interface Position {
  readonly file: string;
  /** The last line that was searched; absent if the whole file was. */
  readonly line?: number;
}

/** Formats a position as `after`: the file, followed by `:12` if line 12 was the last one searched. */
function positionText({ file, line }: Position): string {
  if (line !== undefined) return `${file}:${line}`;
  // A file name that ends like a line number would be mistaken for one.
  return linePattern.test(file) ? `${file}:0` : file;
}

/** Parses `after`. */
function parsePosition(after: string): Position {
  const [, file, digits] = linePattern.exec(after) ?? [];
  const line = Number(digits);
  if (file === undefined) return { file: after };
  return line > 0 ? { file, line } : { file };
}

const linePattern = /^(.+):(\d{1,15})$/s;
