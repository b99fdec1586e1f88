import { expect, test } from "vitest";
import { isoDate, letters, oneLine, range, roman, sizeText } from "@reader/pdf-pages/document";

test.for([
  ["D:20240131120000+01'00'", "2024-01-31T12:00:00+01:00"],
  ["D:20240131120000Z", "2024-01-31T12:00:00Z"],
  ["D:20240131120000+00'00'", "2024-01-31T12:00:00Z"],
  ["20240131", "2024-01-31"],
  ["D:2024", "2024"],
  ["D:202401311200", "2024-01-31T12:00:00"],
  ["yesterday", undefined],
] as const)("converts the date %s to %s", ([text, expected]) => {
  expect(isoDate(text)).toBe(expected);
});

test.for([
  [1, "I"],
  [4, "IV"],
  [1994, "MCMXCIV"],
  [3999, "MMMCMXCIX"],
  [4000, "4000"],
  [0, "0"],
] as const)("formats %i as the Roman numeral %s", ([value, expected]) => {
  expect(roman(value)).toBe(expected);
});

test.for([
  [1, "A"],
  [26, "Z"],
  [27, "AA"],
  [53, "AAA"],
  [100_000, "100000"],
] as const)("formats %i as the letters %s", ([value, expected]) => {
  expect(letters(value)).toBe(expected);
});

test.for([
  [[1, 2, 3, 7], "1-3, 7"],
  [[5], "5"],
  [[], ""],
] as const)("formats the pages %j as %j", ([numbers, expected]) => {
  expect(range(numbers)).toBe(expected);
});

test.for([
  [595, 842, "210 × 297 mm (A4)"],
  [842, 595, "297 × 210 mm (A4, landscape)"],
  [612, 792, "216 × 279 mm (Letter)"],
  [72, 36, "25 × 13 mm"],
] as const)("formats %i × %i points as %s", ([width, height, expected]) => {
  expect(sizeText(width, height)).toBe(expected);
});

test("returns labels as one line", () => {
  expect(oneLine(" a\r\n\tb\u0000c ")).toBe("a b c");
  expect(oneLine("x".repeat(300))).toHaveLength(200);
});
