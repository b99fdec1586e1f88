import { ReadError, type PageRange } from "@reader/core/handler";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { columnLetters, columnNumber, parseRange, rangeAddress, wholeSheet } from "@reader/document/tables";
import { selectSheets } from "../../../src/sheets/read-sheets.ts";
import { type Workbook } from "../../../src/sheets/workbook.ts";
import { row, sheet, workbook } from "../made-workbook.ts";

const book: Workbook = workbook(
  [
    sheet({ name: "Cover", state: "hidden" }),
    sheet({ name: "Q3", made: [row(1, "Day", "Net Sales"), row(2, "Mon", "5")] }),
    sheet({ name: "It's, mine!" }),
  ],
  {
    names: () =>
      Promise.resolve([
        { name: "Rates", kind: "name", refersTo: "Q3!A1", sheet: 1, range: parseRange("B2:B9") ?? wholeSheet },
        { name: "Sales", kind: "table", refersTo: "Q3!A1:B2", sheet: 1, range: parseRange("A1:B2") ?? wholeSheet },
        { name: "Constant", kind: "name", refersTo: "0.19" },
        { name: "Broken", kind: "name", refersTo: "Q3!#REF!" },
        { name: "Both", kind: "name", refersTo: "Q3!$A$1:$B$2,'It''s, mine!'!$D$1" },
        { name: "Partly", kind: "name", refersTo: "Q3!A1,Nowhere!B2" },
      ]),
  },
);

async function wishOf(select: string | undefined, pages?: readonly PageRange[]): Promise<string> {
  const wish = await selectSheets(book, { path: "a.xlsx", context: { select, pages } });
  const sheets = wish.sheets.map(({ index, ranges }) => `${index + 1} ${ranges?.map(rangeAddress).join(",") ?? "all"}`);
  return `${wish.withFormulas ? "=" : ""}${sheets.join(" · ")}`;
}

test.for([
  ["Q3!A1:D20", "2 A1:D20"],
  ["q3!$a$1:$d$20", "2 A1:D20"],
  ["Q3", "2 all"],
  ["=q3", "=2 all"],
  ["=", "=1 all · 2 all · 3 all"],
  ["A1:D20", "2 A1:D20"],
  ["D20:A1", "2 A1:D20"],
  ["B:D", "2 B:D"],
  ["Q3!5:20", "2 5:20"],
  ["B2", "2 B2"],
  ["'It''s, mine!'!B:D", "3 B:D"],
  ["'It''s, mine!', Q3!A1", "2 A1 · 3 all"],
  ["Q3!A1, Q3!C3:D4", "2 A1,C3:D4"],
  ["rates", "2 B2:B9"],
  ["Sales", "2 A1:B2"],
  ["Sales[net sales]", "2 B1:B2"],
  ["Sales[[Day]]", "2 A1:A2"],
  ["Sales[#Headers]", "2 A1:B1"],
  ["Q3!Rates", "2 B2:B9"],
  ["both", "2 A1:B2 · 3 D1"],
  ["Q3!b", "2 B:B"],
  ["Q3!5", "2 5:5"],
])("%s selects %s", async ([select = "", expected]) => {
  expect(await wishOf(select)).toBe(expected);
});

test.for([
  ["Nowhere!A1", 'no sheet named "Nowhere"'],
  ["Nowhere", 'no sheet, table, name or range "Nowhere"'],
  ["Constant", 'no range for the name "Constant", which is "0.19"'],
  ["Broken", 'no range for the name "Broken", which is "Q3!#REF!"'],
  ["Partly", 'no range for the name "Partly", which is "Q3!A1,Nowhere!B2"'],
  ["Q3!R1C1", 'no range "Q3!R1C1"'],
  ["Sales[Profit]", 'no column "Profit" in the table "Sales", which has "Day", "Net Sales"'],
  ["XFE1", 'no sheet, table, name or range "XFE1"'],
  ["A1048577", "no sheet, table, name or range"],
])("%s is out of range, and the error names the sheets", async ([select = "", message = ""]) => {
  const error: unknown = await wishOf(select).catch((thrown: unknown) => thrown);
  if (!ReadError.is(error)) throw new Error("There was no error.");
  expect([error.code, error.message]).toEqual([
    "out-of-range",
    expect.stringContaining('a.xlsx has the sheets "Cover", "Q3", "It\'s, mine!" and ') as unknown,
  ]);
  expect(error.message).toContain(message);
});

describe("pages are sheets", () => {
  test("by number, from the end, and by name", async () => {
    expect(await wishOf(undefined, [{ first: 2, last: 9 }])).toBe("2 all · 3 all");
    expect(await wishOf(undefined, [{ first: -1 }])).toBe("3 all");
    expect(await wishOf(undefined, [{ label: "q3" }, { first: 1, last: 1 }])).toBe("1 all · 2 all");
  });

  test("and the default for ranges without a sheet", async () => {
    expect(await wishOf("A1:B2", [{ first: 1, last: 2 }])).toBe("1 A1:B2 · 2 A1:B2");
    expect(await wishOf("Q3!A1", [{ first: 1, last: 1 }])).toBe("2 A1");
  });

  test("and end with the last sheet", async () => {
    await expect(wishOf(undefined, [{ first: 4 }])).rejects.toThrow("no sheet 4");
    await expect(wishOf(undefined, [{ label: "Q4" }])).rejects.toThrow('no sheet named "Q4"');
  });
});

test("column letters and numbers convert both ways", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 16_384 }), (column) => {
      expect(columnNumber(columnLetters(column))).toBe(column);
    }),
    { seed: 5 },
  );
  expect([1, 26, 27, 702, 703, 16_384].map(columnLetters)).toEqual(["A", "Z", "AA", "ZZ", "AAA", "XFD"]);
});

test("a range and its address convert both ways", () => {
  const edge = (most: number) => fc.integer({ min: 1, max: most });
  fc.assert(
    fc.property(
      fc.tuple(edge(1_048_576), edge(1_048_576), edge(16_384), edge(16_384)),
      ([top, bottom, left, right]) => {
        const range = {
          firstRow: Math.min(top, bottom),
          lastRow: Math.max(top, bottom),
          firstColumn: Math.min(left, right),
          lastColumn: Math.max(left, right),
        };
        expect(parseRange(rangeAddress(range))).toEqual(range);
      },
    ),
    { seed: 5 },
  );
});
