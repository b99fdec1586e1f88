import { Buffer } from "node:buffer";
import type { Source } from "@reader/core/handler";
import { noDocument } from "@reader/pdf-pages/document";
import { isEngineExhausted } from "../engine/engine.ts";

/** Synchronous access to the bytes of a file, because the engine cannot wait. */
export interface ByteReader {
  /** In bytes. */
  readonly size: number;
  /** True if all bytes are in memory. Otherwise each block is fetched when it is read. */
  readonly isWhole: boolean;
  /** Fills `target` from `position`. Returns the number of bytes read, 0 at the end. Must not throw. */
  read(target: Uint8Array, position: number): number;
  /** Throws the error of a failed fetch, which the engine takes for the end of the file. */
  check(): void;
  /**
   * Returns the file as the engine may still read it if it finds no document: without the incomplete object at its end,
   * and for files in memory also without cross-reference tables, so that the engine searches for objects. Returns
   * `undefined` if nothing changes.
   */
  readonly repaired: () => ByteReader | undefined;
}

/** Reads a whole file into memory. Throws `corrupt` if it contains no document. */
export async function loadWhole(source: Source): Promise<ByteReader> {
  const bytes = await source.bytes();
  checkHasObjects(source.path, bytes);
  return wholeReader(bytes);
}

/** Returns a reader of a file that is in memory. */
function wholeReader(bytes: Uint8Array): ByteReader {
  return {
    size: bytes.length,
    isWhole: true,
    check: () => undefined,
    repaired: () => wholeReader(withoutTables(bytes.subarray(0, endOfObjects(bytes)))),
    read(target, position) {
      const piece = bytes.subarray(position, position + target.length);
      target.set(piece);
      return piece.length;
    },
  };
}

const endOfObject = "endobj";

/** How far from the end of a truncated file the incomplete object is searched, in bytes. */
const maxBrokenBytes: number = 64 * 1024;

/**
 * Returns the end of the last complete object if the file is truncated inside the next one. The engine would reject the
 * whole file. A truncated stream is kept, since its beginning can be read.
 */
export function endOfObjects(bytes: Uint8Array): number {
  const tail = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).subarray(-maxBrokenBytes);
  const at = tail.lastIndexOf(endOfObject);
  const rest = tail.subarray(at + endOfObject.length);
  const isBroken = at >= 0 && / obj\b/.test(rest.toString("latin1")) && !rest.includes("stream");
  return isBroken ? bytes.length - rest.length : bytes.length;
}

const tableMark = "startxref";

/** Overwrites the keyword of every cross-reference table. */
function withoutTables(bytes: Uint8Array): Uint8Array {
  const copy = Buffer.from(bytes);
  for (let at = copy.indexOf(tableMark); at >= 0; at = copy.indexOf(tableMark, at)) {
    copy.fill(" ", at, at + tableMark.length);
  }
  return copy;
}

/**
 * Throws `corrupt` for bytes that cannot contain a PDF document. The engine would detect that too, but each failure
 * costs some of its stack, and after some hundred it fails on sound documents.
 */
function checkHasObjects(path: string, bytes: Uint8Array): void {
  if (Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes("obj")) return;
  throw noDocument(path);
}

/** Returns the bytes from `start` to `end`, exclusive. Blocks the thread until they arrive. */
type FetchBytes = (start: number, end: number) => Uint8Array;

/** The engine reads 8 KiB at a time. To find a page it reads the first bytes of many objects that are far apart. */
const blockBytes = 16 * 1024;
/** A sequential reader gets twice as many blocks each time, up to 1 MiB. */
const maxBlocksAtOnce = 64;
/** 32 MB: the tables of a large document and the objects of its last pages. */
const maxBlocks = 2048;

/** Reads a file in blocks and keeps the most recently used ones. */
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
      // A copy, because the next fetch overwrites these bytes.
      keep(blocks, index + at / blockBytes, bytes.slice(at, at + blockBytes));
    }
  };
  const reader = (length: number): ByteReader => ({
    size: length,
    isWhole: false,
    check() {
      if (failure !== undefined) throw failure.error;
    },
    repaired() {
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
        // Errors must not be thrown through the engine. From here on the engine sees the end of the file.
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

/** A map keeps insertion order, so its first key is the least recently used. */
function keep(blocks: Map<number, Uint8Array>, index: number, block: Uint8Array): void {
  blocks.delete(index);
  blocks.set(index, block);
  const [oldest] = blocks.keys();
  if (blocks.size > maxBlocks && oldest !== undefined) blocks.delete(oldest);
}

/**
 * Returns the bytes of a file for the engine of this thread: completely if it is small, otherwise block by block if the
 * source is synchronous. Returns `undefined` if another thread must read it: a large file with an asynchronous source,
 * or any file once this engine has failed too often.
 */
export async function localReader(source: Source): Promise<ByteReader | undefined> {
  if (!isReadLocally(source)) return undefined;
  if (source.size <= maxWholeBytes) return loadWhole(source);
  return blockReader(source.size, (start, end) => source.sliceSync?.(start, end) ?? new Uint8Array(0));
}

/**
 * Maximum size of a file that is loaded completely: 8 MB take a few milliseconds, while starting a thread with its own
 * engine takes a tenth of a second.
 */
export const maxWholeBytes: number = 8_000_000;

/** True if the engine of this thread reads the file. `localReader` uses it. */
export function isReadLocally(source: Source): boolean {
  return !isEngineExhausted() && (source.size <= maxWholeBytes || source.sliceSync !== undefined);
}
