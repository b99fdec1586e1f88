import { createTextDecoder, ReadError, type SniffedText, type Source } from "@reader/core/handler";
import { createColumnProfile, kindOfText } from "../sheets/columns.ts";
import { detectDialect, separatorLine } from "./detect-dialect.ts";
import type { Dialect } from "./dialect.ts";
import { parseText, type TextRecord } from "./parse-text.ts";
import { createRecordMachine, state, type RecordMachine } from "./record-machine.ts";
import type { Mark } from "./record-walk.ts";
import type { TableBytes } from "./table-bytes.ts";

/** What the start of a table tells of all of it. */
export interface TableStart {
  readonly dialect: Dialect;
  /** The first records, those before the header among them; the last one may be cut. */
  readonly records: readonly TextRecord[];
  /** The number of the record that names the columns, from 1; absent where none does. */
  readonly headerRow: number | undefined;
  /** The number of the first record with values. */
  readonly firstRow: number;
  /** The names of the columns; empty where nothing names them. */
  readonly names: readonly string[];
  /** How many fields a record should have. */
  readonly width: number;
}

/** An opened table. */
export interface Table extends TableStart {
  readonly bytes: TableBytes;
  readonly machine: RecordMachine;
  readonly first: Mark;
  readonly decoder: ReturnType<typeof createTextDecoder>;
}

/** Bytes that the way in which a table is written is told by. */
const headBytes = 64 * 1024;

/** Where those hold fewer records than tell anything, as many more are looked at. */
const minRecords = 3;
const wideHeadBytes = 2 * 1024 * 1024;

/** Opens a table by its first bytes. Throws `binary` where these are no text. */
export async function openTable(source: Source): Promise<Table> {
  const { bytes, decoder, firstByte } = await openBytes(source);
  const expected = source.sniff.mediaType === "text/tab-separated-values" ? "\t" : ",";
  const startBy = async (length: number): Promise<TableStart> => {
    const head = await bytes.read(firstByte, firstByte + length);
    const decode = await decoder.openStream();
    const isWhole = firstByte + head.length >= bytes.size;
    return readStart(await decode(head, isWhole), { isWhole, expected });
  };
  const quick = await startBy(headBytes);
  const isShort = quick.records.length < minRecords && bytes.size - firstByte > headBytes;
  const start = isShort ? await startBy(wideHeadBytes) : quick;
  const first = { byte: firstByte, rows: 0, state: state.recordStart, lastQuote: -1 };
  return { ...start, bytes, decoder, first, machine: createRecordMachine(start.dialect) };
}

type OpenedBytes = Pick<Table, "bytes" | "decoder"> & { readonly firstByte: number };

/** Encodings in which a byte of a delimiter or a line end may be part of another character. */
const wideEncoding = /^(?:utf-16|utf-32|utf-7|iso-2022)/;

async function openBytes(source: Source): Promise<OpenedBytes> {
  const text = source.sniff.text ?? (await markedText(source));
  const decoder = createTextDecoder(text);
  const read: TableBytes["read"] = (start, end) => source.slice(start, end);
  if (!wideEncoding.test(text.encoding)) {
    const { size, readInto } = source;
    return { bytes: { size, read, readInto }, decoder, firstByte: text.bomBytes };
  }
  const whole = (await source.bytes()).subarray(text.bomBytes);
  const bytes = new TextEncoder().encode(await decoder.decode(whole));
  return {
    bytes: { size: bytes.length, read: (start, end) => Promise.resolve(bytes.subarray(start, end)) },
    decoder: createTextDecoder({ encoding: "utf-8", confidence: 1, bomBytes: 0, isAsciiSoFar: false }),
    firstByte: 0,
  };
}

/** The encoding of bytes that nobody took for text: their mark tells, or they are none. */
async function markedText(source: Source): Promise<SniffedText> {
  const [first, second] = await source.head(2);
  const isLittle = first === 0xff && second === 0xfe;
  if (isLittle || (first === 0xfe && second === 0xff)) {
    const encoding = isLittle ? "utf-16le" : "utf-16be";
    return { encoding, confidence: 1, bomBytes: 2, isAsciiSoFar: false };
  }
  throw new ReadError("binary", `${source.path} is no text, and so no table of values.`, {
    hint: "Look at what it is with a program for its format.",
  });
}

/** What is known of the start of a text. */
export interface StartHints {
  readonly isWhole: boolean;
  readonly expected: "," | "\t";
}

/** Reads dialect, header and width off the start of a table. */
export function readStart(text: string, { isWhole, expected }: StartHints): TableStart {
  const dialect = detectDialect({ text, expected });
  const all = parseText(text, dialect);
  const records = isWhole || all.length < 2 ? all : all.slice(0, -1);
  const before = precedingRecords(text, records);
  const headerRow = findHeader(records.slice(before)) ? before + 1 : undefined;
  const names = headerRow === undefined ? [] : (records[before]?.fields ?? []);
  const firstRow = headerRow === undefined ? before + 1 : before + 2;
  return { dialect, records, headerRow, firstRow, names, width: names.length || commonWidth(records.slice(before)) };
}

/**
 * Records that are no part of the table: what tells Excel the delimiter, and comments at the top. The last comment is
 * none where it has as many fields as what follows: `#chrom\tstart\tend`.
 */
function precedingRecords(text: string, records: readonly TextRecord[]): number {
  const named = separatorLine.test(text) ? 1 : 0;
  const comments = records.slice(named).findIndex((record) => !record.text.startsWith("#"));
  if (comments <= 0) return named;
  const last = records[named + comments - 1]?.fields.length ?? 0;
  const isHeader = last > 1 && last === records[named + comments]?.fields.length;
  return named + comments - (isHeader ? 1 : 0);
}

/** Rows that are looked at to tell a header from values. */
const profiledRows = 100;

function findHeader(records: readonly TextRecord[]): boolean {
  const profile = createColumnProfile();
  for (const { fields } of records.slice(0, profiledRows)) {
    profile.add(fields.map((text) => ({ text: text.trim(), kind: kindOfText(text) })));
  }
  return profile.finish().headerRows > 0;
}

function commonWidth(records: readonly TextRecord[]): number {
  const counts = new Map<number, number>();
  for (const { fields } of records) counts.set(fields.length, (counts.get(fields.length) ?? 0) + 1);
  return [...counts].reduce((best, each) => (each[1] > best[1] ? each : best), [1, 0])[0];
}
