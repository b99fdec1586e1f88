import { Buffer } from "node:buffer";
import type { Source } from "@reader/core/handler";
import { checkHasObjects } from "./has-objects.ts";

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
export const maxBrokenBytes: number = 64 * 1024;

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
