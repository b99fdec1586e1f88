import { describe, expect, test } from "vitest";
import { fromMacRoman, halfOf, parseCsv } from "../../src/quality/sheets/exported-sheets.ts";
import { isSame, scoreCells } from "../../src/quality/sheets/score-cells.ts";
import { shownCells } from "../../src/quality/sheets/shown-cells.ts";

test("a CSV is split as Excel writes it", () => {
  expect(parseCsv('a,"b ""c"", d"\r\n,,\r\n"two\nlines",e\r\n')).toEqual([
    ["a", 'b "c", d'],
    ["", "", ""],
    ["two\nlines", "e"],
  ]);
});

test("copies of a workbook in other formats are in the same half", () => {
  expect(halfOf("Budget.xlsx")).toBe(halfOf("budget.xls"));
});

test("cells are found in tables, in repeated headers and in single lines", () => {
  const text = [
    "| |A|C hidden|",
    "|-|-|-|",
    String.raw`|1|x\|y|2<br>3|`,
    "|2 hidden||4|",
    "| |B: Name|",
    "|-|-|",
    "|3|last|",
    "A9: Total · of all · C9: 12",
  ];
  expect([...shownCells(text.join("\n"))]).toEqual([
    ["A1", "x|y"],
    ["C1", "2\n3"],
    ["C2", "4"],
    ["B3", "last"],
    ["A9", "Total · of all"],
    ["C9", "12"],
  ]);
});

describe("a cell is the same", () => {
  test.for([
    ["11/3/09", "2009-11-03"],
    ["1/1/00 10:30", "2000-01-01 10:30"],
    ["355 Ä", "355 €"],
    ["__ abc", "時 abc"],
    ["a  b", "a\nb"],
  ] as const)("for %j and %j", ([wanted, shown]) => expect(isSame(wanted, shown)).toBe(true));

  test.for([
    ["11/3/09", "2009-11-04"],
    ["11/3/09 10:30", "2009-11-03"],
    ["__ abc", "時 abd"],
    ["1.5", "1.50"],
    ["x", ""],
  ] as const)("but not for %j and %j", ([wanted, shown]) => expect(isSame(wanted, shown)).toBe(false));
});

test("Mac Roman is undone, and ASCII is kept", () => {
  expect(fromMacRoman("C‰sar • 7")).toBe("Cäsar ¥ 7");
});

describe("a sheet", () => {
  const shown = shownCells("| |B|C|\n|-|-|-|\n|5|a|1|\n|6|b|2|\n|7|c|3|\n");

  test("is compared from A1 or from its first cell", () => {
    const grid = parseCsv("a,1\nb,2\nc,4\n");
    expect(scoreCells(grid, shown)).toEqual({
      cells: 6,
      equal: 5,
      misses: [{ address: "C7", wanted: "4", shown: "3" }],
    });
    expect(scoreCells(parseCsv(",,\n,,\n,,\n,,\n,a,1\n"), shown)).toMatchObject({ cells: 2, equal: 2 });
  });

  test("may have got a row after the export; cells of a row without a partner are missed", () => {
    expect(scoreCells(parseCsv("a,1\nz,9\nb,2\nc,3\n"), shown)).toMatchObject({ cells: 8, equal: 6 });
  });
});
