import { estimateTokens, type Reader, type StopSignal } from "@reader/core";
import type { ToolGutter } from "../answer/read-answer.ts";
import { fileFilter } from "./file-filter.ts";
import type { FindRequest } from "./find-request.ts";
import { inOrder } from "./in-order.ts";
import { parsePosition, positionText, type Position } from "./position.ts";
import { searchFile, type SearchedFile } from "./search-file.ts";
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
