import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findJsonValue } from "../../src/read/json/json-scan.ts";
import { jsonPathText, parseJsonPath } from "../../src/read/json/json-path.ts";
import { walkJson } from "../../src/read/json/json-walk.ts";
import { prettyJson } from "../../src/read/json/pretty-json.ts";
import { expectFailure, expectResult, numbered, readerOf, sectionsOf } from "../reader/support.ts";
import { outliner } from "./outline/support.ts";

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
    expect(await linesOf("data.json", "a.3.name")).toEqual([[18, '      "name": "three",']]);
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
    ["data.json", "a[?(@.name)]", "invalid-request", 'filters and ".." are not supported'],
    ["data.json", "a[-5].name", "out-of-range", "a is an array of 4 items: send an index from 0 to 3"],
    ["data.json", "a[*].nmae", "out-of-range", '"a[*].name"'],
    ["data.json", "a[7:].name", "out-of-range", "a is an array of 4 items"],
    ["data.json", "name.*", "out-of-range", 'Send select "name"'],
    ["log.jsonl", "[*].user.nmae", "out-of-range", '"[*].user.name"'],
    ["log.jsonl", "[0:2].id", "invalid-request", 'with "[*]" for all, or read a range with `lines`'],
    ["data.json", "a.name", "out-of-range", 'as in "a[0].name", or "a[*].name" for all'],
    ["data.json", "a.tags[0]", "out-of-range", 'as in "a[0].tags[0]", or "a[*].tags[0]" for all'],
    ["data.json", "..name", "invalid-request", 'filters and ".." are not supported'],
    ["log.jsonl", "[-4].id", "out-of-range", "Start the path with a line from 1 to 3"],
    ["log.jsonl", "user.name", "invalid-request", 'Start the path with a line, as in "[12].name"'],
    ["log.jsonl", "[4].id", "out-of-range", "Start the path with a line from 1 to 3"],
    ["log.jsonl", "[2].user.nmae", "out-of-range", '"[2].user.name"'],
  ] as const)("of %s refuses %s and says what exists", async ([path, select, code, hint]) => {
    const { error } = expectFailure(await (await readerOf(files)).read({ path, select }));
    expect(error.code).toBe(code);
    expect(error.hint).toContain(hint);
  });

  test.for([
    ["min.json", "a[*].name", ['a[0].name: "zero"', 'a[1].name: "one"', 'a[2].name: "two"', 'a[3].name: "three"']],
    ["data.json", ".a[].name", ['a[0].name: "zero"', 'a[1].name: "one"', 'a[2].name: "two"', 'a[3].name: "three"']],
    ["data.json", "a[1:3].name", ['a[1].name: "one"', 'a[2].name: "two"']],
    ["data.json", "a[-2:]", ['a[2]: {"name": "two", "tags": ["x", "y"]}', 'a[3]: {"name": "three", "a key": 1}']],
    ["data.json", "a[:-3].*", ['a[0].name: "zero"']],
    ["data.json", "a.*.tags[-1]", ['a[2].tags[1]: "y"']],
    ["data.json", '$.a[*]["a key"]', ['a[3]["a key"]: 1']],
    ["log.jsonl", "[*].id", ["[1].id: 1", "[2].id: 2", "[3].id: 12345678901234567890"]],
    ["log.jsonl", "[2].*", ["[2].id: 2", '[2].user: {"name": "Ann"}']],
  ] as const)("of %s gives each value of %s after its path", async ([path, select, lines]) => {
    expect((await linesOf(path, select)).map(([, text]) => text)).toEqual(lines);
  });

  test("a path into an array is not taken for a name of the outline", async () => {
    const json = outliner({
      mediaTypes: ["application/json"],
      outline: () =>
        Promise.resolve({
          entries: [{ kind: "class", name: "total", title: "total", lines: { first: 22, last: 22 } }],
        }),
    });
    const reader = await readerOf(files, { handlers: [json] });
    for (const [select, hint] of [
      ["a.name", '"a[*].name" for all'],
      ["total.x", 'Send select "total"'],
      ["..name", 'filters and ".." are not supported'],
      ["tota", "Ask for one of these, the nearest first"],
    ] as const) {
      expect(expectFailure(await reader.read({ path: "data.json", select })).error.hint).toContain(hint);
    }
  });

  test("a key that contains a dot is found by the outline where its start leads to a value", async () => {
    const keys = { home: "Home", "home.title": "Title" };
    const json = outliner({
      mediaTypes: ["application/json"],
      outline: () =>
        Promise.resolve({
          entries: [{ kind: "class", name: "home.title", title: "home.title", lines: { first: 3, last: 3 } }],
        }),
    });
    const reader = await readerOf({ "keys.json": JSON.stringify(keys, undefined, 2) }, { handlers: [json] });
    const linesAt = async (select: string): Promise<unknown> =>
      numbered(await reader.read({ path: "keys.json", select }));
    expect(await linesAt("home.title")).toEqual([[3, '  "home.title": "Title"']]);
    expect(await linesAt("home")).toEqual([[2, '  "home": "Home",']]);
    const { error } = expectFailure(await reader.read({ path: "keys.json", select: "home.name" }));
    expect(error.hint).toContain('Send select "home"');
  });

  test("counts indexes below zero from the end", async () => {
    expect(await linesOf("data.json", "a[-1].name")).toEqual([[18, '      "name": "three",']]);
    expect(await linesOf("log.jsonl", "[-2].user.name")).toEqual([[1, '"Ann"']]);
  });

  test("formats long values, and pages through the values of a wildcard", async () => {
    const rows = Array.from({ length: 50 }, (_, id) => ({ id, text: "x".repeat(id === 1 ? 300 : 3) }));
    const reader = await readerOf({ "rows.json": JSON.stringify({ rows }) });
    const request = { path: "rows.json", select: "rows[*]", limit: 6 };
    const first = expectResult(await reader.read(request));
    expect(numbered(first).map(([, text]) => text)).toEqual([
      'rows[0]: {"id": 0, "text": "xxx"}',
      "rows[1]: {",
      '  "id": 1,',
      `  "text": "${"x".repeat(300)}"`,
      "}",
      'rows[2]: {"id": 2, "text": "xxx"}',
    ]);
    if (first.next === undefined) throw new Error("no continuation");
    expect(numbered(await reader.read(first.next.request))[0]).toEqual([7, 'rows[3]: {"id": 3, "text": "xxx"}']);
  });

  test("searches the values of a wildcard", async () => {
    const reader = await readerOf(files);
    const found = await reader.read({ path: "min.json", select: "a[*].name", find: "tw", context: 0 });
    expect(numbered(found)).toEqual([[3, 'a[2].name: "two"']]);
  });

  test("skips lines of JSON Lines that are not JSON, and counts them", async () => {
    const reader = await readerOf({ "log.jsonl": '{"id": 1}\n{"id": \n\n{"id": 4}\n{"x": 5}\n{6}\n' });
    const result = expectResult(await reader.read({ path: "log.jsonl", select: "[*].id" }));
    expect(numbered(result).map(([, text]) => text)).toEqual(["[1].id: 1", "[4].id: 4"]);
    expect(result.notices).toContainEqual(
      expect.objectContaining({
        message: "2 lines are not JSON, or longer than 1.0 MB, and were skipped; the first is line 2.",
      }),
    );
  });

  test("keeps the values of a wildcard before a fault", async () => {
    const reader = await readerOf({ "bad.json": '[\n{"id": 1},\n{"id": 2},\n{"id" 3}\n]\n' });
    const failure = expectFailure(await reader.read({ path: "bad.json", select: "[*].id" }));
    expect(failure.error).toMatchObject({ code: "corrupt", message: expect.stringContaining("line 4") });
    expect(failure.parts).toMatchObject([{ text: "[0].id: 1\n[1].id: 2" }]);
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

const parsed = (text: string): Readonly<Record<string, unknown>> => JSON.parse(text) as Record<string, unknown>;
const all = { kind: "all" } as const;
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

test("a walk can be stopped before each level of a nested array that is counted from its end", () => {
  const levels = 50;
  const text = `${"[".repeat(levels)}1${"]".repeat(levels)}`;
  const steps = Array.from({ length: levels }, () => -1);
  const walk = walkJson({ text, steps, base: [], onMiss: () => undefined });
  for (let level = 0; level < levels; level += 1) expect(walk.next().value).toBeUndefined();
  expect(walk.next().value).toMatchObject({ path: steps.map(() => 0) });
});

test("a wildcard finds every member of any value, once", () => {
  const property = fc.property(fc.array(fc.dictionary(key, fc.jsonValue())), (items) => {
    const found = [...walkJson({ text: JSON.stringify(items), steps: [all, all], base: [], onMiss: () => undefined })];
    const matches = found.filter((each) => each !== undefined);
    const members = items.flatMap((item, at) =>
      Object.entries(parsed(JSON.stringify(item))).map(([name, value]) => [[at, name], value]),
    );
    expect(matches.map(({ text, start, end, path }) => [path, parsed(text.slice(start, end))])).toEqual(members);
  });
  fc.assert(property, { seed: 5, numRuns: 300 });
});
