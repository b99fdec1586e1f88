import { ReadError, type Source } from "@reader/core/handler";

/** A column of a dBASE table. */
export interface DbfField {
  readonly name: string;
  /** `C` for text, `N` for a number, `D` for a date, `L` for a boolean, and so on. */
  readonly type: string;
  /** Offset in a record and length, in bytes. */
  readonly start: number;
  readonly length: number;
}

/** The header of a dBASE table. */
export interface DbfHeader {
  /** The number of records in the file, and the number that the header states. */
  readonly records: number;
  readonly promised: number;
  /** Offset of the first record and length of each, in bytes. */
  readonly start: number;
  readonly recordBytes: number;
  /** Number of the language driver, which determines the code page; 0 if the file names none. */
  readonly language: number;
  readonly fields: readonly DbfField[];
}

const headerBytes = 32;
const fieldBytes = 32;
const endOfFields = 0x0d;

/** Reads the header (dBASE Level 5 and Visual FoxPro). Throws `corrupt` if the file has no valid one. */
export async function readDbfHeader(source: Source): Promise<DbfHeader> {
  const head = await source.slice(0, headerBytes);
  if (head.length < headerBytes) throw corrupt(source);
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const start = view.getUint16(8, true);
  const recordBytes = view.getUint16(10, true);
  const fields = fieldsIn(await source.slice(headerBytes, start));
  const last = fields.at(-1);
  if (last === undefined || last.start + last.length > recordBytes) throw corrupt(source);
  // The stated number can be outdated, so it is limited to what fits in the file.
  const promised = view.getUint32(4, true);
  const records = Math.min(promised, Math.max(0, Math.floor((source.size - start) / recordBytes)));
  return { records, promised, start, recordBytes, language: view.getUint8(29), fields };
}

function fieldsIn(bytes: Uint8Array): readonly DbfField[] {
  const fields: DbfField[] = [];
  // The first byte of a record marks deleted records.
  let start = 1;
  for (let at = 0; at + fieldBytes <= bytes.length && bytes[at] !== endOfFields; at += fieldBytes) {
    const field = fieldIn(bytes.subarray(at, at + fieldBytes), start);
    fields.push(field);
    start += field.length;
  }
  return fields;
}

function fieldIn(bytes: Uint8Array, start: number): DbfField {
  const name = latin.decode(bytes.subarray(0, 11)).replace(/\0.*$/s, "").trim();
  const type = latin.decode(bytes.subarray(11, 12)).toUpperCase();
  // In text fields, the byte for decimals is the high byte of the length.
  const length = (bytes[16] ?? 0) + (type === "C" ? (bytes[17] ?? 0) * 256 : 0);
  return { name, type, start, length };
}

const latin = new TextDecoder("windows-1252");

function corrupt({ path }: Source): ReadError {
  return new ReadError("corrupt", `${path} is no dBASE table: its columns cannot be read.`);
}
