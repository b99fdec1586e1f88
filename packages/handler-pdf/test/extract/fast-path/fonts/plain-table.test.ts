import { expect, test } from "vitest";
import { PlainTable } from "../../../../src/extract/fast-path/fonts/font-store.ts";

function unitOf(text: string, advance = 0.5, width: number = advance): number | undefined {
  const table = new PlainTable();
  table.set(7, { text, advance, width });
  return table.units[7];
}

test.for(["a", " ", "é", "ж", "中", "’", "\uffff"])("%j is plain", (text) => {
  expect(unitOf(text)).toBe(text.charCodeAt(0));
});

test.for(["", "fi", "\u0301", "א", "ع", "\ud83d", "😀"])("%j needs a separate check", (text) => {
  expect(unitOf(text)).toBe(0);
});

test("a glyph that moves backwards, or is not as wide as its advance, needs a separate check", () => {
  expect(unitOf("a", -0.5)).toBe(0);
  expect(unitOf("a", 0.5, 0.4)).toBe(0);
});

test("it grows with the codes; codes in between have no width", () => {
  const table = new PlainTable();
  for (const code of [3, 300, 65_535]) table.set(code, { text: "x", advance: 0.25, width: 0.25 });
  expect([3, 300, 65_535].map((code) => table.advances[code])).toEqual([0.25, 0.25, 0.25]);
  expect([4, 299, 65_534].map((code) => table.advances[code])).toEqual([Number.NaN, Number.NaN, Number.NaN]);
  expect(table.units).toHaveLength(65_536);
});

test("an unknown code has no width", () => {
  const table = new PlainTable();
  table.set(3, null);
  expect(table.advances[3]).toBeNaN();
});
