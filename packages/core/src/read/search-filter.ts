import type { Budget } from "../contract/budget.ts";
import type { Handler } from "../contract/handler.ts";
import { isTextType } from "../contract/media-type.ts";
import type { Sniff, SniffedText } from "../contract/source.ts";
import type { StopSignal } from "../contract/stop-signal.ts";
import { sniff } from "../detect/sniff.ts";
import { isSavedPage } from "../detect/saved-page.ts";
import { findHandler, leavesText, readsSavedPages } from "../documents/registry.ts";
import { gunzip } from "../files/gunzip.ts";
import type { LocatedFile } from "../files/workspace/roots.ts";
import type { OpenedFile } from "../files/workspace/safe-open.ts";
import type { Workspace } from "../files/workspace/workspace.ts";
import { startDeadline } from "../text/lines/deadline.ts";
import { checkRequest } from "../request/check-request.ts";
import { createMatcher } from "../text/lines/search/matcher.ts";
import { foldedExclusion } from "../text/lines/search/folded-matcher.ts";
import { type RawExclusion, rawExclusion } from "../text/lines/search/raw-exclusion.ts";
import { readFully, readRange } from "../text/lines/text-file.ts";
import type { ReaderState } from "./call.ts";
import { memberVerdict } from "./context.ts";
import { headBytes, sniffSearched } from "./sniff-opened.ts";

/**
 * What is known of a file before it is read: it is text, or compressed text, without a match; it is an image, whose text
 * is at most in its pixels; or nothing, so that it must be read, if only to report why it cannot be.
 */
export type FilterVerdict = "no-match" | "image" | "unknown";

/** The result of examining a file. */
export interface FilterResult {
  readonly verdict: FilterVerdict;
  /** The module of the handler that reads the file. Absent for text. Isolated, files of one module share processes. */
  readonly module?: string;
}

/** Decides which files of a search must be read. */
export interface SearchFilter {
  /** Opens and checks a file as a read does, and examines its bytes. Never rejects. */
  examine(path: string): Promise<FilterResult>;
}

/** The reader of a filter. */
export interface FilterContext {
  readonly state: Pick<ReaderState, "handlers" | "clock" | "sniffs">;
  readonly budget: Budget;
  readonly signal: StopSignal | undefined;
  /** Performs one call with a workspace that is bounded in time. */
  readonly within: <Outcome>(ask: (workspace: Workspace) => Promise<Outcome>) => Promise<Outcome>;
}

/** Creates a filter. Throws a `ReadError` for an invalid pattern. */
export async function createSearchFilter(find: string, context: FilterContext): Promise<SearchFilter> {
  const { find: pattern } = checkRequest({ path: ".", find });
  if (pattern !== undefined) await createMatcher(pattern);
  const raw = (pattern === undefined ? undefined : rawExclusion(pattern)) ?? excludesNothing;
  const folded = pattern === undefined ? undefined : foldedExclusion(pattern);
  const exclusion: Exclusion = { ...raw, excludesFolded: folded ?? (() => false) };
  const own = { ...context, folders: new Map<string, LocatedFile>(), spareBuffers: [] };
  return {
    examine: (path) =>
      context
        .within((workspace) => examineFile({ ...own, workspace }, path, exclusion))
        // A read of the file reports the error.
        .catch(() => ({ verdict: "unknown" })),
  };
}

/** For a pattern whose matches have no literal in common. */
const excludesNothing: RawExclusion = { literalBytes: 0, excludes: () => false };

/** Excludes text files by their bytes, and documents by their text. */
interface Exclusion extends RawExclusion {
  /** True if a text has no match even if it is searched as a person reads it. */
  readonly excludesFolded: (text: string) => boolean;
}

/** The reader of a filter, for one file. */
interface Examination extends FilterContext {
  readonly workspace: Workspace;
  /** The folder of the file that was opened last, by its path. */
  readonly folders: Map<string, LocatedFile>;
  /** Buffers of `firstBytes` that no file uses. */
  readonly spareBuffers: Uint8Array<ArrayBuffer>[];
}

/** Size of the first read, which is all of most files, and of the reads of a larger file, in bytes. */
const firstBytes = 64 * 1024;
const chunkBytes = 1024 * 1024;

/** Rejects if the file cannot be opened or read. */
async function examineFile(examination: Examination, path: string, exclusion: Exclusion): Promise<FilterResult> {
  const opened = await openFile(examination, path);
  if (opened === undefined) return { verdict: "unknown" };
  const { spareBuffers } = examination;
  const buffer = spareBuffers.pop() ?? new Uint8Array(firstBytes);
  try {
    return await examineOpened(examination, opened, { exclusion, buffer });
  } finally {
    spareBuffers.push(buffer);
    await opened.handle.close();
  }
}

interface OpenedSearch {
  readonly exclusion: Exclusion;
  /** Takes the first bytes of the file. */
  readonly buffer: Uint8Array;
}

async function examineOpened(
  examination: Examination,
  opened: OpenedFile,
  { exclusion, buffer }: OpenedSearch,
): Promise<FilterResult> {
  const { handle, stat } = opened;
  const { state } = examination;
  let start: Uint8Array | undefined;
  const readStart = async (): Promise<Uint8Array> => {
    const target = buffer.subarray(0, Math.min(stat.size, firstBytes));
    return (start ??= target.subarray(0, await readFully({ handle }, target, 0)));
  };
  const found = await sniffSearched(state, opened, async () => (await readStart()).subarray(0, headBytes));
  if (isImage(examination, found)) return { verdict: "image" };
  const text = plainText(examination, found);
  const handler = findHandler(state.handlers, found.mediaType);
  if (text !== undefined && !(await isShownAsPage(handler, readStart))) {
    const isExcluded = await excludesText(examination, opened, { exclusion, start: await readStart(), text });
    return { verdict: isExcluded ? "no-match" : "unknown" };
  }
  const isGzip = found.mediaType === "application/gzip";
  if (isGzip && (await excludesPacked(examination, opened, exclusion))) return { verdict: "no-match" };
  return { verdict: "unknown", ...moduleFor(handler) };
}

function moduleFor(handler: Handler | undefined): Pick<FilterResult, "module"> {
  return handler === undefined ? {} : { module: handler.origin?.module ?? handler.name };
}

/** Opens a file. Many files of one folder in turn are opened without locating the folder for each. */
async function openFile({ workspace, folders }: Examination, path: string): Promise<OpenedFile | undefined> {
  const slash = path.lastIndexOf("/");
  const parent = path.slice(0, Math.max(0, slash));
  const name = path.slice(slash + 1);
  const isPlain = parent !== "" && name !== "" && name !== "." && name !== "..";
  if (!isPlain || workspace.fileSystem.platform !== "posix") return workspace.open(path);
  const folder = folders.get(parent) ?? (await workspace.locate(parent));
  folders.clear();
  const opened = await workspace.openIn(folder, name);
  if (opened !== undefined) folders.set(parent, folder);
  return opened;
}

/** Returns how a file is decoded if its lines are those of the file; `undefined` for a document or binary data. */
function plainText({ state }: Examination, { mediaType, text, by }: Sniff): SniffedText | undefined {
  const handler = findHandler(state.handlers, mediaType);
  if (handler !== undefined) return leavesText(handler, {}) ? text : undefined;
  return by === "text" || by === "name" || isTextType(mediaType) ? text : undefined;
}

/** True for a saved web page, whose text is not that of its lines. */
async function isShownAsPage(handler: Handler | undefined, readStart: () => Promise<Uint8Array>): Promise<boolean> {
  return handler !== undefined && readsSavedPages(handler) && isSavedPage(await readStart());
}

/** True for an image without text of its own, unlike SVG, that a handler reads. */
function isImage({ state }: Examination, { mediaType }: Sniff): boolean {
  if (!mediaType.startsWith("image/") || isTextType(mediaType)) return false;
  return findHandler(state.handlers, mediaType) !== undefined;
}

interface TextSearch {
  readonly exclusion: Exclusion;
  /** The first bytes of the file. */
  readonly start: Uint8Array;
  readonly text: SniffedText;
}

async function excludesText(
  { state, budget, signal }: Examination,
  { handle, stat }: OpenedFile,
  { exclusion, start, text }: TextSearch,
): Promise<boolean> {
  if (!exclusion.excludes(start, text)) return false;
  if (start.length >= stat.size) return true;
  const file = { handle, size: stat.size };
  const deadline = startDeadline(budget.textTimeMs, state.clock, signal);
  for (let position = firstBytes - exclusion.literalBytes; position < stat.size;) {
    deadline.check();
    const chunk = await readRange(file, Math.max(0, position), position + chunkBytes);
    if (!exclusion.excludes(chunk, text)) return false;
    if (chunk.length <= exclusion.literalBytes) return true;
    position += chunk.length - exclusion.literalBytes;
  }
  return true;
}

/** The handler whose answer for a single compressed file is the text in it. */
const unpackingModule = "@reader/handler-archive";

/** Maximum sizes of a compressed file that is unpacked here, in bytes. A larger one is left to its handler and its limits. */
const maxPackedBytes = 4 * 1024 * 1024;
const maxUnpackedBytes = 32 * 1024 * 1024;

/** Ratio of these sizes above which the handler refuses a file, and the unpacked size up to which it does not. */
const maxRatio = 200;
const minRatioBytes = 1024 * 1024;

async function excludesPacked(examination: Examination, opened: OpenedFile, exclusion: Exclusion): Promise<boolean> {
  const inner = /^(.+)\.gz$/i.exec(opened.name)?.[1];
  if (inner === undefined || !mayUnpack(examination, opened, inner)) return false;
  const { handle, stat } = opened;
  const bytes = gunzip(
    await readRange({ handle, size: stat.size }, 0, stat.size),
    mostUnpacked(examination, stat.size),
  );
  if (bytes === undefined) return false;
  const slice = (from: number, to: number): Promise<Uint8Array> => Promise.resolve(bytes.subarray(from, to));
  const head = bytes.subarray(0, headBytes);
  const { handlers } = examination.state;
  const text = plainText(examination, await sniff({ head, name: inner, size: bytes.length, slice, handlers }));
  if (text === undefined || !exclusion.excludes(bytes, text)) return false;
  // The handler's text is searched as a person reads it.
  return text.encoding === "utf-8" && exclusion.excludesFolded(new TextDecoder().decode(bytes));
}

/** The handler refuses a denied name, which a search must not do silently. */
function mayUnpack({ state, workspace, budget }: Examination, opened: OpenedFile, inner: string): boolean {
  if (findHandler(state.handlers, "application/gzip")?.origin?.module !== unpackingModule) return false;
  if (opened.stat.size > maxPackedBytes || budget.maxDepth < 1) return false;
  return memberVerdict(workspace, { outer: opened, names: [inner] }).allowed;
}

function mostUnpacked({ budget }: Examination, packedBytes: number): number {
  const byRatio = Math.max(minRatioBytes, packedBytes * maxRatio);
  return Math.min(maxUnpackedBytes, byRatio, budget.maxInflatedBytes, budget.maxInputBytes);
}
