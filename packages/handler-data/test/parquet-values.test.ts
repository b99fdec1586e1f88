import { createReader } from "@reader/core";
import { renderText } from "@reader/core/render";
import { memoryFileSystem } from "@reader/testkit";
import { parquetWriteBuffer } from "hyparquet-writer";
import { expect, test } from "vitest";
import { valueReader } from "../src/parquet/column-values.ts";
import { data } from "../src/index.ts";

async function shown(bytes: Uint8Array, name = "x.parquet", request: object = {}): Promise<string> {
  const fileSystem = memoryFileSystem({ entries: { [`/${name}`]: bytes } });
  const reader = createReader({ handlers: [data()], fileSystem, roots: ["/"] });
  return renderText(await reader.read({ path: name, ...request }));
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

test("values in lists, structs and maps keep all of their digits", async () => {
  const optional = { repetition_type: "OPTIONAL" } as const;
  const decimalOf = (name: string) =>
    ({ name, type: "INT64", converted_type: "DECIMAL", precision: 18, scale: 2, ...optional }) as const;
  const table = parquetWriteBuffer({
    schema: [
      { name: "root", num_children: 3 },
      { name: "prices", converted_type: "LIST", num_children: 1, ...optional },
      { name: "list", repetition_type: "REPEATED", num_children: 1 },
      decimalOf("element"),
      { name: "order", num_children: 3, ...optional },
      decimalOf("paid"),
      { name: "day", type: "INT32", converted_type: "DATE", ...optional },
      { name: "parts", converted_type: "LIST", num_children: 1, ...optional },
      { name: "list", repetition_type: "REPEATED", num_children: 1 },
      { name: "element", num_children: 1, ...optional },
      { name: "weight", type: "FLOAT", ...optional },
      { name: "by name", converted_type: "MAP", num_children: 1, ...optional },
      { name: "key_value", repetition_type: "REPEATED", num_children: 2 },
      { name: "key", type: "BYTE_ARRAY", converted_type: "UTF8", repetition_type: "REQUIRED" },
      decimalOf("value"),
    ],
    columnData: [
      { name: "prices", data: [[900_719_925_474_099_301n, null, -5n], [], null] },
      {
        name: "order",
        data: [
          { paid: 900_719_925_474_099_301n, day: 20_000, parts: [{ weight: 0.1 }, null] },
          { paid: null, day: null, parts: [] },
          null,
        ],
      },
      { name: "by name", data: [{ Ada: 900_719_925_474_099_301n }, {}, null] },
    ],
  });
  const text = await shown(new Uint8Array(table));
  expect(text).toContain(
    '|1|["9007199254740993.01",null,-0.05]|{"paid":"9007199254740993.01","day":"2024-10-04","parts":[{"weight":0.1},null]}|{"Ada":"9007199254740993.01"}|',
  );
  expect(text).toContain('|2|[]|{"paid":null,"day":null,"parts":[]}|{}|');
  expect(text).toContain("|3|NULL|NULL|NULL|");
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

const decimal = { converted_type: "DECIMAL", precision: 18 } as const;
const time = (unit: "MICROS") => ({ logical_type: { type: "TIME", isAdjustedToUTC: false, unit } }) as const;

test.for([
  ["a decimal of an impossible scale", { type: "INT64", ...decimal, scale: 2_147_483_647 }, 15n],
  ["a decimal of a negative scale", { type: "INT64", ...decimal, scale: -1 }, 15n],
  ["a decimal of a fraction", { type: "DOUBLE", ...decimal, scale: 2 }, 1.5],
  ["a decimal that is no number", { type: "DOUBLE", ...decimal, scale: 2 }, Number.NaN],
  ["a time of a fraction", { type: "DOUBLE", converted_type: "TIME_MILLIS" }, 1.5],
  ["a time of text", { type: "INT64", ...time("MICROS") }, "noon"],
  ["a date of text", { type: "INT32", converted_type: "DATE" }, "today"],
] as const)("%s stays as it is", ([, element, value]) => {
  expect(valueReader({ name: "x", ...element })?.(value)).toBe(value);
});

test.for([
  [0.1, "0.1"],
  [1 / 3, "0.33333334"],
  [16_777_216, "16777216"],
  [-1.5e-30, "-1.5e-30"],
  [Number.NaN, "NaN"],
] as const)("the number %d of 32 bits has its shortest digits", ([number, text]) => {
  expect(String(valueReader({ name: "x", type: "FLOAT" })?.(Math.fround(number)))).toBe(text);
});

test("rows may follow the name of a table without columns", async () => {
  const columnData = [{ name: "2024", data: ["a", "b", "c"] }];
  const table = new Uint8Array(parquetWriteBuffer({ columnData }));
  const text = await shown(table, "x.parquet", { select: "table!2:3" });
  expect(text).toContain("|2|b|");
  expect(text).not.toContain("|1|a|");
  expect(await shown(table, "x.parquet", { select: "table!2024" })).toContain("|1|a|");
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
