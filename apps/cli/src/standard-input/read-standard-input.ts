import {
  createReader,
  defaultBudget,
  ReadError,
  type Budget,
  type InfoOutcome,
  type Reader,
  type ReaderOptions,
  type ReadFailure,
  type ReadOutcome,
  type ReadRequest,
  type StopSignal,
} from "@reader/core";
import { codeOf } from "../output/write.ts";
import { oneFileSystem, type OneFile } from "./one-file-system.ts";
import { asPrefix, judgePrefix, wantedLines } from "./prefix.ts";
import { redirectedFile } from "./redirected-file.ts";
import { createSpool, type Spool, type SpoolGoal, type SpoolInput } from "./spool.ts";

/** What standard input is called in outcomes and messages. */
export const inputName = "stdin";

/** One read of standard input. */
export interface InputRead {
  /** How the reader is set up; its files are replaced. */
  readonly setup: ReaderOptions;
  /** The request; its path is replaced. */
  readonly request: Omit<ReadRequest, "path">;
  readonly signal: StopSignal;
  /** The input; that of this process where not given. */
  readonly input?: SpoolInput;
  /** Told now and then how many bytes have come. */
  readonly onFilled?: (bytes: number) => void;
}

/**
 * Reads standard input. Of a pipe no more is taken in than the answer needs: for a page of text, the lines up to its
 * end; for the last lines, a search that does not fill an answer or a document, everything.
 */
export function readStandardInput(read: InputRead): Promise<ReadOutcome> {
  return withInput(read, async (reader, spool) =>
    spool === undefined
      ? reader.read({ ...read.request, path: inputName }, { signal: read.signal })
      : readOnTheWay(read, reader, spool),
  );
}

/** Tells what standard input is, which takes all of it. */
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

/** Bytes that are taken in before the first look, where lines do not say when; each further look has twice as many. */
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
    // A document that is larger than a handler may load is refused whatever follows.
    if (verdict === "settled" || (verdict === "all" && spool.bytes > maxInputBytes)) return asPrefix(outcome);
    const bytes = verdict === "all" ? maxInputBytes + 1 : Math.max(firstLookBytes, spool.bytes * 2);
    goal = { bytes, lines: Number.POSITIVE_INFINITY };
  }
}

/** How much to take in before the first look. */
function firstGoal(
  request: InputRead["request"],
  { maxLines, maxInputBytes }: Pick<Budget, "maxLines" | "maxInputBytes">,
): SpoolGoal {
  const lines = Number.POSITIVE_INFINITY;
  if ((request.offset ?? 1) < 0) return { bytes: Number.POSITIVE_INFINITY, lines };
  if (request.pages !== undefined || request.select !== undefined) return { bytes: maxInputBytes + 1, lines };
  return { bytes: firstLookBytes, lines: wantedLines(request, maxLines) };
}

/** The input as far as it is here; its end moves as more comes in. */
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

/** What it means that the input cannot be read; a fault of this program is thrown on. */
function inputError(cause: unknown): ReadError {
  const systemCode = codeOf(cause);
  if (systemCode === undefined) throw cause;
  return new ReadError("handler-failed", `Standard input could not be read: the system answers ${systemCode}.`, {
    hint: "Check where the input comes from.",
    details: { systemCode },
    cause,
  });
}
