import { type Canary, defineHandler, type Handler, type MediaType } from "@reader/core/handler";
import { startsLikeStream } from "./arrow/messages.ts";
import manifest from "../package.json" with { type: "json" };

/** The media types of the handler. */
export const dataTypes: readonly MediaType[] = [
  "application/vnd.sqlite3",
  "application/vnd.duckdb",
  "application/vnd.apache.parquet",
  "application/vnd.apache.arrow.file",
  "application/vnd.apache.arrow.stream",
  "application/avro",
];

/**
 * Creates a handler for SQLite and DuckDB databases, and for tables in Parquet, Arrow, Feather and Avro. It shows the columns with their types and the first rows
 * of each table; `select: "TABLE!column,column 100:200"` chooses columns and rows. Nothing is written or attached, and a
 * query ends at a limit.
 */
export function data(): Handler {
  return defineHandler({
    name: "data",
    tables: "own",
    mediaTypes: dataTypes,
    version: manifest.version,
    origin: { module: "@reader/handler-data", export: "data" },
    sniff: sniffData,
    canary,
    async *read(source, context) {
      yield* (await import("./read-data.ts")).readData(source, context);
    },
    async info(source, context) {
      return (await import("./read-data.ts")).describeData(source, context);
    },
    async outline(source, context) {
      return (await import("./read-data.ts")).outlineData(source, context);
    },
  });
}

/**
 * Creates a handler for JSON Lines as a table, with `view: "document"`: a column for each field, rows and columns by
 * `select`. Without it they are text, whose lines the core reads.
 */
export function jsonLines(): Handler {
  return defineHandler({
    name: "json-lines",
    tables: "own",
    mediaTypes: ["application/x-ndjson"],
    version: manifest.version,
    origin: { module: "@reader/handler-data", export: "jsonLines" },
    textByDefault: true,
    canary: () => ({
      name: "canary.jsonl",
      mediaType: "application/x-ndjson",
      bytes: new TextEncoder().encode('{"word":"alive"}\n'),
      text: "alive",
    }),
    async *read(source, context) {
      const { openLines, readData } = await import("./read-data.ts");
      yield* readData(source, context, openLines);
    },
    async info(source, context) {
      const { describeData, openLines } = await import("./read-data.ts");
      return describeData(source, context, openLines);
    },
  });
}

/** Signatures that the core does not know: encrypted Parquet files, and the first version of Feather. */
const marks: Readonly<Record<string, MediaType>> = {
  PARE: "application/vnd.apache.parquet",
  FEA1: "application/vnd.apache.arrow.file",
};

/** Detects Arrow streams, which have no signature, and files whose signature the core does not know. */
export function sniffData(head: Uint8Array): MediaType | undefined {
  const mark = String.fromCharCode(...head.subarray(0, 4));
  if (Object.hasOwn(marks, mark)) return marks[mark];
  return startsLikeStream(head) ? "application/vnd.apache.arrow.stream" : undefined;
}

/** A Parquet table with the column `word` and the value `alive`, written by hyparquet-writer. */
const parquet =
  "UEFSMRUGFRYVGlwVAhUAFQIVABUEFQAAAAMBCSAFAAAAYWxpdmUVBBksSARyb290FQIAFQwlAhgEd29yZCUAABYCGRwZHCYIHBUMGRUAGRgEd29yZBUCFgIWQBZEJgg8NgAoBWFsaXZlGAVhbGl2ZQAZHBUGFQAVAgAAABZAFgI2RAAoCWh5cGFycXVldBkcHAAAAG4AAABQQVIx";

function canary(): Canary {
  const bytes = Uint8Array.from(atob(parquet), (character) => character.charCodeAt(0));
  return { name: "canary.parquet", mediaType: "application/vnd.apache.parquet", bytes, text: "alive" };
}
