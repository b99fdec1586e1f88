import { collect } from "@reader/testkit";
import { parseRange, wholeSheet } from "@reader/document/tables";
import { describe, expect, test } from "vitest";
import { cell, row, sheet, showing, workbook } from "../made-workbook.ts";

const merged = ["A2:A4", "B1:C1", "A6:B7"].map((address) => parseRange(address) ?? wholeSheet);
const made = [
  row(1, "Region", "Sales"),
  row(2, "North", "1", "2"),
  { ...row(3, "", "3", "4"), isHidden: true },
  row(4, "", "5", "6"),
  row(6, "Note"),
];
const book = workbook([
  sheet({ made, extras: () => Promise.resolve({ merged, notes: [], drawings: [] }) }),
  sheet({
    name: "Rates",
    made: [row(1, "a", "b", "c"), row(2, "d", "e", "f")],
    layout: () => Promise.resolve({ hiddenColumns: [{ first: 2, last: 2 }], frozenRows: 0 }),
  }),
  sheet({ name: "Old", state: "hidden", made: [row(1, "secret")] }),
]);

async function rowsOf(select: string): Promise<readonly string[]> {
  const { text, error } = await collect(showing(book), new Uint8Array(), { select });
  expect(error).toBeUndefined();
  return text.split("\n").filter((line) => /^\||^[A-Z]+\d+/.test(line) && !line.startsWith("|-"));
}

describe("visible:", () => {
  test("leaves out hidden rows, columns and sheets, and says nothing about them", async () => {
    const { text, events } = await collect(showing(book), new Uint8Array(), { select: "visible:" });
    expect(text).toContain("|2|North|1|2|\n|4||5|6|\n");
    expect(text).toContain("| |A|C|\n|-|-|-|\n|1|a|c|\n|2|d|f|\n");
    expect(text).not.toContain("secret");
    expect(events.filter((event) => event.type === "notice" && "code" in event)).toEqual([]);
  });

  test("applies to a selected range, and a sheet that is named is shown", async () => {
    expect(await rowsOf("visible: Rates!A1:C1")).toEqual(["A1: a · C1: c"]);
    expect(await rowsOf("VISIBLE:Old")).toEqual(["A1: secret"]);
  });
});

describe("filled:", () => {
  test("repeats the value of merged cells, in rows without other cells too", async () => {
    expect(await rowsOf("filled: Sheet1")).toEqual([
      "| |A|B|C|",
      "|1|Region|Sales|Sales|",
      "|2|North|1|2|",
      "|3 hidden|North|3|4|",
      "|4|North|5|6|",
      "|6|Note|Note|",
      "|7|Note|Note|",
    ]);
  });

  test("finds the value above or left of the requested range", async () => {
    expect(await rowsOf("filled: A4:B4")).toEqual(["A4: North · B4: 5"]);
    expect(await rowsOf("filled: C1")).toEqual(["C1: Sales"]);
  });

  test("keeps ranges that are larger than a table", async () => {
    const wide = sheet({
      made: [row(1, "Title"), row(2, "x")],
      extras: () => Promise.resolve({ merged: [wholeSheet], notes: [], drawings: [] }),
    });
    const { text } = await collect(showing(workbook([wide])), new Uint8Array(), { select: "filled:" });
    expect(text).toContain("|1|Title|\n|2|x|\n");
  });

  test("combines with visible: and with formulas", async () => {
    expect(await rowsOf("visible: filled: =A3:A4")).toEqual(["A4: North"]);
  });
});

describe("tables: csv", () => {
  async function csvOf(select: string | undefined, from = book): Promise<string> {
    const { text, error } = await collect(showing(from), new Uint8Array(), { select, tables: "csv" });
    expect(error).toBeUndefined();
    return text.replace(/^\[sheet .*\n/gm, "");
  }

  test("writes values only, with quotes where they are needed", async () => {
    const odd = workbook([
      sheet({
        made: [
          row(1, "Name", "Note", "Sum"),
          row(3, 'a "b"', "x, y", " 7"),
          { row: 4, cells: [cell(3, "one\ntwo")] },
          row(5, "end"),
        ],
      }),
    ]);
    expect(await csvOf(undefined, odd)).toBe('Name,Note,Sum\n"a ""b""","x, y"," 7"\n,,"one\ntwo"\nend,,\n');
  });

  test("starts at the first column of the range", async () => {
    expect(await csvOf("Sheet1!B2:C4")).toBe("1,2\n3,4\n5,6\n");
    expect(await csvOf("C4")).toBe("6\n");
  });

  test("combines with the other options, without a field for columns that are left out", async () => {
    expect(await csvOf("visible: Rates")).toBe("a,c\nd,f\n");
    expect(await csvOf("filled: Sheet1!A1:C3")).toBe("Region,Sales,Sales\nNorth,1,2\nNorth,3,4\n");
  });

  test("shows formulas on request", async () => {
    const sums = workbook([sheet({ made: [{ row: 1, cells: [cell(1, "3", { formula: "SUM(B1,B2)" })] }] })]);
    expect(await csvOf("=A1", sums)).toBe('"3 {=SUM(B1,B2)}"\n');
  });

  test("counts hidden rows, and what CSV leaves out", async () => {
    const { events } = await collect(showing(book), new Uint8Array(), { select: "Sheet1", tables: "csv" });
    const notices = events.filter(({ type }) => type === "notice");
    expect(notices).toContainEqual(expect.objectContaining({ code: "hidden-content", what: "row", count: 1 }));
    const words = "CSV has only the values of cells. Left out: 3 merged ranges.";
    expect(JSON.stringify(notices)).toContain(words);
  });

  test("divides ranges of a sheet by an empty line", async () => {
    expect(await csvOf("Sheet1!A2:B2, Sheet1!Z9, Sheet1!B3:C4")).toBe("North,1\n\n3,4\n5,6\n");
  });

  test.for([
    ["Bare", "No rows to write as CSV (empty)."],
    ["Graph", "No rows to write as CSV (chart sheet)."],
    ["Some!C9", "No rows to write as CSV (nothing there: the sheet has A1:B2)."],
  ] as const)("%s has no line that a program would take for a value", async ([select, message]) => {
    const dimension = parseRange("A1:B2");
    const some = sheet({ name: "Some", made: [row(1, "a", "b"), row(2, "c", "d")], dimension });
    const from = workbook([sheet({ name: "Bare" }), sheet({ name: "Graph", kind: "chart" }), some]);
    const { text, events } = await collect(showing(from), new Uint8Array(), { select, tables: "csv" });
    expect(text).toBe("");
    expect(events).toContainEqual(expect.objectContaining({ type: "notice", message }));
  });

  test("says of a range what it does not count, if that is stored after the rows", async () => {
    const far = workbook([sheet({ made, hasFarExtras: true })]);
    const { events } = await collect(showing(far), new Uint8Array(), { select: "A1:B2", tables: "csv" });
    const message = "CSV has only the values of cells. What else is there is counted only if the whole sheet is read.";
    expect(events).toContainEqual(expect.objectContaining({ type: "notice", message }));
  });

  test("a far cell costs only its own line thousands of commas", async () => {
    const far = workbook([sheet({ made: [row(1, "a"), { row: 2, cells: [cell(16_384, "z")] }] })]);
    const [first = "", second = ""] = (await csvOf(undefined, far)).split("\n");
    expect(first).toBe(`a${",".repeat(1023)}`);
    expect(second).toBe(`${",".repeat(16_383)}z`);
  });

  test("a long sheet is written as it is read", async () => {
    const long = workbook([sheet({ made: Array.from({ length: 600 }, (_, at) => row(at + 1, String(at), "x")) })]);
    const lines = (await csvOf(undefined, long)).trimEnd().split("\n");
    expect(lines).toEqual(Array.from({ length: 600 }, (_, at) => `${at},x`));
  });
});
