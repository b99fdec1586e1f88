import { describe, expect, test } from "vitest";
import { openBook, rowsOf, shown, textsOf } from "./opening.ts";
import { row } from "./workbook-parts.ts";

const oneSheet = (rows: string, strings?: string) => ({
  sheets: [{ rows }],
  ...(strings === undefined ? {} : { strings }),
});

describe("a cell", () => {
  test.for([
    ["a number", '<c r="A1"><v>12.5</v></c>', "12.5"],
    ["a number that says its type", '<c r="A1" t="n"><v>7</v></c>', "7"],
    ["a number of many digits", '<c r="A1"><v>0.30000000000000004</v></c>', "0.3"],
    ["a number with an exponent", '<c r="A1"><v>1.5E-7</v></c>', "0.00000015"],
    ["a number written with needless zeros", '<c r="A1"><v>012.50</v></c>', "12.5"],
    ["minus zero", '<c r="A1"><v>-0</v></c>', "0"],
    ["a long whole number", '<c r="A1"><v>4006381333931</v></c>', "4006381333931"],
    ["a number beyond all digits", '<c r="A1"><v>1234567890123456789</v></c>', "1234567890123456789"],
    ["a truth", '<c r="A1" t="b"><v>1</v></c>', "TRUE"],
    ["an untruth", '<c r="A1" t="b"><v>0</v></c>', "FALSE"],
    ["an error", '<c r="A1" t="e"><v>#DIV/0!</v></c>', "#DIV/0!"],
    ["the text of a formula", '<c r="A1" t="str"><f>"a"&amp;"b"</f><v>a&lt;b</v></c>', "a<b"],
    [
      "raised and lowered runs",
      '<c r="A1" t="inlineStr"><is><r><t>10</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>6</t></r><r><t> H</t></r><r><rPr><vertAlign val="subscript"/></rPr><t>2</t></r><r><rPr/><t>O</t></r></is></c>',
      "10⁶ H₂O",
    ],
    [
      "raised runs that are divided",
      '<c r="A1" t="inlineStr"><is><r><t>x</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>2<!-- --><![CDATA[k]]></t></r><r><t> y</t></r></is></c>',
      "x^{2k} y",
    ],
    ["an inline string", '<c r="A1" t="inlineStr"><is><t>Käse</t></is></c>', "Käse"],
    [
      "an inline string of runs",
      '<c r="A1" t="inlineStr"><is><r><t>a</t></r><r><rPr><b/></rPr><t xml:space="preserve"> b</t></r></is></c>',
      "a b",
    ],
    ["a date in ISO form without a format", '<c r="A1" t="d"><v>2024-02-29</v></c>', "2024-02-29"],
    ["what is no number", '<c r="A1"><v>many</v></c>', "many"],
    ["characters that XML cannot hold", '<c r="A1" t="str"><v>a_x000a_b_x005F_x0041_</v></c>', "a\nb_x0041_"],
    ["a section of characters", '<c r="A1" t="str"><v><![CDATA[a < b]]></v></c>', "a < b"],
    ["references to characters", '<c r="A1" t="str"><v>&#65;&#x1F600;&apos;</v></c>', "A😀'"],
  ] as const)("shows %s", async ([, cell, text]) => {
    expect(await textsOf(oneSheet(`<row r="1">${cell}</row>`))).toEqual({ A1: text });
  });

  test("without a value says nothing", async () => {
    const cells = '<c r="A1" s="0"/><c r="B1"></c><c r="C1"><v/></c><c r="D1"><v></v></c>';
    expect(await textsOf(oneSheet(row(1, cells)))).toEqual({});
  });

  test("without a value keeps its formula", async () => {
    const { sheets } = await openBook(oneSheet(row(1, '<c r="A1"><f>SUM(B1:B2)</f></c>')));
    expect(await rowsOf(sheets[0])).toEqual([
      { row: 1, cells: [{ column: 1, text: "", kind: "text", isUncalculated: true, formula: "SUM(B1:B2)" }] },
    ]);
  });

  test("with an empty text as its value is calculated", async () => {
    const { sheets } = await openBook(oneSheet(row(1, '<c r="A1" t="str"><f>T(B1)</f><v/></c>')));
    expect(await rowsOf(sheets[0])).toEqual([
      { row: 1, cells: [{ column: 1, text: "", kind: "text", formula: "T(B1)" }] },
    ]);
  });

  test.for([
    ['/><calcPr fullCalcOnLoad="1"', true],
    ['/><calcPr calcId="191029"', false],
  ] as const)("is to be calculated on opening if the workbook says so: %s", async ([properties, expected]) => {
    const book = await openBook({ ...oneSheet(row(1, "")), properties });
    expect(book.isCalculatedOnOpening).toBe(expected);
  });

  test("of 40 000 characters is whole", async () => {
    const text = "x".repeat(40_000);
    expect(await textsOf(oneSheet(row(1, '<c r="A1" t="s"><v>0</v></c>'), `<si><t>${text}</t></si>`))).toEqual({
      A1: text,
    });
  });
});

describe("the address of a cell", () => {
  test("is the next one where the file does not say it", async () => {
    const rows =
      '<row><c><v>1</v></c><c><v>2</v></c></row><row r="5"><c r="C5"><v>3</v></c><c><v>4</v></c></row><row><c><v>5</v></c></row>';
    expect(await textsOf(oneSheet(rows))).toEqual({ A1: "1", B1: "2", C5: "3", D5: "4", A6: "5" });
  });

  test("is used if rows and cells are unordered", async () => {
    const rows = `${row(3, '<c r="B3"><v>4</v></c><c r="A3"><v>3</v></c>')}${row(1, '<c r="A1"><v>1</v></c>')}${row(3, '<c r="C3"><v>5</v></c>')}`;
    const { sheets } = await openBook(oneSheet(rows));
    const found = await rowsOf(sheets[0]);
    expect(found.map(({ row: number }) => number)).toEqual([1, 3]);
    expect(found[1]?.cells.map(({ text }) => text)).toEqual(["3", "4", "5"]);
  });

  test.for(["-3", "NaN", "99999999", "0", "1.5"])(
    "is the next one where the number of its row is %s",
    async (number) => {
      expect(await textsOf(oneSheet(`<row r="${number}"><c r="A"><v>1</v></c></row>`))).toEqual({ A1: "1" });
    },
  );

  test("can be the last one", async () => {
    const { sheets } = await openBook(oneSheet(row(1_048_576, '<c r="XFD1048576"><v>1</v></c>')));
    expect(await rowsOf(sheets[0])).toEqual([
      { row: 1_048_576, cells: [{ column: 16_384, text: "1", kind: "number" }] },
    ]);
  });
});

describe("shared strings", () => {
  const numbered = (...indices: readonly number[]): string =>
    row(1, ...indices.map((index) => `<c t="s"><v>${index}</v></c>`));

  test("are joined of their runs, without how they are pronounced", async () => {
    const strings =
      '<si><t>plain</t></si><si><r><t>one </t></r><r><t>two</t></r></si><si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si><si/><si><t/></si>';
    expect(await textsOf(oneSheet(numbered(2, 0, 1, 3, 4), strings))).toEqual({
      A1: "東京",
      B1: "plain",
      C1: "one two",
      D1: "",
      E1: "",
    });
  });

  test.for([
    ["comments", "<si><t>a<!-- <si> -->b</t></si><si><t>c</t></si>"],
    ["sections of characters", "<si><t><![CDATA[a]]>b</t></si><si><t>c</t></si>"],
  ])("are read where there are %s among them", async ([, strings = ""]) => {
    expect(await textsOf(oneSheet(numbered(0, 1), strings))).toEqual({ A1: "ab", B1: "c" });
  });

  test("are read under any prefix", async () => {
    const stringsPart =
      '<x:sst xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:si><x:t>a</x:t></x:si></x:sst>';
    expect(await textsOf({ sheets: [{ rows: numbered(0) }], stringsPart })).toEqual({ A1: "a" });
  });

  test("are reported as missing if they do not exist", async () => {
    expect(await textsOf(oneSheet(numbered(0, 1, 999_999_999), "<si><t>a</t></si>"))).toEqual({
      A1: "a",
      B1: "(no shared string 1)",
      C1: "(no shared string 999999999)",
    });
  });
});

describe("a number format", () => {
  test.for([
    [0.256, "0.0%", "25.6%"],
    [1234.5, "#,##0.00", "1,234.50"],
    [1.005, "0.00", "1.01"],
    [-0.001, "0.00", "0.00"],
    [-5, '#,##0;[Red]"minus "#,##0', "minus 5"],
    [0, '0;-0;"none"', "none"],
    [1_234_567, '_("$"* #,##0_);_("$"* \\(#,##0\\)', "$1,234,567"],
    [1234.5, "[$€-407] #,##0.00", "€ 1,234.50"],
    [0.5, "# ?/?", "1/2"],
    [12_345, "0.00E+00", "1.23E+04"],
    [5_250_000, '0.0,,"M"', "5.3M"],
    [150, '[>=100]"many";[<0]"debt";0', "many"],
    [45_351, "yyyy-mm-dd", "2024-02-29"],
    [45_351.75, "d.m.yy hh:mm", "29.2.24 18:00"],
    [45_351, "[$-407]dddd", "Donnerstag"],
    [45_351, 'd" of "mmmm', "29 of February"],
    [1.5, "[h]:mm:ss", "36:00:00"],
    [0.75, "h:mm AM/PM", "6:00 PM"],
    [60, "yyyy-mm-dd", "1900-02-29"],
    [59, "yyyy-mm-dd", "1900-02-28"],
    [1, "d-mmm", "1-Jan"],
    [-1, "yyyy-mm-dd", "1899-12-29"],
    [3_000_000_000, "yyyy-mm-dd", "3000000000"],
    [5, "this is [no format", "5"],
  ] as const)("shows %s by %s", async ([value, format, text]) => {
    expect(await shown(value, format)).toBe(text);
  });

  test("counts days from 1904 if the workbook does", async () => {
    expect(await shown(0, "yyyy-mm-dd", 'date1904="1"')).toBe("1904-01-01");
    expect(await shown(43_889, "d mmm yyyy", 'date1904="true"')).toBe("29 Feb 2024");
    expect(await shown(5, "0.0", 'date1904="1"')).toBe("5.0");
  });

  test("shows dates in ISO form as dates", async () => {
    const rows = row(1, '<c r="A1" s="1" t="d"><v>2024-02-29T12:30:00</v></c>');
    expect(await textsOf({ sheets: [{ rows }], formats: ["d/m/yyyy h:mm"] })).toEqual({ A1: "29/2/2024 12:30" });
  });

  test("adds literals around text", async () => {
    const rows = row(1, '<c r="A1" s="1" t="s"><v>0</v></c><c r="B1" s="1" t="inlineStr"><is><t>Ann</t></is></c>');
    expect(await textsOf({ sheets: [{ rows }], formats: ['0;0;0;"Dear "@'], strings: "<si><t>Bob</t></si>" })).toEqual({
      A1: "Dear Bob",
      B1: "Dear Ann",
    });
  });

  test("gives dates the kind of dates", async () => {
    const rows = row(1, '<c r="A1" s="1"><v>45351</v></c><c r="B1" s="2"><v>45351</v></c><c r="C1"><v>45351</v></c>');
    const { sheets } = await openBook({ sheets: [{ rows }], formats: ["yyyy", "mmm"] });
    expect((await rowsOf(sheets[0]))[0]?.cells.map(({ kind }) => kind)).toEqual(["date", "date", "number"]);
  });
});
