import type { BookHeader } from "./book-header.ts";
import { createHuffmanUnpacker } from "./huffman.ts";
import { damaged, type PalmDatabase } from "./palm-database.ts";

/** Unpacks the bytes of one record of text. */
export type UnpackRecord = (packed: Uint8Array) => Uint8Array;

/** Maximum size of an unpacked record. Programs write 4096 bytes. */
const maxRecordBytes = 64 * 1024;

/** Returns the text of a book. Throws `corrupt`, and what `count` throws for too many bytes. */
export function unpackText(
  database: PalmDatabase,
  header: BookHeader,
  { path, count }: { readonly path: string; readonly count: (bytes: number) => void },
): Uint8Array {
  const unpack = unpackerOf(database, header, path);
  const pieces: Uint8Array[] = [];
  const last = Math.min(header.firstText + header.textRecords, database.count);
  for (let index = header.firstText; index < last; index += 1) {
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
  const unpacked = new Uint8Array(maxRecordBytes);
  let length = 0;
  const put = (byte: number): void => {
    if (length >= maxRecordBytes) throw damaged(path, "a record of text unpacks to too many bytes");
    unpacked[length] = byte;
    length += 1;
  };
  for (let at = 0; at < packed.length; at += 1) {
    const byte = packed[at] ?? 0;
    if (byte === 0 || (byte >= 9 && byte < 0x80)) put(byte);
    else if (byte < 9) {
      for (const literal of packed.subarray(at + 1, at + 1 + byte)) put(literal);
      at += byte;
    } else if (byte >= 0xc0) {
      put(0x20);
      put(byte ^ 0x80);
    } else {
      const pair = ((byte << 8) | (packed[at + 1] ?? 0)) & 0x3fff;
      const distance = pair >> 3;
      if (distance === 0 || distance > length) throw damaged(path, "its text repeats what is not there");
      for (let count = (pair & 7) + 3; count > 0; count -= 1) put(unpacked[length - distance] ?? 0);
      at += 1;
    }
  }
  return unpacked.slice(0, length);
}
