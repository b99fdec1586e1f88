import { parquetMetadata, parquetSchema } from "hyparquet";
import { describe, expect, test } from "vitest";
import { batch, filesOf, linesOf, rowsOf, tapReader } from "./support/batch.ts";
import { memoryOutput } from "./support/memory-output.ts";

const documents = { "a.txt": "one\ntwo\n", "b.tap": "page é\fpage 語", "c.tap": "corrupt", "d.csv": "a,b\n1,2\n" };

describe("Parquet", () => {
  test("has a row for each document that was read, with the fields of the JSON lines", async () => {
    const fileSystem = filesOf(documents);
    const [parquet, jsonl] = [memoryOutput(), memoryOutput()];
    await batch({ output: parquet, fileSystem, format: "parquet", reader: tapReader() });
    await batch({ output: jsonl, fileSystem, reader: tapReader() });
    const rows = await rowsOf(parquet, "part-00000.parquet");
    const back = rows.map(({ size, modified, places, tables, images, notices, extents, stopped, ...row }) => ({
      ...row,
      size: Number(size),
      modified: modified instanceof Date ? modified.toISOString() : modified,
      ...Object.fromEntries(
        Object.entries({ places, tables, images, notices, extents, stopped }).map(([name, value]) => [
          name,
          typeof value === "string" ? (JSON.parse(value) as unknown) : value,
        ]),
      ),
    }));
    const lines = await linesOf<Record<string, unknown>>(jsonl, "part-00000.jsonl");
    const withNulls = (record: Record<string, unknown>): unknown => ({
      ...Object.fromEntries(Object.keys(rows[0] ?? {}).map((name) => [name, null])),
      ...record,
      ms: 0,
    });
    expect(back.map(withNulls)).toEqual(lines.map(withNulls));
    expect(back).toHaveLength(3);
    expect((await linesOf<{ path: string }>(parquet, "failures.jsonl")).map(({ path }) => path)).toEqual([
      "docs/c.tap",
    ]);
  });

  test("has the documented columns", async () => {
    const output = memoryOutput();
    await batch({ output, fileSystem: filesOf(documents), format: "parquet", reader: tapReader() });
    const metadata = parquetMetadata(output.content.get("part-00000.parquet")?.slice().buffer ?? new ArrayBuffer(0));
    const columns = parquetSchema(metadata).children.map(
      ({ element: { name, type, converted_type: kind, repetition_type: repetition } }) =>
        `${name} ${kind ?? type} ${repetition}`,
    );
    expect(columns).toEqual([
      "id UTF8 REQUIRED",
      "path UTF8 REQUIRED",
      "status UTF8 REQUIRED",
      "mediaType UTF8 OPTIONAL",
      "handler UTF8 OPTIONAL",
      "version UTF8 OPTIONAL",
      "size INT64 OPTIONAL",
      "modified TIMESTAMP_MILLIS OPTIONAL",
      "etag UTF8 OPTIONAL",
      "sha256 UTF8 OPTIONAL",
      "text UTF8 REQUIRED",
      "places UTF8 REQUIRED",
      "tables UTF8 REQUIRED",
      "images UTF8 REQUIRED",
      "notices UTF8 REQUIRED",
      "extents UTF8 REQUIRED",
      "stopped UTF8 OPTIONAL",
      "tokens INT32 REQUIRED",
      "ms DOUBLE REQUIRED",
    ]);
  });

  test("has row groups of a limited size", async () => {
    const texts = Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`${at}.txt`, `${at}`.repeat(6_000_000)]));
    const output = memoryOutput();
    await batch({ output, fileSystem: filesOf(texts), format: "parquet" });
    const bytes = output.content.get("part-00000.parquet")?.slice().buffer ?? new ArrayBuffer(0);
    expect(parquetMetadata(bytes).row_groups.map(({ num_rows: rows }) => Number(rows))).toEqual([3, 3]);
    expect((await rowsOf(output, "part-00000.parquet")).map(({ text }) => String(text).length)).toEqual(
      Array.from({ length: 6 }, () => 6_000_000),
    );
  });
});
