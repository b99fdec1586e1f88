import { expect, test } from "vitest";
import { scriptedStrings } from "../../src/xls/biff/scripted-strings.ts";
import { bof, characters, eof, record, wide, word } from "./biff-stream.ts";

const font = (script: number): readonly number[] =>
  record(0x31, [...word(200), 0, 0, 0, 0, 0x90, 1, ...word(script), 0, 0]);

/** A string of one byte per character, with the fonts of its parts: where each starts, and its number. */
const rich = (text: string, ...runs: readonly (readonly [number, number])[]): readonly number[] => [
  ...word(text.length),
  8,
  ...word(runs.length),
  ...characters(text),
  ...runs.flat().flatMap(word),
];

const plain = (text: string): readonly number[] => [...word(text.length), 0, ...characters(text)];

function marksIn(
  fonts: readonly number[],
  strings: readonly number[],
  ...more: readonly (readonly number[])[]
): object {
  const globals = [
    ...bof(5),
    ...fonts.flatMap(font),
    ...record(0xfc, [9, 0, 0, 0, 9, 0, 0, 0, ...strings]),
    ...more.flatMap((data) => record(0x3c, data)),
    ...eof,
  ];
  return Object.fromEntries(scriptedStrings(Uint8Array.from(globals)));
}

const fonts = [0, 0, 0, 0, 1, 2];

test("raised and lowered characters of shared strings are marked; the font number 4 is left out", () => {
  const strings = [...rich("106", [2, 5]), ...plain("x"), ...rich("H2O", [1, 6], [2, 0]), ...rich("bold", [1, 3])];
  expect(marksIn(fonts, strings)).toEqual({ 106: "10⁶", H2O: "H₂O" });
});

test("a text that other cells have without marks is left alone", () => {
  expect(marksIn(fonts, [...plain("106"), ...rich("106", [2, 5])])).toEqual({});
});

test("a workbook without such fonts has no marks", () => {
  expect(marksIn([0, 0, 0, 0, 0, 0], rich("106", [2, 5]))).toEqual({});
});

test("a string goes on in the next record, with characters of another width", () => {
  const start = [...word(6), 8, ...word(1), ...characters("10")];
  expect(marksIn(fonts, start, [1, ...wide("5 mλ")], [...word(2), ...word(5)])).toEqual({});
  const raised = [...word(4), 8, ...word(2), ...characters("10")];
  expect(marksIn(fonts, raised, [1, ...wide("5λ"), ...word(2), ...word(5)], [...word(3), ...word(0)])).toEqual({
    "105λ": "10⁵λ",
  });
});

test("a truncated string ends where the data end", () => {
  expect(marksIn(fonts, [...word(60_000), 9, ...word(60_000), 1])).toEqual({});
});
