import { describe, expect, test } from "vitest";
import { readOleNative } from "@reader/office-kit/embedded";
import { readSupplements } from "../../src/xls/biff/read-supplements.ts";
import { characters, record, streamOf, wide, word } from "./biff-stream.ts";

const object = (type: number): readonly number[] => record(0x5d, [0x15, 0, 0x12, 0, ...word(type), 1, 0]);
const textObject = (length: number): readonly number[] =>
  record(0x1b6, [...word(0), ...word(0), 0, 0, 0, 0, 0, 0, ...word(length), ...word(8), 0, 0, 0, 0]);

test("text of objects is read over its continuations, narrow and wide", () => {
  const stream = streamOf(
    object(6),
    textObject(9),
    record(0x3c, [0, ...characters("Note ")]),
    record(0x3c, [1, ...wide("№ 1!")]),
    record(0x3c, [0, 0, 0, 0, 0, 0, 0, 0]),
  );
  expect(readSupplements(stream).sheets[0]?.drawings).toEqual(["text box: Note № 1!"]);
});

test("comments are left to their cells, and labels are named as such", () => {
  const text = [textObject(2), record(0x3c, [0, ...characters("ab")])];
  const stream = streamOf(object(0x19), ...text, object(0x0e), ...text);
  expect(readSupplements(stream).sheets[0]?.drawings).toEqual(["label: ab"]);
});

test("frozen rows are counted only if the panes are frozen", () => {
  const pane = record(0x41, [...word(0), ...word(2), 0, 0, 0, 0, 0, 0]);
  const window = (flags: number): readonly number[] => record(0x23e, [...word(flags), ...word(0), ...word(0)]);
  expect(readSupplements(streamOf(window(0x8), pane)).sheets[0]?.frozenRows).toBe(2);
  expect(readSupplements(streamOf(window(0), pane)).sheets[0]?.frozenRows).toBe(0);
});

test("headers and footers are words without their codes", () => {
  const words = (text: string): readonly number[] => [...word(text.length), 0, ...characters(text)];
  const stream = streamOf(
    record(0x14, words('&L&"Arial,Bold"&14Report &A&RDraft && more')),
    record(0x15, words("&CPage &P of &N&RNot for the public, page &P")),
    record(0x15, words("&C&P")),
  );
  expect(readSupplements(stream).sheets[0]?.drawings).toEqual([
    "page header: Report (sheet) | Draft & more",
    "page footer: Not for the public, page (page)",
  ]);
});

test("images are found by their number in the image store, with their description", () => {
  const property = (id: number, value: number): readonly number[] => [...word(id), ...word(value), 0, 0];
  const description = wide("A logo\0");
  const options = [...property(0x4104, 2), ...property(0xc381, description.length), ...description];
  const shape = [
    0x0f,
    0,
    0x04,
    0xf0,
    ...word(options.length + 8),
    0,
    0,
    0x23,
    0,
    0x0b,
    0xf0,
    ...word(options.length),
    0,
    0,
  ];
  const stream = streamOf(record(0xec, [...shape, ...options]));
  expect(readSupplements(stream).sheets[0]?.images).toEqual([{ number: 2, alt: "A logo" }]);
});

test("encrypted and older streams are skipped", () => {
  const header = record(0x14, [1, 0, 0, 65]);
  expect(readSupplements(streamOf(record(0x2f), header)).sheets).toEqual([]);
  const older = streamOf(header);
  older[5] = 5;
  expect(readSupplements(older).sheets).toEqual([]);
});

test("a truncated stream gives what comes before the cut", () => {
  const stream = streamOf(object(6), textObject(2), record(0x3c, [0, ...characters("ab")]));
  for (let length = 0; length < stream.length; length += 1) {
    expect(readSupplements(stream.subarray(0, length)).sheets.length).toBeLessThan(2);
  }
});

test("a file in an object keeps its name and its bytes", () => {
  const text = (words: string): readonly number[] => [...characters(words), 0];
  const path = text("C:\\tmp\\a.txt");
  const label = text("C:\\data\\a.txt");
  const start = [99, 0, 0, 0, 2, 0];
  const between = [0, 0, 3, 0, path.length, 0, 0, 0];
  const stream = [...start, ...label, ...label, ...between, ...path, 5, 0, 0, 0, ...characters("hello")];
  const { name, bytes } = readOleNative(Uint8Array.from(stream)) ?? {};
  expect([name, new TextDecoder().decode(bytes)]).toEqual(["a.txt", "hello"]);
  for (let length = 0; length < stream.length - 5; length += 1) {
    expect(readOleNative(Uint8Array.from(stream.slice(0, length)))).toBeUndefined();
  }
});

describe("lists of choices in cells", () => {
  const flags = (kind: number): readonly number[] => [kind, 1, 8, 0];
  const message = [1, 0, 0, 0];
  const messages = [...message, ...message, ...word(2), 1, ...wide("Té"), ...message];
  const cells = (...ranges: readonly (readonly number[])[]): readonly number[] => [
    ...word(ranges.length),
    ...ranges.flat().flatMap(word),
  ];
  const choices = (formula: readonly number[], kind = 3): readonly number[] =>
    record(0x1be, [
      ...flags(kind),
      ...messages,
      ...word(formula.length),
      0,
      0,
      ...formula,
      ...word(0),
      0,
      0,
      ...cells([1, 8, 1, 1], [0, 0, 3, 3]),
    ]);
  const drawings = (...records: readonly (readonly number[])[]): readonly string[] =>
    readSupplements(streamOf(...records)).sheets[0]?.drawings ?? [];
  const area = [...word(0), ...word(2), ...word(5), ...word(0xc005)];
  const list = characters("Low\0High");

  test.for([
    ["is written out", [0x17, list.length, 0, ...list], "Low, High"],
    ["stands in other cells", [0x25, ...area], "those of $F$1:F3"],
    ["stands on another sheet", [0x3b, ...word(0), ...area], "those of 'A B'!$F$1:F3"],
    ["is called by a name", [0x23, 1, 0, 0, 0], "those of Levels"],
    ["is calculated", [0x25, ...area, 0x15], "those of a formula"],
    ["has a link that there is not", [0x3b, ...word(9), ...area], "those of a formula"],
  ] as const)("%s", ([, formula, expected]) => {
    expect(drawings(choices(formula))).toEqual([`choices in B2:B9, D1: ${expected}`]);
  });

  test("skips other rules", () => {
    expect(drawings(choices([0x1e, 5, 0], 1))).toEqual([]);
  });

  test("skips rules that are truncated at any position", () => {
    const whole = choices([0x17, list.length, 0, ...list]);
    for (let length = 4; length < whole.length - 16; length += 1) {
      expect(drawings(record(0x1be, whole.slice(4, length)))).toEqual([]);
    }
  });
});

describe("form controls", () => {
  const control = (type: number, ...parts: readonly (readonly number[])[]): readonly number[] =>
    record(0x5d, [
      0x15,
      0,
      0x12,
      0,
      ...word(type),
      ...Array.from({ length: 16 }, () => 0),
      ...parts.flat(),
      0,
      0,
      0,
      0,
    ]);
  const part = (type: number, data: readonly number[]): readonly number[] => [
    ...word(type),
    ...word(data.length),
    ...data,
  ];
  const cell = [0x24, ...word(1), ...word(2)];
  const formula = [...word(cell.length + 6), ...word(cell.length), 0, 0, 0, 0, ...cell];
  const text = [textObject(2), record(0x3c, [0, ...characters("ab")])];
  const drawings = (...records: readonly (readonly number[])[]): readonly string[] =>
    readSupplements(streamOf(...records)).sheets[0]?.drawings ?? [];

  test("are described with their state and their linked cells", () => {
    const on = part(0x12, [1, 0, 0, 0, 0, 0, 0, 0]);
    const off = part(0x12, [0, 0, 0, 0, 0, 0, 0, 0]);
    const slider = part(0x0c, [0, 0, 0, 0, 7, 0, ...Array.from({ length: 14 }, () => 0)]);
    expect(drawings(control(0x0b, on, part(0x14, formula)), ...text)).toEqual([
      'check box "ab": checked; its value is in $C$2',
    ]);
    expect(drawings(control(0x0c, off), ...text)).toEqual(['option button "ab": not checked']);
    expect(drawings(control(0x10, slider, part(0x0e, formula)))).toEqual(["spin button: at 7; its value is in $C$2"]);
    expect(drawings(control(0x14, part(0x13, [...formula, ...word(3), ...word(2)])))).toEqual([
      "drop-down: choices are those of $C$2; choice 2 is taken",
    ]);
  });

  test("are skipped if they are filter buttons", () => {
    expect(drawings(control(0x14, part(0x13, [0, 0, ...word(3), ...word(2)])))).toEqual([]);
  });

  test("end a reading that is cut anywhere without harm", () => {
    const whole = control(0x14, part(0x13, [...formula, ...word(3), ...word(2)]));
    for (let length = 4; length < whole.length; length += 1) {
      expect(drawings(record(0x5d, whole.slice(4, length))).length).toBeLessThan(2);
    }
  });
});
