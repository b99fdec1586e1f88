import { describe, expect, test } from "vitest";
import { openBook, rowsOf } from "./opening.ts";
import { row } from "./workbook-parts.ts";

/** The formulas of the first column, of which the first one is shared with those below it. */
async function shared(master: string, count = 2): Promise<readonly (string | undefined)[]> {
  const escaped = master.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const others = Array.from({ length: count - 1 }, (_, at) =>
    row(at + 3, `<c r="B${at + 3}"><f t="shared" si="0"/><v>1</v></c>`),
  );
  const rows = row(2, `<c r="B2"><f t="shared" ref="B2:B9" si="0">${escaped}</f><v>1</v></c>`) + others.join("");
  const { sheets } = await openBook({ sheets: [{ rows }] });
  return (await rowsOf(sheets[0])).map(({ cells }) => cells[0]?.formula);
}

describe("a shared formula", () => {
  test.for([
    ["A1*2", "A2*2"],
    ["$A$1+A$1+$A1", "$A$1+A$1+$A2"],
    ["SUM(A1:C2)", "SUM(A2:C3)"],
    ['"A1"&A1', '"A1"&A2'],
    ["'A1 sheet'!A1", "'A1 sheet'!A2"],
    ["Sheet1!B7&LOG10(B7)", "Sheet1!B8&LOG10(B8)"],
    ["Table1[A1]+A1", "Table1[A1]+A2"],
    ["SUM(A:B)+SUM(1:2)", "SUM(A:B)+SUM(2:3)"],
    ["A1048576", "#REF!"],
    ["rate2*tax_A1", "rate2*tax_A1"],
  ] as const)("%s is %s one row further down", async ([master, moved]) => {
    expect(await shared(master)).toEqual([master, moved]);
  });

  test("whose first cell was not read says so", async () => {
    const rows = row(3, '<c r="B3"><f t="shared" si="4"/><v>1</v></c>');
    const { sheets } = await openBook({ sheets: [{ rows }] });
    expect((await rowsOf(sheets[0]))[0]?.cells[0]?.formula).toBe("(shared with an earlier cell)");
  });

  test("is known in a range that its first cell is not in", async () => {
    const rows =
      row(1, '<c r="B1"><f t="shared" ref="B1:B2" si="0">A1</f><v>1</v></c>') +
      row(2, '<c r="B2"><f t="shared" si="0"/><v>1</v></c>');
    const { sheets } = await openBook({ sheets: [{ rows }] });
    expect((await rowsOf(sheets[0], { firstRow: 2 }))[0]?.cells[0]?.formula).toBe("A2");
  });
});

test("the formula of an array stands at its first cell", async () => {
  const rows = row(1, '<c r="A1"><f t="array" ref="A1:A2">B1:B2*2</f><v>2</v></c>') + row(2, '<c r="A2"><v>4</v></c>');
  const { sheets } = await openBook({ sheets: [{ rows }] });
  expect((await rowsOf(sheets[0])).map(({ cells }) => cells[0]?.formula)).toEqual(["B1:B2*2", undefined]);
});
