import { collect } from "@reader/testkit";
import { parseRange, wholeSheet } from "@reader/document/tables";
import { describe, expect, test } from "vitest";
import { row, sheet, showing, workbook } from "../made-workbook.ts";

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
