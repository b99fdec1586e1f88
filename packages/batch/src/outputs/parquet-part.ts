import type { ColumnSource } from "hyparquet-writer";
import type { DocumentRecord } from "../contract/document.ts";
import { completeLines } from "../files/lines.ts";
import type { OutputFiles } from "../files/output-files.ts";
import { jsonLine } from "./document-output.ts";
import type { PartsFormat } from "./parts-output.ts";

/** JSON of a row group, in bytes. All of its documents are in memory while it is written. */
const groupBytes = 16 * 1024 * 1024;

/** Documents of a row group. */
const groupRows = 10_000;

type ParquetType = "STRING" | "INT32" | "INT64" | "DOUBLE" | "TIMESTAMP";

/** A column: its type, whether each document has a value, and the value of a document. */
interface Column {
  readonly name: keyof DocumentRecord;
  readonly type: ParquetType;
  readonly isRequired?: true;
  readonly valueOf: (record: DocumentRecord) => unknown;
}

/** A column of text or numbers as they are. */
function plain(name: keyof DocumentRecord, type: ParquetType, isRequired?: true): Column {
  const required = isRequired === undefined ? {} : { isRequired };
  return { name, type, ...required, valueOf: (record) => record[name] ?? null };
}

/** A column of JSON text. */
function json(name: keyof DocumentRecord, isRequired?: true): Column {
  const valueOf = (record: DocumentRecord): unknown =>
    record[name] === undefined ? null : JSON.stringify(record[name]);
  return { ...plain(name, "STRING", isRequired), valueOf };
}

/**
 * The columns, in the order of the fields of a document. Lists are JSON text: every program reads a flat table, and the
 * fields of a place differ from format to format. Failures are not in parts.
 */
const columns: readonly Column[] = [
  plain("id", "STRING", true),
  plain("path", "STRING", true),
  plain("status", "STRING", true),
  plain("mediaType", "STRING"),
  plain("handler", "STRING"),
  plain("version", "STRING"),
  { name: "size", type: "INT64", valueOf: ({ size }) => (size === undefined ? null : BigInt(size)) },
  {
    name: "modified",
    type: "TIMESTAMP",
    valueOf: ({ modified }) => (modified === undefined ? null : new Date(modified)),
  },
  plain("etag", "STRING"),
  plain("sha256", "STRING"),
  plain("text", "STRING", true),
  json("places", true),
  json("tables", true),
  json("images", true),
  json("notices", true),
  json("extents", true),
  json("stopped"),
  plain("tokens", "INT32", true),
  plain("ms", "DOUBLE", true),
];

/** One row for each document, in Parquet: parts grow as JSON lines, because a Parquet file cannot be appended to. */
export const parquetParts: PartsFormat = {
  extension: "parquet",
  encode: ({ record }) => jsonLine(record),
  convert: writeParquet,
};

/** Writes a Parquet file with the documents of a file of JSON lines, a row group at a time. */
async function writeParquet(files: OutputFiles, lines: string, target: string): Promise<void> {
  const { ByteWriter, ParquetWriter, schemaFromColumnData } = await import("hyparquet-writer");
  const bytes = new ByteWriter();
  const schema = schemaFromColumnData({ columnData: columnData([]) });
  const writer = new ParquetWriter({ writer: bytes, schema, createdBy: "@reader/batch" });
  const file = await files.append(target, 0);
  const flush = async (): Promise<void> => {
    await file.append(bytes.getBytes());
    bytes.index = 0;
  };
  try {
    for await (const records of groupsIn(files, lines)) {
      await writer.write({ columnData: columnData(records), rowGroupSize: records.length });
      await flush();
    }
    await writer.finish();
    await flush();
    await file.sync();
  } finally {
    await file.close();
  }
}

function columnData(records: readonly DocumentRecord[]): ColumnSource[] {
  return columns.map(({ name, type, isRequired, valueOf }) => ({
    name,
    type,
    nullable: isRequired !== true,
    data: records.map(valueOf),
  }));
}

const decoder = new TextDecoder();

/** Yields the documents of a file of JSON lines in row groups. */
async function* groupsIn(files: OutputFiles, path: string): AsyncGenerator<readonly DocumentRecord[]> {
  let records: DocumentRecord[] = [];
  let bytes = 0;
  for await (const lines of completeLines(files, path)) {
    for (const line of lines) {
      records.push(JSON.parse(decoder.decode(line.bytes)) as DocumentRecord);
      bytes += line.bytes.length;
      if (bytes < groupBytes && records.length < groupRows) continue;
      yield records;
      records = [];
      bytes = 0;
    }
  }
  if (records.length > 0) yield records;
}
