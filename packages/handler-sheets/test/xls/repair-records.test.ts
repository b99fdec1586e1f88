import { expect, test } from "vitest";
import { recordsIn } from "../../src/xls/biff/records.ts";
import { repairRecords } from "../../src/xls/biff/repair-records.ts";

const word = (value: number): readonly number[] => [value & 0xff, value >> 8];

function streamOf(...records: readonly (readonly [type: number, ...words: number[]])[]): Uint8Array {
  return Uint8Array.from(
    records.flatMap(([type, ...words]) => [...word(type), ...word(words.length * 2), ...words.flatMap(word)]),
  );
}

function wordsOf(stream: Uint8Array): readonly (readonly number[])[] {
  return [...recordsIn(stream)].map(({ type, data }) => [
    type,
    ...Array.from({ length: data.byteLength / 2 }, (_, index) => data.getUint16(index * 2, true)),
  ]);
}

test("a link over columns that no sheet has ends with the last", () => {
  const links = streamOf([0x1b8, 3, 7, 2, 0xffff]);
  expect(wordsOf(repairRecords(links))).toEqual([[0x1b8, 3, 7, 2, 0xff]]);
});

test("links on more cells than two sheets have are ignored", () => {
  const whole = [0x1b8, 0, 0xffff, 0, 0xff] as const;
  const types = wordsOf(repairRecords(streamOf(whole, whole, whole))).map(([type]) => type);
  expect(types).toEqual([0x1b8, 0x1b8, 0xe2]);
});

test("widths of columns that no sheet has end with the last", () => {
  expect(wordsOf(repairRecords(streamOf([0x7d, 5, 0xffff, 2048])))).toEqual([[0x7d, 5, 0x100, 2048]]);
});

test("a stream without such records, and one that ends inside of one, are left as they are", () => {
  const sound = streamOf([0x809, 0x600, 5], [0x1b8, 0, 9, 0, 3], [0x7d, 0, 0x100, 2048], [0x0a]);
  expect(repairRecords(sound)).toBe(sound);
  for (let length = 0; length < sound.length; length += 1) {
    const cut = sound.subarray(0, length);
    expect(repairRecords(cut)).toBe(cut);
  }
});

test.for<[string, number, readonly number[]]>([
  ["a string without a length", 0x07, []],
  ["a label that ends before its words", 0x204, [1, 2, 3]],
  ["a format that is only a number", 0x41e, [5]],
  ["a name that ends in its flags", 0x18, [0]],
  ["a list of sheets without a length", 0x17, []],
  ["a theme, which is a ZIP file", 0x896, [0x896, 0, 0, 0, 0, 0, 0, 0]],
])("%s does not count, because the library may never end with it", ([, type, words]) => {
  const types = wordsOf(repairRecords(streamOf([0x809, 0x600, 5], [type, ...words], [0x0a]))).map(([first]) => first);
  expect(types).toEqual([0x809, 0xe2, 0x0a]);
});

test("words of a text box in a record without bytes do not count, and those of other records stay", () => {
  const empty = [0x3c] as const;
  const box = streamOf([0x1b6, 0, 0, 0], empty, [0x3c, 0], [0xfc, 1], empty);
  const patched = repairRecords(box);
  const at = [0, 10, 14, 20, 26].map((place) => new DataView(patched.buffer).getUint16(place, true));
  expect(at).toEqual([0x1b6, 0xe2, 0x3c, 0xfc, 0x3c]);
});
