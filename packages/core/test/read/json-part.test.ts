import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findJsonValue } from "../../src/read/json/json-scan.ts";
import { jsonPathText, parseJsonPath } from "../../src/read/json/json-path.ts";
import { prettyJson } from "../../src/read/json/pretty-json.ts";
import { expectFailure, expectResult, numbered, readerOf, sectionsOf } from "../reader/support.ts";

const data = {
  name: "set",
  a: [{ name: "zero" }, { name: "one" }, { name: "two", tags: ["x", "y"] }, { name: "three", "a key": 1 }],
  total: 4,
};
const files = {
  "data.json": `${JSON.stringify(data, undefined, 2)}\n`,
  "min.json": JSON.stringify(data),
  "log.jsonl": '{"id": 1}\n{"id": 2, "user": {"name": "Ann"}}\n{"id": 12345678901234567890}\n',
};

const linesOf = async (path: keyof typeof files, select: string): Promise<readonly (readonly [number, string])[]> =>
  numbered(await (await readerOf(files)).read({ path, select }));

describe("select in JSON", () => {
  test("gives the lines of the file that a value takes, with their numbers", async () => {
    const all = files["data.json"].split("\n");
    expect(await linesOf("data.json", "a[3].name")).toEqual([[18, '      "name": "three",']]);
    expect(await linesOf("data.json", "$.a[2].tags")).toEqual([12, 13, 14, 15].map((line) => [line, all[line - 1]]));
    expect(await linesOf("data.json", '["a"][3]["a key"]')).toEqual([[19, '      "a key": 1']]);
  });

  test("formats a value that shares its line with others, and says where it is", async () => {
    const reader = await readerOf(files);
    const result = expectResult(await reader.read({ path: "min.json", select: "a[2]" }));
    expect(sectionsOf(result).map(({ text }) => text)).toEqual([JSON.stringify(data.a[2], undefined, 2)]);
    expect(sectionsOf(result)[0]?.at).toMatchObject({ unit: "section", label: "a[2]" });
    const column = files["min.json"].indexOf('{"name":"two"') + 1;
    expect(result.notices).toMatchObject([
      { message: expect.stringContaining(`line 1, column ${column} of the file`) },
    ]);
  });

  test("formats a whole document of one line in pages", async () => {
    const reader = await readerOf(files);
    const pretty = JSON.stringify(data, undefined, 2).split("\n");
    const first = expectResult(await reader.read({ path: "min.json", select: "$", limit: 5 }));
    expect(numbered(first)).toEqual(pretty.slice(0, 5).map((line, at) => [at + 1, line]));
    if (first.next === undefined) throw new Error("no continuation");
    const second = await reader.read(first.next.request);
    expect(numbered(second)[0]).toEqual([6, pretty[5]]);
  });

  test("selects by the line of JSON Lines, and keeps numbers as they are written", async () => {
    expect(await linesOf("log.jsonl", "[2].user.name")).toEqual([[1, '"Ann"']]);
    expect((await linesOf("log.jsonl", "[3]")).map(([, text]) => text)).toEqual([
      "{",
      '  "id": 12345678901234567890',
      "}",
    ]);
  });

  test.for([
    ["data.json", "a[2].nam", "out-of-range", 'Send one of these, the nearest first: "a[2].name"'],
    ["data.json", "a[4].name", "out-of-range", "a is an array of 4 items: send an index from 0 to 3"],
    ["data.json", "total.x[0]", "out-of-range", 'Send select "total"'],
    ["data.json", "a[*].name", "invalid-request", "wildcards and filters are not supported"],
    ["log.jsonl", "user.name", "invalid-request", 'Start the path with a line, as in "[12].name"'],
    ["log.jsonl", "[4].id", "out-of-range", "Start the path with a line from 1 to 3"],
    ["log.jsonl", "[2].user.nmae", "out-of-range", '"[2].user.name"'],
  ] as const)("of %s refuses %s and says what exists", async ([path, select, code, hint]) => {
    const { error } = expectFailure(await (await readerOf(files)).read({ path, select }));
    expect(error.code).toBe(code);
    expect(error.hint).toContain(hint);
  });

  test("names the line at which a document is not JSON, and reads values before it", async () => {
    const reader = await readerOf({ "bad.json": '{\n  "a": 1,\n  "b" 2,\n  "c": 3\n}\n' });
    expect(numbered(await reader.read({ path: "bad.json", select: "$.a" }))).toEqual([[2, '  "a": 1,']]);
    const { error } = expectFailure(await reader.read({ path: "bad.json", select: "$.c" }));
    expect(error).toMatchObject({ code: "corrupt", message: expect.stringContaining("line 3") });
  });

  test("accepts comments and trailing commas", async () => {
    const reader = await readerOf({ "a.jsonc": '{ // one\n  "a": [1, /* two */ 2,],\n}\n' });
    expect(numbered(await reader.read({ path: "a.jsonc", select: "a[1]" }))).toEqual([[1, "2"]]);
  });
});

const key = fc.string({ maxLength: 6 });

test("any value is found by its path, and formatted as JSON.stringify does", () => {
  const property = fc.property(fc.dictionary(key, fc.jsonValue()), key, fc.jsonValue(), (around, name, value) => {
    fc.pre(name !== "__proto__" && !Object.hasOwn(around, name));
    const text = JSON.stringify({ ...around, [name]: [0, value] });
    const steps = [name, 1];
    expect(parseJsonPath(jsonPathText(steps))).toEqual(steps);
    const found = findJsonValue(text, steps);
    if ("depth" in found) throw new Error(`not found: ${text}`);
    expect(text.slice(found.start, found.end)).toBe(JSON.stringify(value));
    expect([...prettyJson(text, found)].join("")).toBe(`${JSON.stringify(value, undefined, 2)}\n`);
  });
  fc.assert(property, { seed: 5, numRuns: 500 });
});
