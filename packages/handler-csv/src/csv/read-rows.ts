import { createYielder } from "@reader/core/internal";
import type { Table } from "./open-table.ts";
import { withoutLineEnd } from "./records/parse-text.ts";
import { readRecords, type RawRecord } from "./records/read-records.ts";
import type { Mark } from "./records/record-walk.ts";
import { splitFields } from "./records/split-fields.ts";
import type { TableRow } from "./table-lines.ts";

/** The rows that end in one chunk of the file. */
export interface RowBatch {
  readonly rows: readonly TableRow[];
  /** The truncated rows, and those with a quotation mark that does not open a quotation. */
  readonly cutRows: readonly number[];
  readonly lostQuotes: readonly number[];
}

/** Yields the rows of a table from a mark to a row, inclusive. */
export async function* readRows(
  table: Table,
  range: { readonly from: Mark; readonly last: number },
  signal: AbortSignal,
): AsyncGenerator<RowBatch, void, undefined> {
  const pause = createYielder(signal);
  let lostQuotes: number[] = [];
  const source = {
    bytes: table.bytes,
    machine: table.machine,
    pause,
    onLostQuote: (row: number) => lostQuotes.push(row),
  };
  for await (const records of readRecords(source, range.from)) {
    const wanted = records.filter(({ row }) => row <= range.last);
    const texts = await decodeRecords(wanted, table.decoder);
    const rows = wanted.map(({ row }, at) => {
      const fields = splitFields(withoutLineEnd(texts[at] ?? ""), table.dialect);
      return { row, fields };
    });
    const cutRows = wanted.filter(({ isCut }) => isCut).map(({ row }) => row);
    if (rows.length > 0) yield { rows, cutRows, lostQuotes };
    lostQuotes = [];
    if (wanted.length < records.length) return;
  }
}

/** Decodes records. Adjacent records are decoded together in single-byte encodings. */
async function decodeRecords(records: readonly RawRecord[], decoder: Table["decoder"]): Promise<readonly string[]> {
  const bytes = joined(records);
  const text = await decoder.decode(bytes);
  if (text.length !== bytes.length || text.includes("\uFFFD")) {
    return Promise.all(records.map((record) => decoder.decode(record.bytes)));
  }
  let at = 0;
  return records.map(({ bytes: { length } }) => text.slice(at, (at += length)));
}

function joined(records: readonly RawRecord[]): Uint8Array {
  const bytes = new Uint8Array(records.reduce((sum, record) => sum + record.bytes.length, 0));
  let at = 0;
  for (const record of records) {
    bytes.set(record.bytes, at);
    at += record.bytes.length;
  }
  return bytes;
}
