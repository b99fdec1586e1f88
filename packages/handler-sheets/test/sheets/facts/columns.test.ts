import { expect, test } from "vitest";
import { createColumnProfile, type ProfiledCell, kindOfText } from "@reader/document/tables";
import { memorySource, mockContext } from "@reader/testkit";
import { row, sheet, showing, workbook } from "../made-workbook.ts";

/** Displayed numbers that `kindOfText` does not take for numbers are such in a workbook. */
const kindOf = (text: string): ProfiledCell["kind"] => {
  if (text.startsWith("#")) return "error";
  return /\d/.test(text) && kindOfText(text) === "text" ? "number" : kindOfText(text);
};

const cells = (...words: readonly string[]): readonly ProfiledCell[] =>
  words.map((text) => ({ text, kind: kindOfText(text) }));

test("describes columns by kind, count and header", () => {
  const profile = createColumnProfile();
  profile.add(cells("Day", "Customer", "Amount", "Share", "Paid"));
  profile.add(cells("2024-01-31", "Ada", "1,250", "0.5", "TRUE"));
  profile.add(cells("2024-02-29", "Ben", "80", "2", "FALSE"));
  profile.add(cells("2024-02-29", "", "80", "x", ""));
  expect(profile.finish()).toEqual({
    rows: 3,
    headerRows: 1,
    columns: [
      { column: "A", name: "Day", type: "date", distinct: 2, empty: 0, min: "2024-01-31", max: "2024-02-29" },
      { column: "B", name: "Customer", type: "text", distinct: 2, empty: 1 },
      { column: "C", name: "Amount", type: "integer", distinct: 2, empty: 0, min: "80", max: "1,250" },
      { column: "D", name: "Share", type: "mixed", distinct: 3, empty: 0 },
      { column: "E", name: "Paid", type: "boolean", distinct: 2, empty: 1 },
    ],
  });
});

test.for([
  [
    "values that are numbers",
    [
      ["1", "2"],
      ["3", "4"],
    ],
    0,
  ],
  [
    "two headers of the same name over words",
    [
      ["a", "a"],
      ["b", "c"],
    ],
    0,
  ],
  [
    "two headers of the same name over numbers",
    [
      ["a", "a"],
      ["1", "2"],
    ],
    1,
  ],
  [
    "years over values",
    [
      ["Region", "2023", "2024"],
      ["North", "7", "9"],
    ],
    1,
  ],
  [
    "a row of values that looks like years",
    [
      ["Ada", "1990", "1991"],
      ["Ben", "1985", "2003"],
    ],
    0,
  ],
  [
    "a header that comes again below",
    [
      ["a", "b"],
      ["a", "2"],
    ],
    0,
  ],
  ["a title above a wide table", [["My table"], ["1", "2", "3"], ["1", "2", "3"]], 0],
  ["a single row", [["a", "b"]], 0],
  [
    "words over words",
    [
      ["Name", "City"],
      ["Ada", "Bonn"],
    ],
    1,
  ],
] as const)("%s: header rows", ([, rows, expected]) => {
  const profile = createColumnProfile();
  for (const words of rows) profile.add(cells(...words));
  expect(profile.finish().headerRows).toBe(expected);
});

test("a title above the names of the columns is none of them", () => {
  const profile = createColumnProfile({ mayHaveTitle: true });
  for (const words of [["Sales of May"], ["", "made by", "Ann"], ["Day", "Customer", "Amount", "Paid", "By"]]) {
    profile.add(cells(...words));
  }
  for (const day of ["2024-01-31", "2024-02-29"]) profile.add(cells(day, "Ada", "80", "TRUE", "Ben"));
  const { headerRows, titleRows, rows, columns } = profile.finish();
  expect([headerRows, titleRows, rows]).toEqual([3, 2, 2]);
  expect(columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
    "Day date",
    "Customer text",
    "Amount integer",
    "Paid boolean",
    "By text",
  ]);
});

test("a row of a few values is no title where no names come after it", () => {
  const profile = createColumnProfile({ mayHaveTitle: true });
  for (const words of [["1"], ["2", "3", "4", "5"], ["6", "7", "8", "9"]]) profile.add(cells(...words));
  expect(profile.finish()).toMatchObject({ headerRows: 0, rows: 3 });
  expect(profile.finish()).not.toHaveProperty("titleRows");
});

test.for([
  ["12", "number"],
  ["-1,234.50", "number"],
  ["1.234,50", "number"],
  ["12%", "number"],
  ["1e5", "number"],
  ["$1,234.50", "number"],
  ["12,50 €", "number"],
  ["1 234 567,8", "number"],
  ["12:30", "date"],
  ["9:05:10 pm", "date"],
  ["3 Jan 2024", "date"],
  ["March 5, 2024", "date"],
  ["1 234", "number"],
  ["12 34", "text"],
  ["$", "text"],
  ["1:2:3:4", "text"],
  ["007", "text"],
  ["2024-02-29", "date"],
  ["29.02.2024 13:45", "date"],
  ["2024-02-29T13:45:00Z", "date"],
  ["True", "boolean"],
  ["1.2.3", "text"],
  ["", "text"],
])("%s is a %s", ([text = "", kind]) => {
  expect(kindOfText(text)).toBe(kind);
});

test("info describes sheets by a sample of their first rows", async () => {
  let asked = 0;
  function* endless() {
    for (let number = 1; number <= 1_048_576; number += 1) {
      asked = number;
      yield number === 1 ? row(1, "Id", "Name") : row(number, String(number), number % 2 === 0 ? "even" : "odd");
    }
  }
  const book = workbook([sheet({ name: "Data", made: endless() }), sheet({ name: "None", state: "hidden" })]);
  const info = await showing(book).info?.(memorySource("a", new Uint8Array()), mockContext());
  expect(asked).toBeLessThan(2000);
  expect(info).toEqual({
    extents: [{ type: "extent", unit: "sheet", total: 2, exact: true }],
    facts: {
      sheets: [
        {
          name: "Data",
          columns: [
            { column: "A", name: "Id", type: "integer", distinct: 999, empty: 0, min: "2", max: "1000" },
            { column: "B", name: "Name", type: "text", distinct: 2, empty: 0 },
          ],
          headerRows: 1,
          sampledRows: 999,
          isWholeSheet: false,
          firstRows: [
            { row: 1, values: { A: "Id", B: "Name" } },
            { row: 2, values: { A: "2", B: "even" } },
            { row: 3, values: { A: "3", B: "odd" } },
          ],
        },
        { name: "None", state: "hidden", empty: true },
      ],
    },
  });
});

test.for([
  [["$1,234.50", "($2.00)", "-3", "#DIV/0!"], "-3", "$1,234.50"],
  [["5%", "0.2", "1E+03"], "5%", "1E+03"],
  [["€ 7", "-€8", "9 €"], "-€8", "9 €"],
  [["1.234,5", "2"], "2", "1.234,5"],
  [["0,5", "1.250", "12,75 €"], "0,5", "1.250"],
  [["1,250", "980", "12.75"], "12.75", "1,250"],
  [["1'250.50", "7"], "7", "1'250.50"],
  [["1,5", "2.5"], undefined, undefined],
  [["2024-02-01", "2023-12-31 10:00"], "2023-12-31 10:00", "2024-02-01"],
  [["3/4/2024", "2024-02-01"], undefined, undefined],
  [["b", "a"], undefined, undefined],
] as const)("the extremes of %j are %s and %s", ([words, min, max]) => {
  const profile = createColumnProfile({ headerRows: 0 });
  for (const text of words) profile.add([{ text, kind: kindOf(text) }]);
  const [column] = profile.finish().columns;
  expect([column?.min, column?.max]).toEqual([min, max]);
});
