import { describe, expect, test } from "vitest";
import { describeCsv } from "../../src/csv/describe-csv.ts";
import { raggedNotice } from "../../src/csv/row-notices.ts";
import { readStart, type TableStart } from "../../src/csv/table-start.ts";
import { memorySource, mockContext } from "@reader/testkit";

const startOf = (text: string): TableStart => readStart(text, { isWhole: true, expected: "," });

describe("what stands above a table", () => {
  test.for([
    ["empty lines", "\n\nname,age\nAnn,30\n", 3],
    ["a title", "Report for May\n\nname,qty\nx,1\ny,2\n", 3],
    ["a title with empty fields, as Excel saves it", "Report,,\n,,\nname,qty,sum\nx,1,2\ny,2,4\n", 3],
    ["comments, then a title", "# made by X\nReport\nname,qty\nx,1\n", 3],
    ["no title, but a table of one column", "name\nAnn\nBob\n", 1],
    ["no title, but letters", "Dear all,\n\nthis is no table.\nReally, it is not.\n\nYours,\nX\n", 1],
    ["the separator in quotation marks", '"sep=|"\r\na|b\r\n1|2\r\n', 2],
  ] as const)("%s", ([, text, headerRow]) => {
    expect(startOf(text).headerRow).toBe(headerRow);
  });

  test("is no value where there is no header", () => {
    expect(startOf("\n1,2\n3,4\n")).toMatchObject({ headerRow: undefined, firstRow: 2, width: 2 });
  });
});

describe("a separator", () => {
  test.for([
    ["^", "a^b\n1^2\n3^4\n"],
    ["~", "a~b\n1~2\n3~4\n"],
    ["\u001F", "a\u001Fb\n1\u001F2\n"],
    ["\u0001", "a\u0001b\n1\u00012\n"],
    [",", "a^2,b\n1,2\n3,4\n"],
  ] as const)("may be %j", ([delimiter, text]) => {
    expect(startOf(text).dialect.delimiter).toBe(delimiter);
  });
});

describe("rows that are none", () => {
  const rowsOf = (...records: readonly string[]): { row: number; fields: readonly string[] }[] =>
    records.map((record, at) => ({ row: at + 1, fields: record.split(",") }));

  test("are comments further down, where there are some at the top", () => {
    const table = startOf("# made\na,b\n1,2\n# more\n");
    expect(raggedNotice(rowsOf("# made", "a,b", "1,2", "# more"), table, "line")).toBeUndefined();
    expect(raggedNotice(rowsOf("a,b", "1,2", "# 3"), startOf("a,b\n1,2\n# 3\n"), "line")).toMatchObject({
      message: "Not the 2 fields that the header has: line 3 has 1.",
    });
  });

  test("are not counted in info", async () => {
    const bytes = new TextEncoder().encode("# made\na,b\n1,2\n\n# more\n3,\n");
    const { facts } = await describeCsv(memorySource("a.csv", bytes), mockContext({}));
    expect(facts).toMatchObject({
      sample: { rows: 2, of: "all rows" },
      columns: [
        { name: "a", type: "integer", distinct: 2, empty: 0, min: "1", max: "3" },
        { name: "b", type: "integer", distinct: 1, empty: 1, min: "2", max: "2" },
      ],
    });
    expect(facts).not.toHaveProperty("rowsWithOtherNumberOfFields");
  });
});
