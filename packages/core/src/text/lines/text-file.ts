import type { FileHandle } from "../../files/file-system.ts";
import type { Deadline } from "./deadline.ts";
import type { LineIndex } from "./line-index.ts";
import type { UnitLayout } from "../encoding/unit-layout.ts";

/** An opened text file as the line pipeline uses it: bytes at positions, and how lines are laid out in them. */
export interface TextFile {
  /** The workspace-relative path, for messages. */
  readonly path: string;
  readonly handle: Pick<FileHandle, "read">;
  /** Size when the file was opened, in bytes. Data appended later is not read. */
  readonly size: number;
  /** Where line 1 starts: after the byte order mark. */
  readonly bomBytes: number;
  readonly layout: UnitLayout;
  readonly index: LineIndex;
  readonly deadline: Deadline;
  /** Called from time to time with the number of scanned bytes. */
  readonly onScanned?: (doneBytes: number) => void;
  /** Called with the number of NUL bytes that a mark replaces. */
  readonly onMarked?: (byteCount: number) => void;
}

/** The start of a line. */
export interface LinePosition {
  /** The line number, from 1; negative if counted from the end of a file whose lines have not been counted. */
  readonly line: number;
  readonly byte: number;
}

/** Reads `[start, end)`, or less if the file ends before. Returns a new array that the caller may keep. */
export async function readRange(
  file: Pick<TextFile, "handle" | "size">,
  start: number,
  end: number,
): Promise<Uint8Array> {
  const target = new Uint8Array(Math.max(0, Math.min(end, file.size) - start));
  return target.subarray(0, await readFully(file, target, start));
}

/**
 * Fills `target` from `position` on, up to the end of the file, and retries short reads. Returns the number of bytes
 * read.
 */
export async function readFully(file: Pick<TextFile, "handle">, target: Uint8Array, position: number): Promise<number> {
  let filled = 0;
  while (filled < target.length) {
    const count = await file.handle.read(target.subarray(filled), position + filled);
    if (count === 0) break;
    filled += count;
  }
  return filled;
}

/** How far a file is searched for its first non-ASCII byte, the read size, and the bytes returned from there on. */
const maxSearchedBytes = 64 * 1024 * 1024;
const pieceBytes = 1024 * 1024;
const evidenceBytes = 256 * 1024;
/** Bytes returned before the first non-ASCII byte, so that its word is complete. */
const leadBytes = 64;

/**
 * Returns the bytes around the first non-ASCII byte of a file, in whole lines where possible. Every window of the file
 * is decoded by this evidence, so that the encoding does not depend on the window. Returns an empty array if the
 * searched part of the file is pure ASCII.
 */
export async function earlyBytes(file: TextFile): Promise<Uint8Array> {
  const end = Math.min(file.size, maxSearchedBytes);
  for (let start = 0; start < end; start += pieceBytes) {
    file.deadline.check();
    const piece = await readRange(file, start, Math.min(end, start + pieceBytes));
    const first = piece.findIndex((byte) => byte >= 0x80);
    if (first >= 0)
      return wholeLines(await readRange(file, Math.max(0, start + first - leadBytes), start + first + evidenceBytes));
    if (piece.length === 0) break;
  }
  return new Uint8Array(0);
}

function wholeLines(bytes: Uint8Array): Uint8Array {
  const end = bytes.lastIndexOf(0x0a) + 1;
  return end === 0 || bytes.length <= evidenceBytes ? bytes : bytes.subarray(0, end);
}
