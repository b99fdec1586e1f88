import { crc32 } from "node:zlib";
import type { Source } from "@reader/core/handler";

/** One member of a ZIP file. */
export interface StoredMember {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Builds a ZIP file in memory without compression, so opening it inflates nothing. */
export function storedZip(members: readonly StoredMember[]): Uint8Array {
  const pieces: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { name, bytes } of members) {
    const encodedName = new TextEncoder().encode(name);
    const facts = { crc: crc32(bytes), size: bytes.length, nameLength: encodedName.length };
    const header = localHeader(facts);
    directory.push(directoryEntry(facts, offset), encodedName);
    pieces.push(header, encodedName, bytes);
    offset += header.length + encodedName.length + bytes.length;
  }
  const directoryBytes = directory.reduce((sum, { length }) => sum + length, 0);
  return joined([...pieces, ...directory, endRecord({ count: members.length, bytes: directoryBytes, at: offset })]);
}

interface MemberFacts {
  readonly crc: number;
  readonly size: number;
  readonly nameLength: number;
}

/** APPNOTE 4.3.7: version 2.0, a name in UTF-8, no compression, no time. */
function localHeader(facts: MemberFacts): Uint8Array {
  const header = new DataView(new ArrayBuffer(30));
  header.setUint32(0, 0x04034b50, true);
  writeFacts(header, 4, facts);
  return new Uint8Array(header.buffer);
}

/** APPNOTE 4.3.12. */
function directoryEntry(facts: MemberFacts, offset: number): Uint8Array {
  const entry = new DataView(new ArrayBuffer(46));
  entry.setUint32(0, 0x02014b50, true);
  entry.setUint16(4, 20, true);
  writeFacts(entry, 6, facts);
  entry.setUint32(42, offset, true);
  return new Uint8Array(entry.buffer);
}

function writeFacts(view: DataView, at: number, { crc, size, nameLength }: MemberFacts): void {
  view.setUint16(at, 20, true);
  view.setUint16(at + 2, 0x800, true);
  view.setUint32(at + 10, crc, true);
  view.setUint32(at + 14, size, true);
  view.setUint32(at + 18, size, true);
  view.setUint16(at + 22, nameLength, true);
}

/** APPNOTE 4.3.16. */
function endRecord(directory: { readonly count: number; readonly bytes: number; readonly at: number }): Uint8Array {
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, 0x06054b50, true);
  end.setUint16(8, directory.count, true);
  end.setUint16(10, directory.count, true);
  end.setUint32(12, directory.bytes, true);
  end.setUint32(16, directory.at, true);
  return new Uint8Array(end.buffer);
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** Creates a source from bytes, with the name of another source. */
export function sourceOfBytes({ path, name, sniff }: Source, bytes: Uint8Array): Source {
  return {
    path,
    name,
    size: bytes.length,
    sniff,
    head: (length) => Promise.resolve(bytes.subarray(0, length)),
    bytes: () => Promise.resolve(bytes),
    slice: (start, end) => Promise.resolve(bytes.subarray(start, end)),
    async *stream({ start, end } = { start: 0 }) {
      yield bytes.subarray(start, end);
    },
  };
}
