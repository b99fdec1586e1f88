import { collect } from "@reader/testkit";
import { expect, test } from "vitest";
import { dbf } from "../../src/index.ts";

type Field = readonly [name: string, type: string, length: number];

const bytesOf = (text: string): readonly number[] => [...new TextEncoder().encode(text)];
const word = (value: number): readonly number[] => [value & 0xff, value >> 8];

const zeros = (length: number): readonly number[] => Array.from({ length }, () => 0);

function tableOf(fields: readonly Field[], records: readonly (readonly number[])[], driver: number = 0): Uint8Array {
  const recordBytes = fields.reduce((sum, [, , length]) => sum + length, 1);
  const start = word(32 + fields.length * 32 + 1);
  const header = [0x03, 124, 1, 31, ...word(records.length), 0, 0, ...start, ...word(recordBytes)];
  const columns = fields.flatMap(([name, type, length]) => [
    ...bytesOf(name.padEnd(11, "\0") + type),
    ...word(0),
    ...word(0),
    length,
    ...zeros(15),
  ]);
  const language = [...zeros(17), driver, 0, 0];
  return Uint8Array.from([...header, ...language, ...columns, 0x0d, ...records.flat(), 0x1a]);
}

const fields: readonly Field[] = [
  ["NAME", "C", 8],
  ["AMOUNT", "N", 6],
  ["DAY", "D", 8],
  ["PAID", "L", 1],
  ["COUNT", "I", 4],
];

const record = (flag: string, text: string, count: number): readonly number[] => [
  ...bytesOf(flag + text),
  ...word(count),
  0,
  0,
];

test("a table has the names of its columns as its first row", async () => {
  const bytes = tableOf(fields, [
    record(" ", "Ada       12.520240229T", 7),
    record("*", "Ben          819991231F", 8),
    record(" ", "                      ?", 0),
  ]);
  const { text, events, error } = await collect(dbf(), bytes, { name: "people.dbf" });
  expect([text, error]).toEqual([
    "| |A|B|C|D|E|\n|-|-|-|-|-|-|\n|1|NAME|AMOUNT|DAY|PAID|COUNT|\n|2|Ada|12.5|2024-02-29|TRUE|7|\n|3 hidden|Ben|8|1999-12-31|FALSE|8|\n|4|||||0|\n",
    undefined,
  ]);
  expect(JSON.stringify(events)).toContain('\\"people\\" A1:E4');
});

test("text is UTF-8 or in the code page of the table", async () => {
  const utf8 = tableOf([["NAME", "C", 6]], [[0x20, ...bytesOf("Käthe")]]);
  expect((await collect(dbf(), utf8)).text).toContain("Käthe");
  const russian = tableOf([["NAME", "C", 4]], [[0x20, 0xcc, 0xe8, 0xf0, 0x20]], 0xc9);
  expect((await collect(dbf(), russian)).text).toContain("Мир");
});

test("rows from the middle are read without the others", async () => {
  const records = Array.from({ length: 2000 }, (_, at) => [0x20, ...bytesOf(String(at + 1).padStart(4))]);
  const { text } = await collect(dbf(), tableOf([["ID", "N", 4]], records), { select: "1500:1501" });
  expect(text).toBe("| |A|\n|-|-|\n|1|ID|\n|1500|1499|\n|1501|1500|\n");
});

test.for([
  ["something else", bytesOf("This is no table at all, whatever its name may say of it.")],
  ["a table without columns", tableOf([], [])],
  ["nothing", []],
])("%s is corrupt", async ([, bytes]) => {
  expect((await collect(dbf(), Uint8Array.from(bytes as readonly number[]))).error).toMatchObject({ code: "corrupt" });
});

test("a truncated table gives its complete records", async () => {
  const records = Array.from({ length: 50 }, (_, at) => [0x20, ...bytesOf(String(at + 1).padStart(4))]);
  const whole = tableOf([["ID", "N", 4]], records);
  for (let length = 70; length < whole.length; length += 1) {
    const { text, error } = await collect(dbf(), whole.subarray(0, length));
    expect([error, text.split("\n").length]).toEqual([undefined, Math.floor((length - 65) / 5) + 4]);
  }
});

test("a table that is cut off says how many of its rows are there", async () => {
  const records = Array.from({ length: 9 }, (_, index) => record(" ", "Ada       12.520240229T", index));
  const whole = tableOf(fields, records);
  expect(JSON.stringify((await collect(dbf(), whole)).events)).not.toContain("promises");
  const { events, text } = await collect(dbf(), whole.subarray(0, whole.length - 1 - 28 * 7 - 3));
  expect(JSON.stringify(events)).toContain("The header states 9 rows, but 1 is there: the file is truncated.");
  expect(text).toContain("|2|Ada|");
  expect(text).not.toContain("|3|");
});
