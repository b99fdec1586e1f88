import { ReadError, type Source } from "@reader/core/handler";

/** A column of a dBASE table. */
export interface DbfField {
  readonly name: string;
  /** `C` text, `N` number, `D` date, `L` truth and so on. */
  readonly type: string;
  /** Where it starts in a record, and how many bytes it has. */
  readonly start: number;
  readonly length: number;
}

/** What the start of a dBASE table says. */
export interface DbfHeader {
  /** Records whose bytes are there, and how many the header tells of. */
  readonly records: number;
  readonly promised: number;
  /** Where the first record starts, and how many bytes each has. */
  readonly start: number;
  readonly recordBytes: number;
  /** Which code page the text is in, by the number of its driver; 0 where it is not said. */
  readonly language: number;
  readonly fields: readonly DbfField[];
}

const headerBytes = 32;
const fieldBytes = 32;
const endOfFields = 0x0d;

/** Reads the header (dBASE Level 5 and Visual FoxPro). Throws `corrupt` where there is none. */
export async function readDbfHeader(source: Source): Promise<DbfHeader> {
  const head = await source.slice(0, headerBytes);
  if (head.length < headerBytes) throw corrupt(source);
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const start = view.getUint16(8, true);
  const recordBytes = view.getUint16(10, true);
  const fields = fieldsIn(await source.slice(headerBytes, start));
  const last = fields.at(-1);
  if (last === undefined || last.start + last.length > recordBytes) throw corrupt(source);
  // The number of records may be that of another moment; no table has more than its bytes hold.
  const promised = view.getUint32(4, true);
  const records = Math.min(promised, Math.max(0, Math.floor((source.size - start) / recordBytes)));
  return { records, promised, start, recordBytes, language: view.getUint8(29), fields };
}

function fieldsIn(bytes: Uint8Array): readonly DbfField[] {
  const fields: DbfField[] = [];
  // The first byte of a record says whether it was deleted.
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
  // The decimals of a text are the high byte of its length.
  const length = (bytes[16] ?? 0) + (type === "C" ? (bytes[17] ?? 0) * 256 : 0);
  return { name, type, start, length };
}

const latin = new TextDecoder("windows-1252");

function corrupt({ path }: Source): ReadError {
  return new ReadError("corrupt", `${path} is no dBASE table: its columns cannot be read.`);
}
