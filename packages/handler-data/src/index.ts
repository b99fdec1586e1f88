import { type Canary, defineHandler, type Handler, type MediaType } from "@reader/core/handler";
import manifest from "../package.json" with { type: "json" };

/** The media types of the handler. */
export const dataTypes: readonly MediaType[] = ["application/vnd.sqlite3", "application/vnd.apache.parquet"];

/**
 * Creates a handler for SQLite databases and Parquet tables. It shows the columns with their types and the first rows
 * of each table; `select: "TABLE!column,column 100:200"` chooses columns and rows. Nothing is written or attached, and a
 * query ends at a limit.
 */
export function data(): Handler {
  return defineHandler({
    name: "data",
    mediaTypes: dataTypes,
    version: manifest.version,
    origin: { module: "@reader/handler-data", export: "data" },
    sniff: sniffEncryptedParquet,
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

/** Detects Parquet files whose footer is encrypted (Apache Parquet format, modular encryption). */
export function sniffEncryptedParquet(head: Uint8Array): MediaType | undefined {
  return String.fromCharCode(...head.subarray(0, 4)) === "PARE" ? "application/vnd.apache.parquet" : undefined;
}

/** A Parquet table with the column `word` and the value `alive`, written by hyparquet-writer. */
const parquet =
  "UEFSMRUGFRYVGlwVAhUAFQIVABUEFQAAAAMBCSAFAAAAYWxpdmUVBBksSARyb290FQIAFQwlAhgEd29yZCUAABYCGRwZHCYIHBUMGRUAGRgEd29yZBUCFgIWQBZEJgg8NgAoBWFsaXZlGAVhbGl2ZQAZHBUGFQAVAgAAABZAFgI2RAAoCWh5cGFycXVldBkcHAAAAG4AAABQQVIx";

function canary(): Canary {
  const bytes = Uint8Array.from(atob(parquet), (character) => character.charCodeAt(0));
  return { name: "canary.parquet", mediaType: "application/vnd.apache.parquet", bytes, text: "alive" };
}
