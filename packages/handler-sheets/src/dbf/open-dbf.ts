import { type HandlerContext, ReadError, type Source } from "@reader/core/handler";
import type { Cell, CellRange } from "@reader/document/tables";
import type { Row, Workbook } from "../sheets/workbook.ts";

/** Number of records read at a time. */
const batchRecords = 500;

/** Number of records used to detect the encoding. */
const sampleRecords = 200;

const deletedFlag = 0x2a;

/**
 * Opens a dBASE table as a workbook with one sheet: a row of column names, then one row per record. Throws `corrupt`.
 */
export async function openDbf(source: Source, context: HandlerContext): Promise<Workbook> {
  const header = await readDbfHeader(source);
  context.signal.throwIfAborted();
  const { start, recordBytes, records, fields, language } = header;
  const sample = await source.slice(start, start + recordBytes * Math.min(records, sampleRecords));
  const table: DbfTable = { source, header, decode: await decoderFor(sample, language) };
  return {
    sheets: [
      {
        name: source.name.replace(/\.[^.]*$/, "") || "Table",
        state: "visible",
        kind: "cells",
        dimension: { firstRow: 1, lastRow: records + 1, firstColumn: 1, lastColumn: fields.length },
        rows: (range) => rowsOf(table, range),
        layout: () => Promise.resolve({ hiddenColumns: [], frozenRows: 1 }),
        extras: () => Promise.resolve({ merged: [], notes: [], drawings: [] }),
        hasFarExtras: false,
        async *images() {
          // A table has no names or nested tables.
        },
      },
    ],
    names: () => Promise.resolve([]),
    properties: {},
    hasMacros: false,
    remarks: missingWords(header),
    close: () => Promise.resolve(),
  };
}

/** Returns a remark if the file has fewer records than its header states. */
function missingWords({ records, promised }: DbfHeader): readonly string[] {
  if (records >= promised) return [];
  const found = records === 1 ? "1 is" : `${records} are`;
  return [
    `The header states ${promised} ${promised === 1 ? "row" : "rows"}, but ${found} there: the file is truncated.`,
  ];
}

interface DbfTable {
  readonly source: Source;
  readonly header: DbfHeader;
  readonly decode: DecodeText;
}

/** Row 1 has the column names and record 1 is row 2. Deleted records are still in the file and are shown as hidden. */
async function* rowsOf(table: DbfTable, range: CellRange): AsyncGenerator<readonly Row[]> {
  const { source, header } = table;
  const { start, recordBytes, records, fields } = header;
  if (range.firstRow === 1) {
    const names = fields.map(({ name }, at): Cell => ({ column: at + 1, text: name, kind: "text" }));
    yield [{ row: 1, cells: names.filter(({ column }) => isIn(range, column)) }];
  }
  const last = Math.min(records, range.lastRow - 1);
  for (let first = Math.max(1, range.firstRow - 1); first <= last; first += batchRecords) {
    const count = Math.min(batchRecords, last - first + 1);
    const offset = start + (first - 1) * recordBytes;
    const bytes = await source.slice(offset, offset + count * recordBytes);
    yield Array.from({ length: count }, (_, at) =>
      rowOf(table, bytes.subarray(at * recordBytes, (at + 1) * recordBytes), { row: first + at + 1, range }),
    );
  }
}

function rowOf(table: DbfTable, record: Uint8Array, { row, range }: { row: number; range: CellRange }): Row {
  const cells: Cell[] = [];
  for (const [at, field] of table.header.fields.entries()) {
    if (!isIn(range, at + 1)) continue;
    const value = valueOf(record.subarray(field.start, field.start + field.length), field, table.decode);
    if (value.text !== "") cells.push({ column: at + 1, ...value });
  }
  return record[0] === deletedFlag ? { row, cells, isHidden: true } : { row, cells };
}

function isIn({ firstColumn, lastColumn }: CellRange, column: number): boolean {
  return column >= firstColumn && column <= lastColumn;
}

/** Code pages by language driver, with the names that iconv-lite uses. */
const codePages: Readonly<Record<number, string>> = {
  0x01: "cp437",
  0x02: "cp850",
  0x03: "win1252",
  0x08: "cp865",
  0x13: "shift_jis",
  0x4d: "gbk",
  0x4e: "cp949",
  0x4f: "big5",
  0x57: "win1252",
  0x58: "win1252",
  0x59: "win1252",
  0x64: "cp852",
  0x65: "cp866",
  0x66: "cp865",
  0x78: "big5",
  0x79: "cp949",
  0x7a: "gbk",
  0x7b: "shift_jis",
  0x7c: "cp874",
  0x7d: "win1255",
  0x7e: "win1256",
  0xc8: "win1250",
  0xc9: "win1251",
  0xca: "win1254",
  0xcb: "win1253",
};

/**
 * Returns a UTF-8 decoder if the first records are valid UTF-8, otherwise one for the code page that the header names.
 */
async function decoderFor(sample: Uint8Array, language: number): Promise<DecodeText> {
  if (isUtf8(sample)) {
    const decoder = new TextDecoder();
    return (bytes) => decoder.decode(bytes);
  }
  const { default: iconv } = await import("iconv-lite");
  const name = codePages[language] ?? "win1252";
  return (bytes) => iconv.decode(bytes, name);
}

/** True if the sample is UTF-8. The sample and its fields may end in the middle of a character. */
function isUtf8(sample: Uint8Array): boolean {
  const text = new TextDecoder().decode(sample);
  const wrong = text.match(/\ufffd/g)?.length ?? 0;
  const right = text.match(/[\u0080-\ufffc\u{10000}-\u{10ffff}]/gu)?.length ?? 0;
  return wrong * 4 <= right;
}

/** Decodes bytes in the code page of a table. */
type DecodeText = (bytes: Uint8Array) => string;

/** Returns the text and kind of a field value. */
function valueOf(bytes: Uint8Array, { type }: DbfField, decode: DecodeText): Pick<Cell, "text" | "kind"> {
  switch (type) {
    case "N":
    case "F":
      return { text: decode(bytes).replaceAll("\0", "").trim(), kind: "number" };
    case "D":
      return { text: dayOf(decode(bytes).trim()), kind: "date" };
    case "L":
      return { text: truths[decode(bytes).trim().toUpperCase()] ?? "", kind: "boolean" };
    case "C":
      return { text: decode(bytes).replaceAll("\0", "").trimEnd(), kind: "text" };
    default:
      return binaryValue(bytes, type);
  }
}

const truths: Readonly<Record<string, string>> = { T: "TRUE", Y: "TRUE", F: "FALSE", N: "FALSE" };

function dayOf(digits: string): string {
  return digits.replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3");
}

/** Julian day number of 1970-01-01. */
const firstDay = 2_440_588;
const dayMs = 86_400_000;

/** Reads the binary types of Visual FoxPro. Memos and images are in a separate file, so only their type is named. */
function binaryValue(bytes: Uint8Array, type: string): Pick<Cell, "text" | "kind"> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if ((type === "I" || type === "+") && bytes.length === 4)
    return { text: String(view.getInt32(0, true)), kind: "number" };
  if (bytes.length !== 8) return { text: bytes.some((byte) => byte > 0x20) ? "(memo)" : "", kind: "text" };
  if (type === "B") return { text: String(view.getFloat64(0, true)), kind: "number" };
  if (type === "Y") return { text: String(Number(view.getBigInt64(0, true)) / 10_000), kind: "number" };
  return type === "T" ? { text: momentOf(view), kind: "date" } : { text: "(binary)", kind: "text" };
}

function momentOf(view: DataView): string {
  const day = view.getInt32(0, true);
  const moment = new Date((day - firstDay) * dayMs + view.getInt32(4, true));
  if (day === 0 || Number.isNaN(moment.getTime())) return "";
  return moment.toISOString().slice(0, 19).replace("T", " ");
}

/** A column of a dBASE table. */
interface DbfField {
  readonly name: string;
  /** `C` for text, `N` for a number, `D` for a date, `L` for a boolean, and so on. */
  readonly type: string;
  /** Offset in a record and length, in bytes. */
  readonly start: number;
  readonly length: number;
}

/** The header of a dBASE table. */
interface DbfHeader {
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
async function readDbfHeader(source: Source): Promise<DbfHeader> {
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
  return new ReadError("corrupt", `${path} is not a dBASE table: its columns cannot be read.`);
}
