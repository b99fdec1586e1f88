import { expect, test } from "vitest";
import { PlainTable } from "../../../../src/extract/fast-path/fonts/probed-font.ts";

function unitOf(text: string, advance = 0.5, width: number = advance): number | undefined {
  const table = new PlainTable();
  table.set(7, { text, advance, width });
  return table.units[7];
}

test.for(["a", " ", "é", "ж", "中", "’", "\uffff"])("%j is plain", (text) => {
  expect(unitOf(text)).toBe(text.charCodeAt(0));
});

test.for(["", "fi", "\u0301", "א", "ع", "\ud83d", "😀"])("%j needs a look of its own", (text) => {
  expect(unitOf(text)).toBe(0);
});

test("what goes backwards, or is not as wide as it goes, needs a look of its own", () => {
  expect(unitOf("a", -0.5)).toBe(0);
  expect(unitOf("a", 0.5, 0.4)).toBe(0);
});

test("it grows with the codes, of which those that nobody told of have no width", () => {
  const table = new PlainTable();
  for (const code of [3, 300, 65_535]) table.set(code, { text: "x", advance: 0.25, width: 0.25 });
  expect([3, 300, 65_535].map((code) => table.advances[code])).toEqual([0.25, 0.25, 0.25]);
  expect([4, 299, 65_534].map((code) => table.advances[code])).toEqual([Number.NaN, Number.NaN, Number.NaN]);
  expect(table.units).toHaveLength(65_536);
});

test("a code that cannot be told has no width either", () => {
  const table = new PlainTable();
  table.set(3, null);
  expect(table.advances[3]).toBeNaN();
});
