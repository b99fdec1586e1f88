import { describe, expect, test } from "vitest";
import { readSupplements } from "../../src/xls/biff/read-supplements.ts";
import { bof, characters, eof, record, streamOf, word } from "./biff-stream.ts";

type Bytes = readonly number[];

const begin = record(0x1033);
const end = record(0x1034);
const seriesText = (text: string): Bytes => record(0x100d, [0, 0, text.length, 0, ...characters(text)]);
const objectLink = (role: number): Bytes => record(0x1027, [...word(role), 0, 0, 0, 0]);
/** The cells of a part of a series, as an area of the first sheet: rows and columns from 0. */
const cells = (part: number, area: readonly [number, number, number, number]): Bytes => {
  const [firstRow, lastRow, firstColumn, lastColumn] = area;
  const formula = [0x3b, ...word(0), ...[firstRow, lastRow, firstColumn, lastColumn].flatMap(word)];
  return record(0x1051, [part, 2, 0, 0, 0, 0, ...word(formula.length), ...formula]);
};
const series = (name: string, ...parts: readonly Bytes[]): Bytes => [
  ...record(0x1003, [3, 0, 1, 0, 2, 0, 2, 0, 1, 0, 0, 0]),
  ...begin,
  ...record(0x1051, [0, 1, 0, 0, 0, 0, 0, 0]),
  ...(name === "" ? [] : seriesText(name)),
  ...parts.flat(),
  ...end,
];
const number = (point: number, ofSeries: number, value: number): Bytes =>
  record(0x203, [...word(point), ...word(ofSeries), 0, 0, ...new Uint8Array(new Float64Array([value]).buffer)]);
const label = (point: number, ofSeries: number, text: string): Bytes =>
  record(0x204, [...word(point), ...word(ofSeries), 0, 0, ...word(text.length), 0, ...characters(text)]);
const index = (kind: number): Bytes => record(0x1065, word(kind));
const bars = record(0x1017, [0, 0, 150, 0, 0, 0]);
const chart = (...records: readonly Bytes[]): Bytes => [...bof(0x20), ...records.flat(), ...eof];

function drawingsOf(...records: readonly Bytes[]): readonly string[] {
  return readSupplements(streamOf(...records)).sheets[0]?.drawings ?? [];
}

describe("charts", () => {
  test("have their titles and their values", () => {
    const values = [index(1), number(0, 0, 1.5), number(1, 0, 2), index(2), label(0, 0, "Jan"), label(1, 0, "Feb")];
    const titles = [seriesText("Sales"), objectLink(1), seriesText("EUR"), objectLink(2)];
    expect(drawingsOf(chart(series("North"), ...titles, bars, ...values))).toEqual([
      'bar chart "Sales": axes EUR; series North\n\n||Jan|Feb|\n|---|---|---|\n|North|1.5|2|',
    ]);
  });

  test("name the cells of each series, without those of error bars", () => {
    const x = cells(2, [8, 18, 1, 1]);
    const errors = series("", record(0x104a, word(1)), cells(1, [8, 18, 9, 9]));
    const one = series("One", cells(1, [8, 18, 3, 3]), x);
    const two = series("Two", cells(1, [8, 18, 4, 4]), x);
    expect(drawingsOf(chart(one, errors, two, bars))).toEqual(["bar chart: x B9:B19; series One: D9:D19, Two: E9:E19"]);
  });

  test("keep the categories of each series", () => {
    const values = [index(1), number(0, 0, 1), number(0, 1, 2), index(2), number(0, 0, 10), number(0, 1, 20)];
    const [drawing = ""] = drawingsOf(chart(series("One"), series("Two"), ...values));
    expect(drawing).toContain("|10|1|");
    expect(drawing).toContain("|20|2|");
  });

  test.for([
    ["line", record(0x1018, [0, 0])],
    ["pie", record(0x1019, [0, 0, 0, 0, 0, 0])],
    ["doughnut", record(0x1019, [0, 0, 50, 0, 0, 0])],
    ["area", record(0x101a, [0, 0])],
    ["scatter", record(0x101b, [100, 0, 1, 0, 0, 0])],
    ["bubble", record(0x101b, [100, 0, 1, 0, 1, 0])],
    ["radar", record(0x103e, [0, 0])],
    ["surface", record(0x103f, [0, 0])],
  ] as const)("are named by their type: %s", ([kind, group]) => {
    expect(drawingsOf(chart(group))).toEqual([`${kind} chart`]);
  });

  test("show texts that have no role", () => {
    expect(drawingsOf(chart(seriesText("Peak"), seriesText("EUR"), objectLink(2)))).toEqual([
      'chart: axes EUR; text "Peak"',
    ]);
  });

  test("name the cells of titles and series whose text is missing", () => {
    const title = [cells(0, [0, 0, 5, 5]), seriesText(""), objectLink(1)];
    expect(drawingsOf(chart(series("", cells(0, [0, 0, 1, 1]), cells(1, [1, 8, 1, 1])), ...title, bars))).toEqual([
      "bar chart (title in F1): series (name in B1): B2:B9",
    ]);
  });

  test("show only the points that are stored", () => {
    const [drawing = ""] = drawingsOf(chart(index(1), number(0, 0, 5), number(31_999, 0, 7)));
    expect(drawing).toBe("chart\n\n|Series 1|\n|---|\n|5|\n|7|");
  });

  test("state how many rows are left out", () => {
    const points = Array.from({ length: 1203 }, (_, at) => number(at, 0, at));
    const [drawing = ""] = drawingsOf(chart(index(1), ...points));
    expect(drawing).toContain("|999|\n\n… and 203 more rows");
  });

  test("are limited in number, and in the cells of all of them", () => {
    const many = Array.from({ length: 2003 }, () => chart(bars));
    expect(drawingsOf(...many)).toHaveLength(2000);
    const wide = chart(index(1), ...Array.from({ length: 1000 }, (_, at) => number(at, 254, 1)));
    const shown = drawingsOf(...Array.from({ length: 6 }, () => wide)).map((each) => each.split("\n").length);
    expect(shown).toEqual([202, 202, 202, 202, 1, 1]);
  });

  test("with points that are far apart need no memory for those between", () => {
    const far = Array.from({ length: 255 }, (_, at) => number(31_999, at, 1));
    const [drawing = ""] = drawingsOf(chart(index(1), ...far));
    expect(drawing.length).toBeLessThan(1_000_000);
  });
});

describe("drawings are named with their cells", () => {
  const art = (type: number, body: Bytes, flags = 0): Bytes => [
    ...word(flags),
    ...word(type),
    ...word(body.length),
    0,
    0,
    ...body,
  ];
  const anchor = (row: number, column: number): Bytes =>
    art(0xf010, [0, column, 0, row, 0, column + 1, 0, row + 1, 0].flatMap(word));
  const shape = (...parts: readonly Bytes[]): Bytes => art(0xf004, parts.flat(), 0xf);
  const data = art(0xf011, []);
  const drawing = (...shapes: readonly Bytes[]): Bytes =>
    record(0xec, art(0xf002, art(0xf003, [...shape(art(0xf00a, [])), ...shapes.flat()], 0xf), 0xf));
  const object = (type: number): Bytes => record(0x5d, [0x15, 0, 0x12, 0, ...word(type), 1, 0]);
  const text = [
    ...record(0x1b6, [...word(0), ...word(0), 0, 0, 0, 0, 0, 0, ...word(2), ...word(8), 0, 0, 0, 0]),
    ...record(0x3c, [0, ...characters("ab")]),
  ];

  test("text boxes and charts", () => {
    const shapes = drawing(shape(anchor(3, 1), data), shape(anchor(9, 2), data));
    expect(drawingsOf(shapes, object(6), text, object(5), chart(bars))).toEqual([
      "text box at B4: ab",
      "bar chart at C10",
    ]);
  });

  test("shapes of a group have the cell of the group", () => {
    const group = art(0xf003, [...shape(anchor(3, 1), data), ...shape(art(0xf00f, []), data)], 0xf);
    expect(drawingsOf(drawing(group), object(0), object(6), text)).toEqual(["text box at B4: ab"]);
  });

  test("have none if shapes and objects do not match", () => {
    const shapes = drawing(shape(anchor(3, 1), data));
    expect(drawingsOf(shapes, object(6), text, object(6))).toEqual(["text box: ab"]);
  });

  test("many images in one line", () => {
    const image = (row: number, column: number, number: number): Bytes =>
      shape(art(0xf00b, [...word(0x4104), ...word(number), 0, 0], 0x13), anchor(row, column), data);
    const rows = [2, 3, 4].flatMap((row) => [image(row, 2, row), image(row, 3, row)]);
    const stream = streamOf(drawing(...rows, image(0, 0, 9)));
    const { drawings, images } = readSupplements(stream).sheets[0] ?? {};
    expect(drawings).toEqual(["images at A1, C3:D5"]);
    expect(images?.at(-1)).toEqual({ number: 9, alt: "", place: { row: 1, column: 1 } });
  });

  test("a single image has no line", () => {
    const image = shape(art(0xf00b, [...word(0x4104), ...word(1), 0, 0], 0x13), anchor(0, 0), data);
    expect(drawingsOf(drawing(image))).toEqual([]);
  });
});
