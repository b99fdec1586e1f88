import type { OutputFiles } from "./output-files.ts";

const newline = 10;

/** Bytes to read at once. */
const blockBytes = 1024 * 1024;

/** A line of a file, without its line end. */
export interface FileLine {
  /** Position of its first byte. */
  readonly start: number;
  /** Position after its line end. */
  readonly end: number;
  readonly bytes: Uint8Array;
}

/**
 * Yields the lines of a file that end with a line feed, in blocks, so that a file of any size takes little memory. A last
 * line without line feed was cut when its writer ended, and is left out. The bytes are valid until the next block.
 */
export async function* completeLines(
  files: OutputFiles,
  path: string,
  from = 0,
): AsyncGenerator<readonly FileLine[], void, undefined> {
  let block = new Uint8Array(blockBytes);
  let filled = 0;
  for (let position = from; ;) {
    const count = await files.read(path, block.subarray(filled), position + filled);
    if (count === 0) return;
    filled += count;
    const lines = linesIn(block.subarray(0, filled), position);
    const end = lines.at(-1)?.end;
    if (end === undefined) {
      // A line that is longer than the block.
      if (filled === block.length) block = grown(block);
      continue;
    }
    yield lines;
    const rest = block.slice(end - position, filled);
    block.set(rest);
    filled = rest.length;
    position = end;
  }
}

/** Bytes to read first for a single line. */
const lineBytes = 4096;

/** Returns the line at a position of a file, without its line end; `undefined` if it does not end. */
export async function lineAt(files: OutputFiles, path: string, position: number): Promise<Uint8Array | undefined> {
  for (let size = lineBytes; ; size *= 4) {
    const block = new Uint8Array(size);
    const filled = await files.read(path, block, position);
    const end = block.subarray(0, filled).indexOf(newline);
    if (end >= 0) return block.subarray(0, end);
    if (filled < size) return undefined;
  }
}

function linesIn(bytes: Uint8Array, position: number): readonly FileLine[] {
  const lines: FileLine[] = [];
  for (let start = 0; ;) {
    const at = bytes.indexOf(newline, start);
    if (at < 0) return lines;
    lines.push({ start: position + start, end: position + at + 1, bytes: bytes.subarray(start, at) });
    start = at + 1;
  }
}

function grown(block: Uint8Array): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(block.length * 2);
  larger.set(block);
  return larger;
}
