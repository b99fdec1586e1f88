import { createReader } from "@reader/core";
import { renderText } from "@reader/core/render";
import { memoryFileSystem } from "@reader/testkit";
import { parquetWriteBuffer } from "hyparquet-writer";
import { expect, test } from "vitest";
import { valueReader } from "../src/parquet/column-values.ts";
import { data } from "../src/index.ts";

async function shown(bytes: Uint8Array, name = "x.parquet"): Promise<string> {
  const fileSystem = memoryFileSystem({ entries: { [`/${name}`]: bytes } });
  const reader = createReader({ handlers: [data()], fileSystem, roots: ["/"] });
  return renderText(await reader.read({ path: name }));
}

test("values of a Parquet table keep all of their digits", async () => {
  const table = parquetWriteBuffer({
    schema: [
      { name: "root", num_children: 4 },
      { name: "paid", type: "INT64", converted_type: "DECIMAL", precision: 18, scale: 2, repetition_type: "REQUIRED" },
      {
        name: "at",
        type: "INT64",
        logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "NANOS" },
        repetition_type: "REQUIRED",
      },
      {
        name: "local",
        type: "INT64",
        logical_type: { type: "TIMESTAMP", isAdjustedToUTC: false, unit: "MICROS" },
        repetition_type: "REQUIRED",
      },
      { name: "day", type: "INT32", converted_type: "DATE", repetition_type: "REQUIRED" },
    ],
    columnData: [
      { name: "paid", data: [900_719_925_474_099_301n, -5n] },
      { name: "at", data: [1_700_000_000_123_456_789n, 1_700_000_000_000_000_000n] },
      { name: "local", data: [1_700_000_000_123_456n, -1n] },
      { name: "day", data: [20_000, -1] },
    ],
  });
  const text = await shown(new Uint8Array(table));
  expect(text).toContain("|paid|decimal(18, 2), not null|");
  expect(text).toContain("|at|timestamp[ns, UTC], not null|");
  expect(text).toContain("|local|timestamp[us], not null|");
  expect(text).toContain(
    "|1|9007199254740993.01|2023-11-14T22:13:20.123456789Z|2023-11-14T22:13:20.123456|2024-10-04|",
  );
  expect(text).toContain("|2|-0.05|2023-11-14T22:13:20.000Z|1969-12-31T23:59:59.999999|1969-12-31|");
});

test.for([
  [
    "a decimal of 16 bytes",
    { type: "FIXED_LEN_BYTE_ARRAY", converted_type: "DECIMAL", scale: 3 },
    [0xff, 0xfe],
    -0.002,
  ],
  [
    "an interval",
    { type: "FIXED_LEN_BYTE_ARRAY", converted_type: "INTERVAL" },
    [1, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0],
    "1 months 3 days",
  ],
  ["an interval that is cut off", { type: "FIXED_LEN_BYTE_ARRAY", converted_type: "INTERVAL" }, [1], "0 ms"],
] as const)("%s is read from its bytes", ([, element, bytes, value]) => {
  expect(valueReader({ name: "x", ...element })?.(Uint8Array.from(bytes))).toBe(value);
});

test("a time of a day is written with its digits", () => {
  const logical = { type: "TIME", isAdjustedToUTC: false, unit: "MICROS" } as const;
  const read = valueReader({ name: "x", type: "INT64", logical_type: logical });
  expect(read?.(37_230_123_456n)).toBe("10:20:30.123456");
});

test("a database in UTF-16 is refused with a way to convert it", async () => {
  const bytes = new Uint8Array(4096);
  bytes.set(new TextEncoder().encode("SQLite format 3\0"));
  bytes[59] = 2;
  expect(await shown(bytes, "x.db")).toMatch(
    /^Error \(unsupported-type\): x\.db is a SQLite database in UTF-16[^]*sqlite3 OLD\.db \.dump/,
  );
});
