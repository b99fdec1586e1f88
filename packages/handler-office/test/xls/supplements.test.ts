import { expect, test } from "vitest";
import { readSupplements } from "../../src/xls/biff/read-supplements.ts";
import { readOleNative } from "../../src/xls/ole-native.ts";

const word = (value: number): readonly number[] => [value & 0xff, value >> 8];
const characters = (text: string): readonly number[] => Array.from(text, (each) => each.charCodeAt(0));
const wide = (text: string): readonly number[] => Array.from(text, (each) => word(each.charCodeAt(0))).flat();
const record = (type: number, data: readonly number[] = []): readonly number[] => [
  ...word(type),
  ...word(data.length),
  ...data,
];
const bof = (kind: number): readonly number[] => record(0x809, [...word(0x600), ...word(kind), 0, 0, 0, 0]);
const eof = record(0x0a);

/** A stream with one sheet that has these records. */
function streamOf(...records: readonly (readonly number[])[]): Uint8Array {
  const start = bof(5);
  const sheetAt = start.length + 4 + 8 + eof.length;
  const boundSheet = record(0x85, [...word(sheetAt), 0, 0, 0, 0, 0, 0]);
  return Uint8Array.from([...start, ...boundSheet, ...eof, ...bof(0x10), ...records.flat(), ...eof]);
}

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

test("comments are left to their cells, and labels are called so", () => {
  const text = [textObject(2), record(0x3c, [0, ...characters("ab")])];
  const stream = streamOf(object(0x19), ...text, object(0x0e), ...text);
  expect(readSupplements(stream).sheets[0]?.drawings).toEqual(["label: ab"]);
});

test("rows that stay in view are counted only where the panes are frozen", () => {
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

test("a chart has its titles and its values", () => {
  const seriesText = (text: string): readonly number[] => record(0x100d, [0, 0, text.length, 0, ...characters(text)]);
  const objectLink = (role: number): readonly number[] => record(0x1027, [...word(role), 0, 0, 0, 0]);
  const number = (point: number, value: number): readonly number[] =>
    record(0x203, [...word(point), ...word(0), 0, 0, ...new Uint8Array(new Float64Array([value]).buffer)]);
  const label = (point: number, text: string): readonly number[] =>
    record(0x204, [...word(point), ...word(0), 0, 0, ...word(text.length), 0, ...characters(text)]);
  const index = (kind: number): readonly number[] => record(0x1065, word(kind));
  const chart = [
    bof(0x20),
    seriesText("North"),
    seriesText("Sales"),
    objectLink(1),
    seriesText("EUR"),
    objectLink(2),
    index(1),
    number(0, 1.5),
    number(1, 2),
    index(2),
    label(0, "Jan"),
    label(1, "Feb"),
    eof,
  ];
  const [drawing = ""] = readSupplements(streamOf(...chart)).sheets[0]?.drawings ?? [];
  expect(drawing).toContain("[chart · Sales · axes: EUR]");
  for (const words of ["North", "Jan", "1.5", "Feb", "2"]) expect(drawing).toContain(words);
});

test("pictures are found by their number in the store, with their description", () => {
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
  expect(readSupplements(stream).sheets[0]?.pictures).toEqual([{ number: 2, alt: "A logo" }]);
});

test("nothing is read of encrypted streams and of older ones", () => {
  const header = record(0x14, [1, 0, 0, 65]);
  expect(readSupplements(streamOf(record(0x2f), header)).sheets).toEqual([]);
  const older = streamOf(header);
  older[5] = 5;
  expect(readSupplements(older).sheets).toEqual([]);
});

test("a stream that is cut anywhere gives what came before the cut", () => {
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
