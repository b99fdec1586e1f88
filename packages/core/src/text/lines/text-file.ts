import type { FileHandle } from "../../files/file-system.ts";
import type { Deadline } from "./deadline.ts";
import type { LineIndex } from "./line-index.ts";
import type { UnitLayout } from "../encoding/unit-layout.ts";

/** An opened text file as the line pipeline sees it: bytes at positions, and how lines lie in them. */
export interface TextFile {
  /** Workspace-relative, for messages. */
  readonly path: string;
  readonly handle: Pick<FileHandle, "read">;
  /** Bytes at the moment of opening; what is appended later is not read. */
  readonly size: number;
  /** Where line 1 starts: after the byte order mark. */
  readonly bomBytes: number;
  readonly layout: UnitLayout;
  readonly index: LineIndex;
  readonly deadline: Deadline;
  /** Told, now and then, how far a scan has come. */
  readonly onScanned?: (doneBytes: number) => void;
}

/** Where a line starts. */
export interface LinePosition {
  /** From 1; negative when counted from the end of a file whose lines have not been counted. */
  readonly line: number;
  readonly byte: number;
}

/** Reads `[start, end)`, or less where the file ends before; the view is fresh and may be kept. */
export async function readRange(
  file: Pick<TextFile, "handle" | "size">,
  start: number,
  end: number,
): Promise<Uint8Array> {
  const target = new Uint8Array(Math.max(0, Math.min(end, file.size) - start));
  return target.subarray(0, await readFully(file, target, start));
}

/** Fills `target` from `position` on as far as the file goes, over short reads; tells how many bytes came. */
export async function readFully(file: Pick<TextFile, "handle">, target: Uint8Array, position: number): Promise<number> {
  let filled = 0;
  while (filled < target.length) {
    const count = await file.handle.read(target.subarray(filled), position + filled);
    if (count === 0) break;
    filled += count;
  }
  return filled;
}
