import type { Budget } from "../contract/budget.ts";
import { ReadError } from "../contract/errors.ts";
import { named } from "../render/quote.ts";
import type { FileHandle, FileStat } from "./file-system.ts";
import type { Sniff, Source } from "../contract/source.ts";

/** The parts of an opened file that a source needs. */
export interface SourceFile {
  /** The path, safe to show in messages. */
  readonly path: string;
  readonly name: string;
  readonly stat: Pick<FileStat, "size">;
  readonly handle: Pick<FileHandle, "read">;
  /** Equal strings mean equal bytes; absent if the identity is unknown. */
  readonly identity?: string;
}

/** Size of a chunk of a stream in bytes: large enough for throughput, small enough for many streams at once. */
const pieceBytes = 256 * 1024;

/**
 * Creates the source for an opened file that handlers get. Its size is fixed when the file is opened: data appended
 * later is not read, and a file that shrinks returns fewer bytes. `bytes` and `slice` reject with `too-large` above
 * `budget.maxInputBytes`.
 */
export function fileSource(file: SourceFile, sniff: Sniff, budget: Budget): Source {
  const { path, name, handle } = file;
  const { size } = file.stat;
  const slice = async (start: number, end: number): Promise<Uint8Array> => {
    checkRange(start, end);
    const length = Math.max(0, Math.min(end, size) - start);
    checkLength(path, length, budget);
    return readInto(new Uint8Array(length), handle, start);
  };
  return {
    path,
    name,
    size,
    sniff,
    ...(file.identity === undefined ? {} : { identity: file.identity }),
    head: (length) => slice(0, length),
    bytes: () => slice(0, size),
    slice,
    async readInto(target, position) {
      checkRange(position, size);
      const length = Math.max(0, Math.min(target.length, size - position));
      return (await readInto(target.subarray(0, length), handle, position)).length;
    },
    stream(range = { start: 0 }) {
      checkRange(range.start, range.end ?? size);
      return pieces(handle, range.start, Math.min(range.end ?? size, size));
    },
  };
}

/**
 * Creates a source for bytes in memory, such as a file from inside an archive. Messages call it `name`. Slices are
 * copies, so that a handler can modify them.
 */
export function bytesSource(name: string, bytes: Uint8Array, facts: SourceFacts): Source {
  const handle: Pick<FileHandle, "read"> = {
    read(target, position) {
      const available = bytes.subarray(position, position + target.length);
      target.set(available);
      return Promise.resolve(available.length);
    },
  };
  const file = { path: named(name), name: lastSegment(name), stat: { size: bytes.length }, handle };
  return fileSource(file, facts.sniff, facts.budget);
}

/** Facts about bytes besides their name. */
export interface SourceFacts {
  readonly sniff: Sniff;
  readonly budget: Budget;
}

/**
 * Returns the last segment of a name. Names inside archives come from every system, so both slashes separate segments.
 */
function lastSegment(name: string): string {
  return name.split(/[/\\]/).findLast((segment) => segment !== "") ?? name;
}

function checkRange(start: number, end: number): void {
  const isRange = Number.isSafeInteger(start) && start >= 0 && !Number.isNaN(end);
  if (!isRange) throw new RangeError(`Not a range of bytes: ${start} to ${end}.`);
}

function checkLength(path: string, length: number, budget: Budget): void {
  const limit = budget.maxInputBytes;
  if (length <= limit) return;
  throw new ReadError("too-large", `${path} needs ${length} bytes at once, and the limit is ${limit}.`, {
    hint: "Read a part of it, or ask for a reader with a higher `maxInputBytes`.",
    details: { limit: { name: "maxInputBytes", value: limit, actual: length } },
  });
}

/** Fills `target`, repeating short reads. Returns a view of the bytes read if the file ends earlier. */
async function readInto(target: Uint8Array, handle: Pick<FileHandle, "read">, start: number): Promise<Uint8Array> {
  let filled = 0;
  while (filled < target.length) {
    const count = await handle.read(target.subarray(filled), start + filled);
    if (count === 0) return target.subarray(0, filled);
    filled += count;
  }
  return target;
}

async function* pieces(handle: Pick<FileHandle, "read">, start: number, end: number): AsyncGenerator<Uint8Array> {
  for (let position = start; position < end;) {
    const piece = await readInto(new Uint8Array(Math.min(pieceBytes, end - position)), handle, position);
    if (piece.length === 0) return;
    yield piece;
    position += piece.length;
  }
}
