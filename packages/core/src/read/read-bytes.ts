import { ReadError } from "../contract/errors.ts";
import { startDeadline } from "../text/lines/deadline.ts";
import { readFully } from "../text/lines/text-file.ts";
import type { ReadFailure } from "../contract/result.ts";
import type { OpenedFile } from "../files/workspace/safe-open.ts";
import type { Call } from "./call.ts";

/** A file that may be read, and its location. */
export interface FileResult {
  readonly ok: true;
  /** Relative to its root, with POSIX slashes and escapes: safe to show. */
  readonly path: string;
  /** Absolute, with all links resolved. For programs only; never show it to a model. */
  readonly realPath: string;
  /** Size in bytes when the file was opened. */
  readonly size: number;
}

/** A file that may be read, or the reason why it may not. */
export type FileOutcome = FileResult | ReadFailure;

/** The raw bytes of a file. */
export interface BytesResult extends FileResult {
  /** Shorter than `size` if the file shrank during the read. */
  readonly bytes: Uint8Array;
}

/** The bytes of a file, or the reason why they could not be read. */
export type BytesOutcome = BytesResult | ReadFailure;

/** Number of bytes to read between two checks of the deadline. */
const pieceBytes = 1024 * 1024;

/** Opens a file with all checks, and closes it again. */
export async function findFile(call: Call): Promise<FileResult> {
  return withFile(call, (file) => Promise.resolve(resultOf(file)));
}

/**
 * Reads the bytes of a file. Rejects with a `ReadError`: `too-large` above `maxBytes`, `timed-out` after
 * `documentTimeMs`.
 */
export async function readBytes(call: Call, maxBytes: number): Promise<BytesResult> {
  const deadline = startDeadline(call.budget.documentTimeMs, call.state.clock, call.signal);
  return withFile(call, async (file) => {
    const { size } = file.stat;
    if (size > maxBytes) throw tooLarge(file, maxBytes);
    const bytes = new Uint8Array(size);
    let filled = 0;
    while (filled < size) {
      deadline.check();
      const piece = bytes.subarray(filled, filled + pieceBytes);
      const count = await readFully(file, piece, filled);
      filled += count;
      if (count < piece.length) break;
    }
    return { ...resultOf(file), bytes: bytes.subarray(0, filled) };
  });
}

async function withFile<Result>(call: Call, use: (file: OpenedFile) => Promise<Result>): Promise<Result> {
  const file = await call.state.workspace.open(call.checked.path);
  try {
    return await use(file);
  } finally {
    await file.handle.close();
  }
}

function resultOf({ path, realPath, stat }: OpenedFile): FileResult {
  return { ok: true, path, realPath, size: stat.size };
}

function tooLarge({ path, stat }: OpenedFile, maxBytes: number): ReadError {
  return new ReadError(
    "too-large",
    `${path} has ${stat.size} bytes, and at most ${maxBytes} can be returned at once.`,
    {
      hint: "Read a part of it.",
      details: { limit: { name: "maxBytes", value: maxBytes, actual: stat.size } },
    },
  );
}
