import { appendFileSync, truncateSync } from "node:fs";
import { describe, expect, onTestFinished, test } from "vitest";
import { createReader } from "../../src/reader.ts";
import { expectFailure, expectResult, folderWith, numbered, readerOf } from "./support.ts";

const nuls = (count: number): string => "\0".repeat(count);
const logged = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, at) => `line ${first + at}\n`).join("");
/** The writer crashed in line 51. */
const crashed = `${logged(1, 50)}line${nuls(4096)} 51\n${logged(52, 90)}`;

describe("a log of a writer that crashed", () => {
  test("shows the NULs as a mark, says so, and keeps the numbers of the lines", async () => {
    const reader = await readerOf({ "a.log": crashed });
    const result = expectResult(await reader.read({ path: "a.log" }));
    const lines = numbered(result);
    expect(lines).toHaveLength(90);
    expect(lines.slice(49, 52)).toEqual([
      [50, "line 50"],
      [51, "line[4096 NUL bytes] 51"],
      [52, "line 52"],
    ]);
    expect(result.notices).toEqual([{ type: "notice", code: "nul-bytes", count: 4096, lines: "51" }]);
  });

  test("is read from a line behind the NULs on, without a notice", async () => {
    const reader = await readerOf({ "a.log": crashed });
    const result = expectResult(await reader.read({ path: "a.log", offset: 89 }));
    expect(numbered(result)).toEqual([
      [89, "line 89"],
      [90, "line 90"],
    ]);
    expect(result.notices).toEqual([]);
  });

  test("is searched before, behind and around the NULs", async () => {
    const reader = await readerOf({ "a.log": crashed });
    for (const [find, line] of [["line 50", 50] as const, [" 51", 51] as const, ["line 90", 90] as const]) {
      const result = expectResult(await reader.read({ path: "a.log", find, context: 0 }));
      expect(numbered(result).map(([number]) => number)).toEqual([line]);
    }
  });

  test("is described by `info`", async () => {
    const info = await (await readerOf({ "a.log": crashed })).info({ path: "a.log" });
    expect(info).toMatchObject({ ok: true, extents: [{ unit: "line", total: 90, exact: true }] });
    expect(info).toMatchObject({ text: { encoding: "utf-8" }, notices: [{ code: "nul-bytes" }] });
  });
});

test.for([
  ["at the end", `one\ntwo\n${nuls(9000)}`, ["one", "two", "[9000 NUL bytes]"]],
  ["at the start", `${nuls(9000)}one\ntwo\n`, ["[9000 NUL bytes]one", "two"]],
  ["between two reads", `${"a".repeat(65_530)}\none${nuls(90)}two`, ["one[90 NUL bytes]two"]],
  ["behind a long line", `b\n${"a".repeat(65_530)}${nuls(200_000)}\ntwo`, ["two"]],
] as const)("NULs %s lose no line", async ([, content, expected]) => {
  const reader = await readerOf({ "a.log": content });
  const lines = numbered(await reader.read({ path: "a.log" })).map(([, line]) => line);
  expect(lines.slice(-expected.length)).toEqual(expected);
});

test("fewer than eight NULs are escapes, and stay in the text", async () => {
  const reader = await readerOf({ "a.log": `${logged(1, 50)}a${nuls(7)}b\n` });
  const result = expectResult(await reader.read({ path: "a.log", offset: -1 }));
  expect(numbered(result)).toEqual([[51, `a${nuls(7)}b`]]);
  expect(result.notices).toMatchObject([{ code: "escaped-characters", controls: 7 }]);
});

test.for([
  ["in a line", `started${nuls(4)}\nok, done\nx\n`, [`started${nuls(4)}`, "ok, done", "x"]],
  ["before a line", `${nuls(3)}a\n`, [`${nuls(3)}a`]],
  ["in two lines", `a${nuls(2)}\nb${nuls(9)}\n`, [`a${nuls(2)}`, "b[9 NUL bytes]"]],
] as const)("a tiny log with NULs %s is text", async ([, content, expected]) => {
  const reader = await readerOf({ "a.log": content });
  expect(numbered(await reader.read({ path: "a.log" })).map(([, line]) => line)).toEqual(expected);
  expect(await reader.info({ path: "a.log" })).toMatchObject({ ok: true, text: { encoding: "utf-8" } });
});

/** What programs wrote, or the start of it. */
const smallBinaries: readonly (readonly [string, Uint8Array])[] = [
  ["a catalogue of gettext", Buffer.from("de120495000000000000000000001c0000001c000000", "hex")],
  ["the zone of UTC", Buffer.from(`545a696632${"00".repeat(15)}${"00000000".repeat(4)}0000000100000004`, "hex")],
  ["an empty index of git", Buffer.from("4449524300000002000000000a0a0a0a39d890139ee5356c7ef572216cebcd27", "hex")],
  ["a class of Java", Buffer.from("cafebabe0000003400070700050700060a0a0a", "hex")],
  ["a list of names that NULs end", Buffer.from("src/a.ts\0src/b.ts\0src/c.ts\0")],
  ["a record with numbers that are line feeds", Buffer.from("\n\0\0\0\n\0\0\0\x03\0\0\0name")],
  ["NULs", Buffer.alloc(23)],
  ["a database of keys", Buffer.from("GVariant\0\0\0\0\0\0\0\0\x18\0\0\0\x1c\0\0\0\n\n\n")],
];

test.for(smallBinaries)("%s of a few bytes stays binary", async ([, bytes]) => {
  const reader = await readerOf({ "a.log": new Uint8Array(bytes) });
  expect(expectFailure(await reader.read({ path: "a.log" })).error.code).toMatch(/^(?:binary|unsupported-type)$/);
});

test("text that looks like a mark is no reason for a notice", async () => {
  const result = expectResult(await (await readerOf({ "a.log": "[4096 NUL bytes]\n" })).read("a.log"));
  expect(result.notices).toEqual([]);
});

test("a line with a mark goes on at a column, which counts the characters of the mark", async () => {
  const reader = await readerOf({ "a.log": `some lines\nof a log\nab${nuls(300_000)}cd\n` });
  const mark = "[300 000 NUL bytes]";
  const column = 3 + mark.length;
  expect(numbered(await reader.read({ path: "a.log", offset: 3, column }))).toEqual([[3, "cd"]]);
});

test("UTF-16 is the same text as before, and a late run of NULs in it is a mark", async () => {
  const text = `\uFEFF${logged(1, 500)}`;
  const bytes = (each: string): Uint8Array => new Uint8Array(Buffer.from(each, "utf16le"));
  const reader = await readerOf({ "a.log": bytes(text), "b.log": bytes(`${text}end${nuls(99)}\n`) });
  const result = expectResult(await reader.read({ path: "a.log" }));
  expect(result.text?.encoding).toBe("utf-16le");
  expect(numbered(result).map(([, line]) => line)).toEqual(logged(1, 500).trimEnd().split("\n"));
  expect(result.notices).toEqual([]);
  expect(numbered(await reader.read({ path: "b.log", offset: -1 }))).toEqual([[501, "end[198 NUL bytes]"]]);
});

describe("a log in UTF-16 or UTF-32 with early NULs", () => {
  const unitBytes = { utf16le: 2, utf16be: 2, utf32le: 4, utf32be: 4 } as const;
  type Wide = keyof typeof unitBytes;

  function encoded(text: string, encoding: Wide): Uint8Array {
    const units = Array.from(text, (character) => character.codePointAt(0) ?? 0);
    const bytes = Buffer.alloc(units.length * unitBytes[encoding]);
    for (const [at, unit] of units.entries()) {
      if (encoding === "utf16le") bytes.writeUInt16LE(unit, at * 2);
      else if (encoding === "utf16be") bytes.writeUInt16BE(unit, at * 2);
      else if (encoding === "utf32le") bytes.writeUInt32LE(unit, at * 4);
      else bytes.writeUInt32BE(unit, at * 4);
    }
    return bytes;
  }

  test.for(Object.keys(unitBytes) as Wide[])("%s, with a mark", async (encoding) => {
    const mark = (count: number): string => `[${count * unitBytes[encoding]} NUL bytes]`.replace("12000", "12 000");
    const reader = await readerOf({
      "early.log": encoded(`\uFEFF${logged(1, 5)}${nuls(40)}${logged(6, 90)}`, encoding),
      "end.log": encoded(`\uFEFF${logged(1, 5)}${nuls(40)}`, encoding),
      "start.log": encoded(`\uFEFF${nuls(3000)}${logged(1, 500)}`, encoding),
      "one.log": encoded(`\uFEFF${logged(1, 5)}\0${logged(6, 90)}`, encoding),
    });
    const lineOf = async (path: string, offset: number) => numbered(await reader.read({ path, offset, limit: 1 }));
    expect(await lineOf("early.log", 6)).toEqual([[6, `${mark(40)}line 6`]]);
    expect(await lineOf("early.log", 90)).toEqual([[90, "line 90"]]);
    expect(await lineOf("end.log", 6)).toEqual([[6, mark(40)]]);
    expect(await lineOf("start.log", 1)).toEqual([[1, `${mark(3000)}line 1`]]);
    expect(await lineOf("start.log", 500)).toEqual([[500, "line 500"]]);
    expect(await lineOf("one.log", 6)).toEqual([[6, "\0line 6"]]);
    expect(numbered(await reader.read({ path: "early.log", find: "line 7", limit: 1, context: 0 }))).toEqual([
      [7, "line 7"],
    ]);
  });

  test("without a mark it is text only if it has nothing else than ASCII", async () => {
    const reader = await readerOf({
      "a.log": encoded(`${logged(1, 5)}${nuls(40)}${logged(6, 90)}`, "utf16le"),
      "b.log": encoded(`${logged(1, 5)}${nuls(40)}${logged(6, 90)}`, "utf16be"),
      // A table of strings.
      "c.log": encoded(["Open", "Close", "Save as"].map((name) => name + nuls(64 - name.length)).join(""), "utf16le"),
      "d.log": encoded(`${logged(1, 5)}${nuls(40)}\u0001${logged(6, 90)}`, "utf16le"),
    });
    for (const path of ["a.log", "b.log"]) {
      expect(numbered(await reader.read({ path, offset: 6, limit: 1 }))).toEqual([[6, "[80 NUL bytes]line 6"]]);
    }
    for (const path of ["c.log", "d.log"]) {
      expect(expectFailure(await reader.read({ path })).error.code).toBe("binary");
    }
  });
});

test("binary data stays binary, whatever its name", async () => {
  const numbers = new Uint8Array(Int32Array.from({ length: 4096 }, (_, at) => at).buffer);
  const reader = await readerOf({
    "a.log": numbers,
    "b.log": nuls(90_000),
    "c.log": `name${nuls(28)}`.repeat(200),
    "d.tar": `a line of text\n${nuls(497)}`,
  });
  for (const path of ["a.log", "b.log", "c.log", "d.tar"])
    expect(expectFailure(await reader.read({ path })).error.code).toBe("binary");
});

test("a hole of 256 MB between two lines is skipped, and what is behind it is found", async () => {
  const folder = folderWith({ "a.log": "first\n" });
  truncateSync(`${folder}/a.log`, 256 * 1024 * 1024);
  appendFileSync(`${folder}/a.log`, "last\n");
  const reader = createReader({ roots: [folder], budget: { textTimeMs: 600_000 } });
  onTestFinished(() => reader.close());
  const last = `[268 435 450 NUL bytes]last`;
  expect(numbered(await reader.read({ path: "a.log" }))).toEqual([
    [1, "first"],
    [2, last],
  ]);
  expect(numbered(await reader.read({ path: "a.log", find: "last", context: 0 }))).toEqual([[2, last]]);
  expect(await reader.info({ path: "a.log" })).toMatchObject({ extents: [{ total: 2 }], tokens: { by: "counted" } });
});

test("a read whose time ends in a hole shows the lines before it, and goes on with the hole", async () => {
  const folder = folderWith({ "a.log": "first\n" });
  truncateSync(`${folder}/a.log`, 256 * 1024 * 1024);
  appendFileSync(`${folder}/a.log`, "last\n");
  let now = 0;
  // Every look at the clock takes a millisecond, so that the speed of the machine does not matter.
  const reader = createReader({ roots: [folder], budget: { textTimeMs: 120 }, clock: () => (now += 1) });
  onTestFinished(() => reader.close());
  expect(numbered(await reader.read({ path: "a.log" }))).toEqual([[1, "first"]]);
  let outcome = await reader.read({ path: "a.log", offset: 2 });
  for (let again = 0; again < 9 && !outcome.ok; again += 1) {
    expect(outcome.error.code).toBe("timed-out");
    outcome = await reader.read({ path: "a.log", offset: 2 });
  }
  expect(numbered(outcome)).toEqual([[2, "[268 435 450 NUL bytes]last"]]);
});
