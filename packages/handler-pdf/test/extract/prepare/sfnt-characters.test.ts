import { expect, test } from "vitest";
import { charactersOfGlyphs } from "../../../src/extract/prepare/sfnt-characters.ts";

function words16(...values: readonly number[]): readonly number[] {
  return values.flatMap((value) => [(value >> 8) & 0xff, value & 0xff]);
}

function words32(...values: readonly number[]): readonly number[] {
  return values.flatMap((value) => words16(value >>> 16, value & 0xffff));
}

/** A font with only a `cmap` table, of Windows Unicode subtables. */
function fontWith(...subtables: readonly (readonly number[])[]): Uint8Array {
  const first = 4 + 8 * subtables.length;
  const starts = subtables.map((_, index) => first + subtables.slice(0, index).flat().length);
  const records = starts.flatMap((start) => [...words16(3, 10), ...words32(start)]);
  const cmap = [...words16(0, subtables.length), ...records, ...subtables.flat()];
  const name = Array.from("cmap", (letter) => letter.charCodeAt(0));
  return Uint8Array.from([
    ...words32(0x10000),
    ...words16(1, 16, 0, 0),
    ...name,
    ...words32(0, 28, cmap.length),
    ...cmap,
  ]);
}

const groups = [...words16(12, 0), ...words32(40, 0, 2, 0x5d0, 0x5d2, 10, 0x1f600, 0x1f600, 20)];

/** Two segments: U+0041 and U+0042 by an offset, U+0061 by a list; then the last one. */
const segments = words16(
  4,
  50,
  0,
  6,
  0,
  0,
  0,
  0x42,
  0x61,
  0xffff,
  0,
  0x41,
  0x61,
  0xffff,
  0x10000 - 0x41 + 3,
  0,
  1,
  0,
  4,
  0,
  9,
);

test("characters are those of consecutive groups", () => {
  expect([...charactersOfGlyphs(fontWith(groups))]).toEqual([
    [10, 0x5d0],
    [11, 0x5d1],
    [12, 0x5d2],
    [20, 0x1f600],
  ]);
});

test("characters are those of segments with an offset or a list", () => {
  expect([...charactersOfGlyphs(fontWith(segments))]).toEqual([
    [3, 0x41],
    [4, 0x42],
    [9, 0x61],
  ]);
});

test("the subtable with all of Unicode is preferred", () => {
  expect(charactersOfGlyphs(fontWith(segments, groups)).size).toBe(4);
});

test("a glyph of several characters has the lowest", () => {
  const alike = [...words16(12, 0), ...words32(40, 0, 2, 0xfe8f, 0xfe8f, 7, 0x628, 0x628, 7)];
  expect(charactersOfGlyphs(fontWith(alike)).get(7)).toBe(0x628);
});

test.for([0, 5, 20, 30, 50])("a font cut off after %i bytes has no more than the characters before", (length) => {
  expect(charactersOfGlyphs(fontWith(groups).slice(0, length)).size).toBe(0);
});

test("a font that claims billions of characters is read up to a limit", () => {
  const endless = [...words16(12, 0), ...words32(28, 0, 0xffffffff, 0x20, 0x10ffff, 1)];
  expect(charactersOfGlyphs(fontWith(endless)).size).toBeLessThanOrEqual(200_000);
});
