import { createYielder } from "@reader/core/internal";
import type { BookHeader } from "./book-header.ts";
import { createHuffmanUnpacker } from "./huffman.ts";
import { damaged, type PalmDatabase } from "./palm-database.ts";

/** Unpacks the bytes of one record of text. */
export type UnpackRecord = (packed: Uint8Array) => Uint8Array;

/** Maximum size of an unpacked record. Programs write 4096 bytes. */
const maxRecordBytes = 64 * 1024;

/** How text is unpacked. */
export interface Unpacking {
  readonly path: string;
  readonly signal: AbortSignal;
  /** Counts the unpacked bytes, and throws if there are too many. */
  readonly count: (bytes: number) => void;
}

/** Returns the text of a book. Throws `corrupt`, and what `count` throws. */
export async function unpackText(
  database: PalmDatabase,
  header: BookHeader,
  { path, signal, count }: Unpacking,
): Promise<Uint8Array> {
  const pause = createYielder(signal);
  const unpack = unpackerOf(database, header, path);
  const pieces: Uint8Array[] = [];
  const last = Math.min(header.firstText + header.textRecords, database.count);
  for (let index = header.firstText; index < last; index += 1) {
    await pause();
    const piece = unpack(withoutTrailing(database.record(index), header.trailing));
    count(piece.length);
    pieces.push(piece);
  }
  return new Uint8Array(Buffer.concat(pieces));
}

function unpackerOf(database: PalmDatabase, header: BookHeader, path: string): UnpackRecord {
  if (header.packing === "none") return (bytes) => bytes;
  if (header.packing === "palmdoc") return (bytes) => unpackPalmDoc(bytes, path);
  return createHuffmanUnpacker(database, header, path);
}

/** Removes what follows the text of a record: data of indexes, and the rest of a character that began in the record before. */
function withoutTrailing(record: Uint8Array, flags: number): Uint8Array {
  let end = record.length;
  for (let rest = flags >> 1; rest > 0; rest >>= 1) {
    if ((rest & 1) === 1) end -= Math.min(end, sizeBefore(record, end));
  }
  if ((flags & 1) === 1 && end > 0) end -= Math.min(end, ((record[end - 1] ?? 0) & 3) + 1);
  return record.subarray(0, end);
}

/** Reads a number that is stored backwards, seven bits a byte, the highest bit set in its first byte. */
function sizeBefore(record: Uint8Array, end: number): number {
  let size = 0;
  for (const byte of record.subarray(Math.max(0, end - 4), end)) {
    if ((byte & 0x80) !== 0) size = 0;
    size = size * 0x80 + (byte & 0x7f);
  }
  return size;
}

/** Unpacks a record of PalmDoc: literal bytes, a space and a byte, or a repetition of earlier bytes. */
export function unpackPalmDoc(packed: Uint8Array, path: string): Uint8Array {
  const unpacked = new Uint8Array(maxRecordBytes + maxStepBytes);
  let length = 0;
  for (let at = 0; at < packed.length; at += 1) {
    if (length > maxRecordBytes) throw damaged(path, "a record of text unpacks to too many bytes");
    const byte = packed[at] ?? 0;
    if (byte >= 1 && byte <= 8) {
      const literal = packed.subarray(at + 1, at + 1 + byte);
      unpacked.set(literal, length);
      length += literal.length;
      at += byte;
    } else if (byte < 0x80) {
      unpacked[length] = byte;
      length += 1;
    } else if (byte >= 0xc0) {
      unpacked.set([0x20, byte ^ 0x80], length);
      length += 2;
    } else {
      const pair = ((byte << 8) | (packed[at + 1] ?? 0)) & 0x3fff;
      length += repeated(unpacked, { length, pair, path });
      at += 1;
    }
  }
  return unpacked.slice(0, length);
}

/** No step writes more bytes. */
const maxStepBytes = 16;

interface Repetition {
  /** Number of bytes written. */
  readonly length: number;
  /** The distance and the number of bytes. */
  readonly pair: number;
  readonly path: string;
}

/** Repeats bytes from a distance, of which the last may be those just written. Returns their number. */
function repeated(unpacked: Uint8Array, { length, pair, path }: Repetition): number {
  const distance = pair >> 3;
  if (distance === 0 || distance > length) throw damaged(path, "its text repeats what is not there");
  const count = (pair & 7) + 3;
  for (let at = length; at < length + count; at += 1) unpacked[at] = unpacked[at - distance] ?? 0;
  return count;
}
