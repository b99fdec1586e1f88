import { describe, expect, test } from "vitest";
import type { OutlineEntry } from "../../../src/contract/outline.ts";
import { expectFailure, expectResult, numbered, readerOf } from "../../reader/support.ts";
import { outliner, program } from "./support.ts";

const readerFor = (definition: Parameters<typeof outliner>[0] = {}) =>
  readerOf({ "a.test-code": program(20), "a.txt": "plain\n" }, { handlers: [outliner(definition)] });

const linesOf = async (select: string, definition?: Parameters<typeof outliner>[0]) => {
  const lines = numbered(await (await readerFor(definition)).read({ path: "a.test-code", select }));
  return [lines[0]?.[0], lines.at(-1)?.[0]];
};

describe("select on text that a handler outlines", () => {
  test("reads the lines of a symbol as they stand in the file", async () => {
    const reader = await readerFor();
    const result = expectResult(await reader.read({ path: "a.test-code", select: "Type2.open2" }));
    expect(numbered(result)).toEqual([
      [11, "  function open2(path: string) {"],
      [12, "    return path;"],
      [13, "  }"],
    ]);
    expect(result).toMatchObject({ status: "complete", handler: "text", text: { eol: "lf" } });
    expect(result.outline).toBeUndefined();
  });

  test.for([
    ["Type3", [19, 27]],
    ["open3", [20, 22]],
    ["Type3::close", [24, 26]],
    ["Type3#close", [24, 26]],
    ["type3.OPEN3", [20, 22]],
    ["open3()", [20, 22]],
    ["function open3(path: string)", [20, 22]],
    ["class  Type3", [19, 27]],
  ] as const)("knows what %s stands for", async ([select, lines]) => {
    expect(await linesOf(select)).toEqual(lines);
  });

  test("prefers the whole path to the end of one, and one as written to a look-alike", async () => {
    const entry = (name: string, first: number, children: readonly OutlineEntry[] = []): OutlineEntry => ({
      kind: "heading",
      name,
      title: name,
      lines: { first, last: first },
      children,
    });
    const outline = () =>
      Promise.resolve({
        entries: [entry("a", 1, [entry("read", 2)]), entry("read", 3), entry("Read", 4), entry("1.2 Use of it", 5)],
      });
    expect(await linesOf("read", { outline })).toEqual([3, 3]);
    expect(await linesOf("a.read", { outline })).toEqual([2, 2]);
    expect(await linesOf("## 1.2 Use of  it", { outline })).toEqual([5, 5]);
  });

  test.for(['Type."a key"', "Type.`a key`", "Type.a key"])("knows a name in quotes by %s", async (select) => {
    const outline = () =>
      Promise.resolve({
        entries: [{ kind: "method" as const, name: "Type.a key", title: '"a key"()', lines: { first: 7, last: 8 } }],
      });
    expect(await linesOf(select, { outline })).toEqual([7, 8]);
  });

  test.for(["Type.operator +", "Type::operator+"])("knows an operator by %s", async (select) => {
    const outline = () =>
      Promise.resolve({
        entries: [
          { kind: "method" as const, name: "Type.operator+", title: "operator+", lines: { first: 7, last: 8 } },
        ],
      });
    expect(await linesOf(select, { outline })).toEqual([7, 8]);
  });

  test("leaves type arguments out where nothing has them as they are written", async () => {
    const entry = (name: string, first: number): OutlineEntry => {
      return { kind: "class", name, title: `class ${name} {}`, lines: { first, last: first } };
    };
    const entries = [entry("List", 1), entry("Inverse<a::Plus<T> >", 2), entry("Tree", 3), entry("Tree<int>", 4)];
    const definition = { outline: () => Promise.resolve({ entries }) };
    expect(await linesOf("List<Map<K, V>>", definition)).toEqual([1, 1]);
    expect(await linesOf("inverse", definition)).toEqual([2, 2]);
    expect(await linesOf("Tree", definition)).toEqual([3, 3]);
    expect(await linesOf("Tree<int>", definition)).toEqual([4, 4]);
  });

  test("takes a class for what its constructor is called, too, also inside of another entry", async () => {
    const entry = (
      name: string,
      [first, last]: readonly [number, number],
      children: OutlineEntry[] = [],
    ): OutlineEntry => {
      return { kind: "class", name, title: `class ${name}`, lines: { first, last }, children };
    };
    const entries = [entry("space", [1, 9], [entry("Shape", [2, 6], [entry("Shape", [3, 4])]), entry("Area", [7, 8])])];
    const definition = { outline: () => Promise.resolve({ entries }) };
    expect(await linesOf("Shape", definition)).toEqual([2, 6]);
    expect(await linesOf("Shape.Shape", definition)).toEqual([3, 4]);
  });

  test("lists what an ambiguous name may mean, with its lines", async () => {
    const { error } = expectFailure(await (await readerFor()).read({ path: "a.test-code", select: "close" }));
    expect(error.code).toBe("out-of-range");
    expect(error.message).toBe('"close" matches 20 parts of a.test-code.');
    expect(error.hint).toContain("Type1.close (lines 6-8); Type2.close (lines 15-17)");
    expect(error.details?.candidates).toHaveLength(10);
  });

  describe("of functions of one name", () => {
    const read = (title: string, line: number): OutlineEntry => {
      return { kind: "method", name: "read", title, lines: { first: line, last: line } };
    };
    const children = [
      read("int read(byte[] into)", 2),
      read("int read(byte[] into, int from)", 3),
      read("int read()", 4),
    ];
    const entries: OutlineEntry[] = [
      { kind: "class", name: "In", title: "class In", lines: { first: 1, last: 9 }, children },
    ];
    const definition = { outline: () => Promise.resolve({ entries }) };

    test.for([
      ["In.read(byte[], int)", [3, 3]],
      ["In#read(byte[] into, int from)", [3, 3]],
      ["int read(byte[] into)", [2, 2]],
      ["int read()", [4, 4]],
    ] as const)("takes the one with the parameters of %s", async ([select, lines]) => {
      expect(await linesOf(select, definition)).toEqual(lines);
    });

    test("lists their signatures, which tell them apart", async () => {
      const { error } = expectFailure(
        await (await readerFor(definition)).read({ path: "a.test-code", select: "In.read" }),
      );
      expect(error.hint).toBe(
        'Choose one, by the words of its signature or its lines: "int read(byte[] into)" (line 2); "int read(byte[] into, int from)" (line 3); "int read()" (line 4).',
      );
    });

    test("does not choose by parameters that none has", async () => {
      const request = { path: "a.test-code", select: "In.read(char)" };
      expect(expectFailure(await (await readerFor(definition)).read(request)).error.message).toContain("3 parts");
    });
  });

  test.for(["A#x", "A.#x", "#x", "A::#x"])("knows a private name by %s", async (select) => {
    const children: OutlineEntry[] = [{ kind: "method", name: "#x", title: "#x()", lines: { first: 3, last: 4 } }];
    const entries: OutlineEntry[] = [
      { kind: "class", name: "A", title: "class A", lines: { first: 1, last: 5 }, children },
    ];
    expect(await linesOf(select, { outline: () => Promise.resolve({ entries }) })).toEqual([3, 4]);
  });

  test("names the nearest where nothing has the name", async () => {
    const { error } = expectFailure(await (await readerFor()).read({ path: "a.test-code", select: "Type7.opne7" }));
    expect(error.message).toBe('a.test-code has nothing named "Type7.opne7".');
    expect(error.hint).toMatch(/^Ask for one of these, the nearest first, or .*: Type7\.open7 \(lines 56-58\)\.$/);
  });

  test("says of an outline without entries what to do instead", async () => {
    const outline = () => Promise.resolve({ entries: [] });
    const { error } = expectFailure(await (await readerFor({ outline })).read({ path: "a.test-code", select: "x" }));
    expect(error.hint).toContain("search it with `find`");
  });

  test("goes on by lines, inside the symbol", async () => {
    const reader = await readerFor();
    const first = expectResult(await reader.read({ path: "a.test-code", select: "Type2", maxTokens: 40 }));
    expect(first).toMatchObject({ status: "partial", next: { request: { path: "a.test-code", maxTokens: 40 } } });
    const request = first.next?.request ?? { path: "" };
    expect(request).toMatchObject({ lines: expect.stringMatching(/^1\d-18$/) });
    expect(request).not.toHaveProperty("select");
    expect(numbered(await reader.read({ ...request, maxTokens: 4000 })).at(-1)?.[0]).toBe(18);
  });

  test("searches inside the symbol, and takes a limit", async () => {
    const reader = await readerFor();
    const found = await reader.read({ path: "a.test-code", select: "Type2", find: "function", context: 0 });
    expect(numbered(found).map(([line]) => line)).toEqual([11, 15]);
    const limited = expectResult(await reader.read({ path: "a.test-code", select: "Type2", limit: 2 }));
    expect(numbered(limited)).toHaveLength(2);
    expect(limited).toMatchObject({ status: "partial", notices: [] });
    expect(limited.next).toEqual({ request: { path: "a.test-code", lines: "12-18" } });
    const all = await reader.read({ path: "a.test-code", select: "Type2", limit: 9 });
    expect(expectResult(all)).toMatchObject({ status: "complete" });
  });

  test.for([
    { offset: 5, field: "offset" },
    { lines: "1-2", field: "lines" },
  ])("is refused together with %o", async ({ field, ...part }) => {
    const outcome = await (await readerFor()).read({ path: "a.test-code", select: "Type2", ...part });
    expect(expectFailure(outcome).error).toMatchObject({ code: "invalid-request", details: { issues: [{ field }] } });
  });

  test("is refused for text without an outline", async () => {
    const { error } = expectFailure(await (await readerFor()).read({ path: "a.txt", select: "x" }));
    expect(error.code).toBe("invalid-request");
  });
});
