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
