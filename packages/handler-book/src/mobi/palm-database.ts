import { ReadError } from "@reader/core/handler";

/** The records of a Palm database, which a MOBI file is. */
export interface PalmDatabase {
  readonly count: number;
  /** Returns the bytes of a record; empty if it does not exist. */
  record(index: number): Uint8Array;
}

const headerBytes = 78;
const entryBytes = 8;

/**
 * Opens a Palm database. Offsets are not trusted: a record begins where the one before ends, or later, so that no byte is
 * in two records.
 */
export function openDatabase(bytes: Uint8Array, path: string): PalmDatabase {
  const view = viewOf(bytes);
  const stated = bytes.length < headerBytes ? 0 : view.getUint16(76);
  const count = Math.min(stated, Math.floor((bytes.length - headerBytes) / entryBytes));
  if (count < 1) throw damaged(path, "it has no list of records");
  const offsets: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const offset = Math.min(view.getUint32(headerBytes + index * entryBytes), bytes.length);
    offsets.push(Math.max(offset, offsets.at(-1) ?? 0));
  }
  return {
    count,
    record(index) {
      const start = offsets[index];
      return start === undefined ? new Uint8Array() : bytes.subarray(start, offsets[index + 1]);
    },
  };
}

/** Returns a view of the numbers of some bytes. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Returns four or more bytes as Latin-1, for signatures. */
export function signatureAt(bytes: Uint8Array, at: number, length = 4): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}

/** Reads numbers of a record. Beyond its end they are 0. */
export interface RecordNumbers {
  readonly byte: (at: number) => number;
  readonly short: (at: number) => number;
  readonly long: (at: number) => number;
}

/** Returns the numbers of a record. */
export function numbersOf(bytes: Uint8Array): RecordNumbers {
  const byte = (at: number): number => bytes[at] ?? 0;
  const short = (at: number): number => byte(at) * 0x100 + byte(at + 1);
  return { byte, short, long: (at) => short(at) * 0x1_0000 + short(at + 2) };
}

/** Returns the error of a damaged book. */
export function damaged(path: string, what: string): ReadError {
  return new ReadError("corrupt", `${path} is damaged or cut off: ${what}.`, {
    hint: "Ask the user for an undamaged copy, or for the book as EPUB.",
  });
}
