import {
  type Budget,
  createReader,
  defaultBudget,
  type Extent,
  type FileHandle,
  type FileStat,
  type FileSystem,
  type InfoOutcome,
  type Reader,
  type ReaderOptions,
  ReadError,
  type ReadErrorCode,
  type ReadFailure,
  type ReadOutcome,
  type ReadRequest,
  type ReadResult,
  type StopSignal,
} from "@reader/core";
import { codeOf } from "../output/write.ts";
import { createSpool, type Spool, type SpoolGoal, type SpoolInput } from "./spool.ts";

const { fstat, fstatSync, read, readFileSync } = process.getBuiltinModule("node:fs");
const { posix } = process.getBuiltinModule("node:path");

/** The name of standard input in outcomes and messages. */
export const inputName = "stdin";

/** One read of standard input. */
export interface InputRead {
  /** The options of the reader. Its file system is replaced. */
  readonly setup: ReaderOptions;
  /** The request, without a path. */
  readonly request: Omit<ReadRequest, "path">;
  readonly signal: StopSignal;
  /** The input. Default: that of this process. */
  readonly input?: SpoolInput;
  /** Called from time to time with the number of received bytes. */
  readonly onFilled?: (bytes: number) => void;
}

/**
 * Reads standard input. It reads from a pipe only what the answer needs: for a page of text the lines up to its end; for
 * the last lines, an unfilled search or a document, everything.
 */
export function readStandardInput(read: InputRead): Promise<ReadOutcome> {
  return withInput(read, async (reader, spool) =>
    spool === undefined
      ? reader.read({ ...read.request, path: inputName }, { signal: read.signal })
      : readOnTheWay(read, reader, spool),
  );
}

/** Describes standard input. It reads all of it. */
export function describeStandardInput(read: InputRead): Promise<InfoOutcome> {
  return withInput(read, async (reader, spool) => {
    await spool?.fill({ bytes: Number.POSITIVE_INFINITY, lines: Number.POSITIVE_INFINITY });
    return reader.info({ ...read.request, path: inputName }, { signal: read.signal });
  });
}

async function withInput<Outcome>(
  read: InputRead,
  use: (reader: Reader, spool: Spool | undefined) => Promise<Outcome>,
): Promise<Outcome | ReadFailure> {
  try {
    const file = read.input === undefined ? redirectedFile() : undefined;
    if (file !== undefined) return await withFile(read, file, (reader) => use(reader, undefined));
    const spool = createSpool({ ...read, input: read.input ?? process.stdin });
    try {
      return await withFile(read, spooledFile(spool), (reader) => use(reader, spool));
    } finally {
      await spool.close();
    }
  } catch (cause) {
    return failureOf(cause);
  }
}

async function withFile<Outcome>(
  { setup }: InputRead,
  file: OneFile,
  use: (reader: Reader) => Promise<Outcome>,
): Promise<Outcome> {
  const reader = createReader({ ...setup, roots: ["/"], fileSystem: oneFileSystem(inputName, file) });
  try {
    return await use(reader);
  } finally {
    await reader.close();
  }
}

/** Bytes to read before the first attempt, unless the line count is known. Each further attempt doubles them. */
const firstLookBytes = 64 * 1024;

async function readOnTheWay(read: InputRead, reader: Reader, spool: Spool): Promise<ReadOutcome> {
  const { request, setup } = read;
  const { maxLines, maxInputBytes } = { ...defaultBudget, ...setup.budget };
  let goal = firstGoal(request, { maxLines, maxInputBytes });
  for (;;) {
    await spool.fill(goal);
    const outcome = await reader.read({ ...request, path: inputName }, { signal: read.signal });
    if (spool.isEnded) return outcome;
    const verdict = judgePrefix(outcome, request, spool.bytes);
    // A document that exceeds the limit of its handler is refused, whatever follows.
    if (verdict === "settled" || (verdict === "all" && spool.bytes > maxInputBytes)) return asPrefix(outcome);
    const bytes = verdict === "all" ? maxInputBytes + 1 : Math.max(firstLookBytes, spool.bytes * 2);
    goal = { bytes, lines: Number.POSITIVE_INFINITY };
  }
}

/** How much to read before the first attempt. */
function firstGoal(
  request: InputRead["request"],
  { maxLines, maxInputBytes }: Pick<Budget, "maxLines" | "maxInputBytes">,
): SpoolGoal {
  const lines = Number.POSITIVE_INFINITY;
  if ((request.offset ?? 1) < 0) return { bytes: Number.POSITIVE_INFINITY, lines };
  if (request.pages !== undefined || request.select !== undefined) return { bytes: maxInputBytes + 1, lines };
  return { bytes: firstLookBytes, lines: wantedLines(request, maxLines) };
}

/** The received part of the input. Its size grows as more arrives. */
function spooledFile(spool: Spool): OneFile {
  return {
    stat: () => Promise.resolve({ kind: "file", size: spool.bytes, fileId: "0:1", modifiedNs: 0n, changedNs: 0n }),
    read: (target, position) => spool.read(target, position),
  };
}

function failureOf(cause: unknown): ReadFailure {
  const error = ReadError.is(cause) ? cause : inputError(cause);
  const { code, message, hint = "Send the input again.", details } = error;
  const data = { code, message, hint, ...(details === undefined ? {} : { details }) };
  return { ok: false, path: inputName, error: data, parts: [], notices: [] };
}

/** Converts a system error of the input. Any other error is a bug of this program and is rethrown. */
function inputError(cause: unknown): ReadError {
  const systemCode = codeOf(cause);
  if (systemCode === undefined) throw cause;
  return new ReadError("handler-failed", `Standard input could not be read (${systemCode}).`, {
    hint: "Check the source of the input.",
    details: { systemCode },
    cause,
  });
}

/** Whether an answer from the first part of an input is final. */
type PrefixVerdict =
  /** The rest of the input cannot change it. */
  | "settled"
  /** It may change with the next bytes. */
  | "more"
  /** It depends on the end of the input. */
  | "all";

/** Bytes needed to detect a type. With fewer, more input can change it. */
const headBytes = 4096;

const fatal: ReadonlySet<ReadErrorCode> = new Set(["aborted", "timed-out", "invalid-request"]);
const early: ReadonlySet<ReadErrorCode> = new Set(["out-of-range", "over-budget"]);

/** Decides whether an answer from the first `bytes` of a longer input is final. */
export function judgePrefix(outcome: ReadOutcome, request: Omit<ReadRequest, "path">, bytes: number): PrefixVerdict {
  if (!outcome.ok) return judgeFailure(outcome.error.code, bytes);
  if (outcome.handler !== "text" || outcome.parts.length === 0) return outcome.handler === "text" ? "more" : "all";
  // A search reads to the end unless its answer is full.
  if (request.find !== undefined && outcome.status !== "partial") return "more";
  const total = lineExtent(outcome);
  return total === undefined || !total.exact || lastLine(outcome) < total.total ? "settled" : "more";
}

function judgeFailure(code: ReadErrorCode, bytes: number): PrefixVerdict {
  if (fatal.has(code)) return "settled";
  if (code === "binary") return bytes >= headBytes ? "settled" : "more";
  return early.has(code) ? "more" : "all";
}

/** Marks the counts of an answer that the rest of the input will raise as inexact. */
export function asPrefix(outcome: ReadOutcome): ReadOutcome {
  if (!outcome.ok) return outcome;
  const extents = outcome.extents.map((each): Extent => (each.unit === "line" ? { ...each, exact: false } : each));
  const { next, ...result } = outcome;
  if (next === undefined) return { ...result, extents };
  const { request, remaining } = next;
  return {
    ...result,
    extents,
    next: remaining === undefined ? next : { request, remaining: { ...remaining, exact: false } },
  };
}

function lineExtent(result: ReadResult): Extent | undefined {
  return result.extents.find(({ unit }) => unit === "line");
}

function lastLine(result: ReadResult): number {
  const last = result.parts.findLast((part) => part.type === "text");
  return last === undefined ? 0 : last.firstLine + last.lineCount - 1;
}

/** The number of line feeds for a first attempt: those of the requested lines and of the line after them. */
export function wantedLines(request: Omit<ReadRequest, "path">, maxLines: number): number {
  const { offset = 1, limit, lines, find } = request;
  if (find !== undefined) return Number.POSITIVE_INFINITY;
  if (lines !== undefined) return Math.max(0, ...Array.from(lines.matchAll(/\d+/g), ([number]) => Number(number))) + 1;
  return offset + Math.min(limit ?? maxLines, maxLines);
}

const standardInput = 0;

/** For a folder, Node.js returns an empty stream, which would be reported as an empty file. */
function refuseFolder(): void {
  if (!fstatSync(standardInput).isDirectory()) return;
  throw new ReadError("is-directory", "Standard input is a folder.", { hint: "Give the folder as a path." });
}

/**
 * Returns the file that standard input is redirected from, as in `reader - < app.log`. It can be read at any position, so
 * it is not copied. Returns `undefined` if the input is not a file, or if another program has read its start, which only
 * Linux reports. Throws `is-directory` for a folder.
 */
function redirectedFile(): OneFile | undefined {
  refuseFolder();
  return fstatSync(standardInput).isFile() && isAtStart() ? { stat: statInput, read: readInput } : undefined;
}

function isAtStart(): boolean {
  try {
    return /^pos:\s*0$/m.test(readFileSync(`/proc/self/fdinfo/${standardInput}`, "utf8"));
  } catch {
    return false;
  }
}

function statInput(): ReturnType<OneFile["stat"]> {
  return new Promise((resolve, reject) => {
    fstat(standardInput, { bigint: true }, (error, stat) => {
      if (error !== null) return reject(error);
      const { size, dev, ino, mtimeNs, ctimeNs } = stat;
      resolve({ kind: "file", size: Number(size), fileId: `${dev}:${ino}`, modifiedNs: mtimeNs, changedNs: ctimeNs });
    });
  });
}

function readInput(target: Uint8Array, position: number): Promise<number> {
  return new Promise((resolve, reject) => {
    read(standardInput, target, 0, target.length, position, (error, count) => {
      if (error === null) resolve(count);
      else reject(error);
    });
  });
}

/** A file system with one folder that holds one file. */
export function oneFileSystem(name: string, file: OneFile): FileSystem {
  const path = `/${name}`;
  const find = <Found>(asked: string, found: { readonly root: Found; readonly file: Found }): Found => {
    if (asked === "/") return found.root;
    if (asked === path) return found.file;
    throw Object.assign(new Error(`There is only ${path}.`), { code: "ENOENT" });
  };
  const stat = (asked: string): Promise<FileStat> =>
    file.stat().then((found) => find(asked, { root: folder, file: found }));
  return {
    platform: "posix",
    path: posix,
    workingDirectory: "/",
    homeDirectory: undefined,
    realPath: (asked) => stat(asked).then(() => asked),
    stat,
    linkStat: stat,
    open: (asked) => stat(asked).then(() => ({ ...file, realPath: () => Promise.resolve(undefined), close: noop })),
    openDirectory: async (asked) => ({
      stat: () => stat(asked),
      realPath: () => Promise.resolve(asked),
      async *list() {
        yield await Promise.resolve({ name, kind: "file" as const });
      },
      linkStat: (entry) => stat(`/${entry}`),
      readLink: (entry) => Promise.reject(Object.assign(new Error(`${entry} is not a link.`), { code: "EINVAL" })),
      close: noop,
    }),
  };
}

/** The file. Its bytes stay available after a handle is closed. */
type OneFile = Pick<FileHandle, "stat" | "read">;

const folder: FileStat = { kind: "directory", size: 0, fileId: "0:0", modifiedNs: 0n, changedNs: 0n };

async function noop(): Promise<void> {
  // The creator of the file closes it.
}
