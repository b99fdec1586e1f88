import { expect, test } from "vitest";
import type { TextLine } from "../../src/model/page-content.ts";
import { findTables } from "../../src/tables/find-tables.ts";
import { flat, gridOf, pageOf, rowsAt, styled, words } from "./pages.ts";

const xs = [50, 150, 220, 290, 360];
const rows = [
  ["Area", "Number", "Share", "Number", "Share"],
  ["Harbour", "663", "2.5", "478", "1.9"],
  ["Market", "232", "0.9", "241", "0.9"],
  ["Garden", "895", "3.4", "718", "2.8"],
];
const rules = gridOf([45, 145, 215, 285, 355, 425], [100, 114, 128, 142, 156]);

function tableBelow(heads: readonly TextLine[]): readonly (readonly string[])[] | undefined {
  return findTables(pageOf(...heads, ...rowsAt(102, xs, rows)), rules)[0]?.rows;
}

test("years right above the rules of a table, each over several columns, are its heads", () => {
  const years = [words([195, 88], "2001"), words([335, 88], "2002")];
  expect(tableBelow(years)).toEqual([["", "2001", "2001", "2002", "2002"], ...rows]);
});

test("values right above the rules of a table are no heads", () => {
  expect(tableBelow([words([195, 88], "12.5"), words([335, 88], "13.7")])).toEqual(rows);
});

test("years right above rules are heads of columns with different heads", () => {
  const different = [["Area", "Number", "Share", "Count", "Part"], ...rows.slice(1)];
  const years = [words([195, 88], "2001"), words([335, 88], "2002")];
  expect(findTables(pageOf(...years, ...rowsAt(102, xs, different)), rules)[0]?.rows).toEqual([
    ["", "2001", "2001", "2002", "2002"],
    ...different,
  ]);
});

test("a line of a form right above the rules of a table is no head", () => {
  const different = [["Area", "Number", "Share", "Count", "Part"], ...rows.slice(1)];
  const form = [words([170, 88], "Name: Smith"), words([310, 88], "Day: Friday")];
  expect(findTables(pageOf(...form, ...rowsAt(102, xs, different)), rules)[0]?.rows).toEqual(different);
});

test("years in larger type right above the rules of a table are a title", () => {
  const years = [words([195, 88], "2001"), words([335, 88], "2002")];
  expect(tableBelow(styled(years, { sizePt: 14 }))).toEqual(rows);
  expect(tableBelow(styled(years, { sizePt: 12 }))).toHaveLength(rows.length + 1);
});

test("a title right above the rules of a table is no head", () => {
  expect(tableBelow([words([150, 88], "Catches by area")])).toEqual(rows);
});

test("words that are far above a table are no heads", () => {
  expect(tableBelow([words([195, 70], "2001"), words([335, 70], "2002")])).toEqual(rows);
});

const sizes = [
  ["filter", "kind", "to small", "to large", "beyond"],
  ["Harbour", "local", "0.35", "0.15", "0.06"],
  ["Market", "local", "0.02", "0.15", "0.02"],
  ["Garden", "global", "0.02", "0.05", "0.02"],
];

function sizesBelow(heads: readonly TextLine[]): readonly (readonly string[])[] | undefined {
  const lines = [112, 158].map((y) => flat(y, 45, 400));
  return findTables(pageOf(...heads, ...rowsAt(101, xs, sizes)), lines)[0]?.rows;
}

test("the first lines of heads above the first rule are in their heads, also if they are amounts", () => {
  const lines = [words([150, 90], "search"), words([220, 90], "2Mb"), words([290, 90], "20Mb")];
  const head = ["filter", "search kind", "2Mb to small", "20Mb to large", "beyond"];
  expect(sizesBelow(lines)).toEqual([head, ...sizes.slice(1)]);
});

test("amounts above the first rule that are not aligned with heads are no lines of them", () => {
  const lines = [words([185, 90], "2Mb"), words([265, 90], "20Mb")];
  expect(sizesBelow(lines)).toEqual(sizes);
});

test("a head centred over the last columns spans them, after two columns of labels", () => {
  const spanning = words([272.5, 90], "Range of size");
  expect(sizesBelow([spanning])?.[0]).toEqual(["", "", "Range of size", "Range of size", "Range of size"]);
  expect(sizesBelow([words([252, 90], "Range of size")])).toEqual(sizes);
});

const running: readonly (readonly [title: string, line: readonly TextLine[]])[] = [
  ["two texts at both ends", [words([50, 90], "Manual"), words([390, 90], "Sieves", { isRight: true })]],
  ["a page number at the left and a title", [words([50, 90], "12"), words([220, 90], "Sieves")]],
  ["a page number at the right and a title", [words([220, 90], "Sieves"), words([390, 90], "12", { isRight: true })]],
];

test.for(running)("%s at the top of a page are its running header", ([, line]) => {
  expect(sizesBelow(line)).toEqual(sizes);
  expect(sizesBelow([words([50, 20], "Before"), ...line])?.slice(1)).toEqual(sizes.slice(1));
  expect(sizesBelow([words([50, 20], "Before"), ...line])?.[0]).not.toEqual(sizes[0]);
});

test("three texts at the top of a page are heads", () => {
  const line = [words([50, 90], "Manual"), words([220, 90], "Sieves"), words([390, 90], "Meshes", { isRight: true })];
  expect(sizesBelow(line)?.[0]).toEqual(["Manual filter", "kind", "Sieves to small", "to large", "Meshes beyond"]);
});

test("a year and a title at the top of a page are heads", () => {
  const line = [words([50, 90], "2019"), words([220, 90], "Range")];
  expect(sizesBelow(line)?.[0]).toEqual(["2019 filter", "kind", "Range to small", "to large", "beyond"]);
});

test("a caption centred over the columns of values is no head", () => {
  const values = [
    ["", "2024", "2023"],
    ["North", "120", "131"],
    ["South", "98", "99"],
    ["West", "101", "140"],
  ];
  const tableWith = (text: string) =>
    findTables(pageOf(words([222, 88], text), ...rowsAt(100, [50, 210, 310], values)), [])[0]?.rows;
  expect(tableWith("Table 3: Some towns")).toEqual(values);
  expect(tableWith("Year ended 31 March")).toHaveLength(values.length + 1);
});

test("heads as far above a table as its rows are apart are its heads", () => {
  const lines = [
    words([195, 81], "2001"),
    words([335, 81], "2002"),
    ...rows.flatMap((row, index) => rowsAt(102 + 22 * index, xs, [row])),
  ];
  const lower = [120, 142, 164, 186].map((y) => flat(y, 45, 425));
  expect(findTables(pageOf(...lines), [flat(98, 145, 425), ...lower])[0]?.rows).toEqual([
    ["", "2001", "2001", "2002", "2002"],
    ...rows,
  ]);
});

const force = [
  ["Age group", "Full-time", "Part-time", "Short-term", "Long-term", "Others"],
  ["15–24 years", "158.9", "353.7", "355.8", "459.2", "303.7"],
  ["25–34 years", "258.1", "326.8", "353.8", "453.8", "350.2"],
  ["35–54 years", "271.9", "304.4", "304.9", "499.6", "358.6"],
];
const forceXs = [50, 150, 210, 270, 335, 400];
const halves = [words([180, 88], "Employed"), words([302, 88], "Unemployed")];
const spanned = ["", "Employed", "Employed", "Unemployed", "Unemployed", ""];

function forceBelow(heads: readonly TextLine[]): readonly (readonly string[])[] | undefined {
  const lower = [98, 114, 160].map((y) => flat(y, 45, 440)).slice(1);
  return findTables(pageOf(...heads, ...rowsAt(102, forceXs, force)), lower)[0]?.rows;
}

test("a head centred over several spanning heads is on a level above them", () => {
  const persons = "Persons in the labour force";
  const over = ["", persons, persons, persons, persons, ""];
  expect(forceBelow([words([200, 74], persons), ...halves])).toEqual([over, spanned, ...force]);
});

test("a title centred over the whole table is no head above spanning heads", () => {
  expect(forceBelow([words([172, 74], "Persons in the labour force"), ...halves])).toEqual([spanned, ...force]);
});

test("the first line of the head of labels, between spanning heads and the others, is in it", () => {
  const stub = words([50, 92], "Sex and");
  const years = [words([180, 85], "Employed"), words([302, 85], "Unemployed")];
  const [heads = [], ...body] = force;
  expect(forceBelow([...years, stub])).toEqual([spanned, ["Sex and Age group", ...heads.slice(1)], ...body]);
});

test("the first line of the middle head, aligned at one side with its second one, spans no other columns", () => {
  const values = [
    ["Typical values", "per 100 g", "(30 g)", "Share"],
    ["Fat", "21.4 g", "14.9 g", "8%"],
    ["Salt", "26.1 g", "3.9 g", "1%"],
    ["Fibre", "49.9 g", "1.7 g", "11%"],
  ];
  const lines = values.flatMap((row, index) =>
    row.map((text, column) =>
      words([[50, 200, 280, 340][column] ?? 0, 100 + 14 * index], text, { isRight: column > 0 }),
    ),
  );
  const above = words([280, 89], "per serving", { isRight: true });
  const [heads = [], ...body] = values;
  expect(findTables(pageOf(above, ...lines), [])[0]?.rows).toEqual([
    heads.map((text, column) => (column === 2 ? "per serving (30 g)" : text)),
    ...body,
  ]);
});
