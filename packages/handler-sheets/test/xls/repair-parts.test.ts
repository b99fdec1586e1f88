import { expect, test } from "vitest";
import { repairPart } from "../../src/xls/open-xlsb.ts";

const dword = (value: number): readonly number[] => [0, 8, 16, 24].map((shift) => (value >>> shift) & 0xff);

/** The lengths of the four texts of a link. */
const noTexts = [0, 0, 0, 0];

function link(...range: readonly number[]): readonly number[] {
  return [0xee, 0x03, 32, ...[...range, ...noTexts].flatMap(dword)];
}

function columns(first: number, last: number): readonly number[] {
  return [0x3c, 8, ...[first, last].flatMap(dword)];
}

function patched(...records: readonly (readonly number[])[]): readonly number[] {
  const part = Uint8Array.from(records.flat());
  repairPart(part);
  return [...part];
}

test("a link over a whole column stays, and one over more counts for its first cell", () => {
  const column = link(0, 1_048_575, 3, 3);
  expect(patched(column)).toEqual(column);
  expect(patched(link(4, 0xff_ff_ff_ff, 2, 0xff_ff))).toEqual(link(4, 4, 2, 2));
  expect(patched(column, link(0, 0, 1, 2))).toEqual([...column, ...link(0, 0, 1, 1)]);
});

test("widths of columns that no sheet has end with the last", () => {
  expect(patched(columns(2, 0xff_ff_ff_ff))).toEqual(columns(2, 16_383));
  expect(patched(columns(2, 5))).toEqual(columns(2, 5));
});

test("column widths beyond those of 64 sheets are ignored", () => {
  const all = columns(0, 16_383);
  const records = Array.from({ length: 65 }, () => all);
  expect(patched(...records)).toEqual([...records.slice(1).flat(), ...columns(16_384, 16_383)]);
});

test("text formats are removed", () => {
  const empty = dword(0);
  expect(patched([0x13, 5, 0x03, ...empty], [0xfd, 0x04, 5, 0x01, ...empty])).toEqual([
    0x13,
    5,
    0x02,
    ...empty,
    0xfd,
    0x04,
    5,
    0x00,
    ...empty,
  ]);
});

test("a part that ends inside a record is left as it is", () => {
  const whole = [...link(0, 9, 0, 9), ...columns(0, 3)];
  for (let length = 0; length < whole.length; length += 1)
    expect(patched(whole.slice(0, length))).toEqual(whole.slice(0, length));
});

test("texts end with their records", () => {
  expect(patched([0x13, 9, 0, ...dword(2000), 0x68, 0, 0x69, 0])).toEqual([0x13, 9, 0, ...dword(2), 0x68, 0, 0x69, 0]);
  const absent = [0xe3, 0x02, 4, ...dword(0xff_ff_ff_ff)];
  expect(patched(absent)).toEqual(absent);
});
