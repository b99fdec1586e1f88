import { describe, expect, test } from "vitest";
import { search, spanOf, type Search } from "../../src/engine/engine.ts";

const query = "(function_declaration name: (_) @name) @function";

function wanted(changes: Partial<Search> = {}): Search {
  const text = "function read() {}\n";
  return { grammar: "javascript", query, text, parseUntil: Infinity, searchUntil: Infinity, ...changes };
}

describe("search", () => {
  test("gives offsets by the names of captures", async () => {
    const found = await search(wanted());
    if (typeof found === "string") throw new Error(found);
    expect(found.matches.map((match) => [...match])).toEqual([
      [
        ["function", { start: 0, end: 18 }],
        ["name", { start: 9, end: 13 }],
      ],
    ]);
  });

  test("counts in UTF-16 units, astral characters and lone surrogates included", async () => {
    const found = await search(wanted({ text: "/* 😀\uD800 */ function read() {}" }));
    if (typeof found === "string") throw new Error(found);
    expect(found.matches[0]?.get("name")).toEqual({ start: 19, end: 23 });
  });

  test("stops parsing when the time is over, and parses the next text", async () => {
    expect(await search(wanted({ text: "function read() {}\n".repeat(20_000), parseUntil: 0 }))).toBe("late");
    expect(await search(wanted())).toMatchObject({ isCut: false });
  });

  test("says when it stopped looking", async () => {
    const text = "function read() {}\n".repeat(20_000);
    expect(await search(wanted({ text, searchUntil: 0 }))).toMatchObject({ isCut: true });
  });

  test("works with a fresh engine after one that broke, up to a limit", async () => {
    const breaking = {
      ...wanted(),
      get text(): string {
        throw new Error("unreachable");
      },
    };
    for (let times = 0; times < 2; times += 1) {
      expect(await search(breaking)).toBe("broken");
      expect(await search(wanted())).toMatchObject({ faults: [] });
    }
    expect(await search(breaking)).toBe("broken");
    expect(await search(wanted())).toBe("broken");
  });
});

test.for([
  [0, 11],
  [-1, 3],
  [5, 4],
  [0.5, 4],
  [Number.NaN, 4],
  [0, Number.POSITIVE_INFINITY],
] as const)("a node from %d to %d of ten characters is refused", ([startIndex, endIndex]) => {
  expect(() => spanOf({ startIndex, endIndex }, 10)).toThrow(RangeError);
});

test("a node inside the text has its range", () => {
  expect(spanOf({ startIndex: 0, endIndex: 10 }, 10)).toEqual({ start: 0, end: 10 });
});
