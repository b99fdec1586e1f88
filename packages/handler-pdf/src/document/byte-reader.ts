import { Buffer } from "node:buffer";
import { ReadError, type Source } from "@reader/core/handler";

/** Bytes of a file, at once: the engine cannot wait for them. */
export interface ByteReader {
  /** Bytes. */
  readonly size: number;
  /** Whether all bytes are at hand; otherwise each one that is looked at is fetched first. */
  readonly isWhole: boolean;
  /** Fills `target` from `position` on; gives how many bytes came, 0 at the end. Must not throw. */
  read(target: Uint8Array, position: number): number;
  /** Throws what went wrong when bytes were fetched. The engine takes it for the end of the file. */
  check(): void;
  /**
   * The same file as the engine may still read it where it finds no document in it: without the object inside of which
   * it breaks off, and, for files in memory, without its tables of objects, so that the engine looks for the objects.
   * `undefined` where that is the same.
   */
  readonly mended: () => ByteReader | undefined;
}

/** Reads a file into memory as a whole. Throws `corrupt` where no document is in it. */
export async function loadWhole(source: Source): Promise<ByteReader> {
  const bytes = await source.bytes();
  checkHasObjects(source.path, bytes);
  return wholeReader(bytes);
}

/** Reads from a file that is in memory as a whole. */
function wholeReader(bytes: Uint8Array): ByteReader {
  return {
    size: bytes.length,
    isWhole: true,
    check: () => undefined,
    mended: () => wholeReader(withoutTables(bytes.subarray(0, endOfObjects(bytes)))),
    read(target, position) {
      const piece = bytes.subarray(position, position + target.length);
      target.set(piece);
      return piece.length;
    },
  };
}

const endOfObject = "endobj";

/** How far from the end of a file the object is looked for inside of which it breaks off. */
const maxBrokenBytes: number = 64 * 1024;

/**
 * Where the last whole object ends, if the file breaks off inside of the next one; the engine throws the whole file away
 * for it. A stream that is cut is kept: what there is of it can be read.
 */
export function endOfObjects(bytes: Uint8Array): number {
  const tail = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).subarray(-maxBrokenBytes);
  const at = tail.lastIndexOf(endOfObject);
  const rest = tail.subarray(at + endOfObject.length);
  const isBroken = at >= 0 && / obj\b/.test(rest.toString("latin1")) && !rest.includes("stream");
  return isBroken ? bytes.length - rest.length : bytes.length;
}

const tableMark = "startxref";

/** The mark that leads to a table is overwritten wherever it stands. */
function withoutTables(bytes: Uint8Array): Uint8Array {
  const copy = Buffer.from(bytes);
  for (let at = copy.indexOf(tableMark); at >= 0; at = copy.indexOf(tableMark, at)) {
    copy.fill(" ", at, at + tableMark.length);
  }
  return copy;
}

/**
 * Throws `corrupt` for bytes in which no PDF document can be. The engine finds that out, too, but each time that it
 * fails it loses some of its stack, and after some hundred times it breaks for sound documents.
 */
function checkHasObjects(path: string, bytes: Uint8Array): void {
  if (Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes("obj")) return;
  throw noDocument(path);
}

/** The error of a file in which no document is. */
export function noDocument(path: string, cause?: unknown): ReadError {
  return new ReadError("corrupt", `${path} is damaged beyond repair: no PDF document was found in it.`, {
    hint: "Ask the user for an undamaged copy of the file.",
    ...(cause === undefined ? {} : { cause }),
  });
}

/** Gets bytes from `start` up to, not including, `end`, and holds the thread until they are there. */
type FetchBytes = (start: number, end: number) => Uint8Array;

/** The engine asks for 8 KiB at a time; to find a page it looks at the first bytes of many objects, far apart. */
const blockBytes = 16 * 1024;
/** A reader that goes straight on gets twice as much each time, up to 1 MiB. */
const maxBlocksAtOnce = 64;
/** 32 MB: the tables of a large document and what its last pages needed. */
const maxBlocks = 2048;

/** Reads a file in blocks and keeps the ones that were used last. */
export function blockReader(size: number, fetch: FetchBytes): ByteReader {
  const blocks = new Map<number, Uint8Array>();
  let expected = -1;
  let failure: { readonly error: unknown } | undefined;
  let atOnce = 1;
  const load = (index: number): void => {
    atOnce = index === expected ? Math.min(maxBlocksAtOnce, atOnce * 2) : 1;
    expected = index + atOnce;
    const start = index * blockBytes;
    const bytes = fetch(start, Math.min(size, expected * blockBytes));
    for (let at = 0; at < Math.max(1, bytes.length); at += blockBytes) {
      // A copy: what was fetched is overwritten by what is fetched next.
      keep(blocks, index + at / blockBytes, bytes.slice(at, at + blockBytes));
    }
  };
  const reader = (length: number): ByteReader => ({
    size: length,
    isWhole: false,
    check() {
      if (failure !== undefined) throw failure.error;
    },
    mended() {
      const start = Math.max(0, length - maxBrokenBytes);
      const end = start + endOfObjects(fetch(start, length).slice());
      return end < length ? reader(end) : undefined;
    },
    read(target, position) {
      if (position < 0 || position >= length) return 0;
      const index = Math.floor(position / blockBytes);
      try {
        if (failure === undefined && !blocks.has(index)) load(index);
      } catch (error) {
        // Nothing may be thrown through the engine. From here on the file is over for it.
        failure = { error };
      }
      const block = failure === undefined ? blocks.get(index) : undefined;
      if (block === undefined) return 0;
      keep(blocks, index, block);
      const from = position - index * blockBytes;
      const piece = block.subarray(from, from + Math.min(target.length, length - position));
      target.set(piece);
      return piece.length;
    },
  });
  return reader(size);
}

/** A map keeps the order of insertion: the first is the one that was used longest ago. */
function keep(blocks: Map<number, Uint8Array>, index: number, block: Uint8Array): void {
  blocks.delete(index);
  blocks.set(index, block);
  const [oldest] = blocks.keys();
  if (blocks.size > maxBlocks && oldest !== undefined) blocks.delete(oldest);
}
