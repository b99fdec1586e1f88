import type { Sqlite3Static } from "@sqlite.org/sqlite-wasm";

/** A row of a result: integers as numbers if they are exact, texts, bytes, and nulls. */
export type Row = readonly unknown[];

/** The functions of the C interface of SQLite, as its WebAssembly exports them: without conversion of their values. */
interface ColumnFunctions {
  sqlite3_column_type(statement: number, column: number): number;
  sqlite3_column_int64(statement: number, column: number): bigint;
  sqlite3_column_double(statement: number, column: number): number;
  /** Returns the address of the text in UTF-8, which is valid until the next step. */
  sqlite3_column_text(statement: number, column: number): number;
  sqlite3_column_blob(statement: number, column: number): number;
  /** Returns the number of bytes. To be called after the function that returns the address. */
  sqlite3_column_bytes(statement: number, column: number): number;
}

/** Reads the values of the current row of a statement. */
export type RowReader = (statement: number, columns: number) => Row;

/** Types of values (sqlite.org/c3ref/c_blob.html). */
const types = { integer: 1, float: 2, text: 3, blob: 4 } as const;

/** Longest text that is read byte by byte: below this, calling the decoder costs more than its work. */
const shortText = 24;

/**
 * Creates a reader of rows. It calls the exports of the WebAssembly module: the `get` of a statement converts and checks
 * each argument, and takes three times as long.
 */
export function createRowReader({ wasm }: Sqlite3Static): RowReader {
  const functions = wasm.exports as ColumnFunctions;
  let memory: Buffer = Buffer.alloc(0);
  /** The memory gets another buffer when it grows, and the old one is empty then. */
  const currentMemory = (): Buffer => {
    if (memory.length > 0) return memory;
    const { buffer, byteOffset, length } = wasm.heap8u();
    memory = Buffer.from(buffer, byteOffset, length);
    return memory;
  };
  const textAt = (statement: number, column: number): string | null => {
    const start = functions.sqlite3_column_text(statement, column);
    // There was no memory for it.
    if (start === 0) return null;
    const end = start + functions.sqlite3_column_bytes(statement, column);
    const bytes = currentMemory();
    return shortAscii(bytes, start, end) ?? bytes.toString("utf8", start, end);
  };
  const blobAt = (statement: number, column: number): Uint8Array => {
    const start = functions.sqlite3_column_blob(statement, column);
    const length = functions.sqlite3_column_bytes(statement, column);
    return new Uint8Array(currentMemory().subarray(start, start + length));
  };
  const integerAt = (statement: number, column: number): number | bigint => {
    const number = functions.sqlite3_column_double(statement, column);
    return Number.isSafeInteger(number) ? number : functions.sqlite3_column_int64(statement, column);
  };
  const valueAt = (statement: number, column: number): unknown => {
    switch (functions.sqlite3_column_type(statement, column)) {
      case types.integer:
        return integerAt(statement, column);
      case types.float:
        return functions.sqlite3_column_double(statement, column);
      case types.text:
        return textAt(statement, column);
      case types.blob:
        return blobAt(statement, column);
      default:
        return null;
    }
  };
  return (statement, columns) => {
    const row: unknown[] = [];
    for (let column = 0; column < columns; column += 1) row.push(valueAt(statement, column));
    return row;
  };
}

/** Decodes a short text, or returns `undefined` if it is long or not ASCII. */
function shortAscii(bytes: Uint8Array, start: number, end: number): string | undefined {
  if (end - start > shortText) return undefined;
  let text = "";
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte > 0x7f) return undefined;
    text += String.fromCharCode(byte);
  }
  return text;
}
