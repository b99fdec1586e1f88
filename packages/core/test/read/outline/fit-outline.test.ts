import { expect, test } from "vitest";
import type { Outline, OutlineEntry, OutlineKind } from "../../../src/contract/outline.ts";
import { fitOutline } from "../../../src/read/outline/attach-outline.ts";
import { outlineBlock } from "../../../src/render/outline-text.ts";

const pricing = { countTokens: (text: string) => text.length / 4 } as Parameters<typeof fitOutline>[2];

function entry(at: number, { kind = "class", children = [] }: Partial<OutlineEntry> = {}): OutlineEntry {
  const first = at * 10 + 1;
  const own = { kind, name: `e${at}`, title: `${kind} e${at}`, lines: { first, last: first + 8 } };
  return children.length === 0 ? own : { ...own, children };
}

const some = (count: number, kind: OutlineKind = "class", from = 0): readonly OutlineEntry[] =>
  Array.from({ length: count }, (_, at) => entry(from + at, { kind }));

/** The lines of what fits in so many lines. */
function shown(outline: Outline, lines: number): readonly string[] {
  const budget = { maxLines: lines * 10, maxTokens: 1e9, maxBytes: 1e9 };
  const fitted = fitOutline(outline, budget, pricing);
  return fitted === undefined ? [] : outlineBlock(fitted.outline).split("\n").slice(1);
}

test("an outline that fits is whole, with nothing left out", () => {
  const outline = { entries: [entry(0, { children: some(3, "method") })] };
  expect(fitOutline(outline, { maxLines: 1000, maxTokens: 1e9, maxBytes: 1e9 }, pricing)?.outline).toBe(outline);
});

test("the top level of the whole file comes before the methods of its first class", () => {
  const entries = [entry(0, { children: some(100, "method", 1) }), ...some(5, "class", 200)];
  const lines = shown({ entries }, 13);
  expect(lines.filter((line) => /\tclass/.test(line)).map((line) => line.slice(-4))).toEqual([
    "s e0",
    "e200",
    "e201",
    "e202",
    "e203",
    "e204",
  ]);
  expect(lines[1]).toBe("11-19\t  method e1");
  expect(lines[2]).toMatch(/^\[\d+ more in lines 21-\d+\]$/);
});

test("of a top level that is too long, entries from its start to its end stay, and the lines of the others are given", () => {
  const lines = shown({ entries: some(1000) }, 10);
  expect(lines[0]).toBe("1-9\tclass e0");
  const told = lines.flatMap((line) => /^\[(\d+) more in lines/.exec(line)?.[1] ?? []).map(Number);
  const left = lines.filter((line) => line.includes("\tclass")).length;
  expect(told.reduce((sum, each) => sum + each, 0) + left).toBe(1000);
  expect(lines.at(-2)).toMatch(/^\[\d+ more in lines \d+-9999\]$/);
  expect(lines.at(-1)).toBe(`[${1000 - left} more entries: view "outline", with select or find for some of them]`);
  expect(Math.max(...told) / Math.min(...told.slice(1, -1))).toBeLessThan(3);
});

test("a line that would tell of one entry is that entry", () => {
  for (const count of [12, 15, 20, 31]) {
    expect(shown({ entries: some(count) }, 11).join("\n")).not.toMatch(/^\[1 more in/m);
  }
});

test("constants make room for functions", () => {
  const lines = shown({ entries: [...some(500, "constant"), ...some(4, "function", 600)] }, 9);
  expect(lines.filter((line) => line.includes("function"))).toHaveLength(4);
  expect(lines[0]).toBe("1-9\tconstant e0");
});

test("what stands in no lines is counted all the same", () => {
  const entries = Array.from({ length: 40 }, (_, at): OutlineEntry => {
    return { kind: "page", name: `p${at}`, title: `p${at}`, place: { unit: "page", index: at + 1 } };
  });
  expect(shown({ entries }, 6)).toContainEqual(expect.stringMatching(/^\[\d+ more\]$/));
});

test("nothing is shown where there is no room for a line", () => {
  expect(shown({ entries: some(3) }, 1)).toEqual([]);
});
