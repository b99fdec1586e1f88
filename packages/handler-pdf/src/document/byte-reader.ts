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
  /** The same file without its tables of objects, so that the engine looks for the objects; for files in memory. */
  readonly withoutTables?: () => ByteReader;
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
    withoutTables: () => wholeReader(withoutTables(bytes)),
    read(target, position) {
      const piece = bytes.subarray(position, position + target.length);
      target.set(piece);
      return piece.length;
    },
  };
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
