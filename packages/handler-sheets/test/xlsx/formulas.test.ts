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

  test("is marked if its first cell was not read", async () => {
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

describe("a formula that fills several cells", () => {
  const formulasOf = async (rows: string): Promise<readonly (string | undefined)[]> => {
    const { sheets } = await openBook({ sheets: [{ rows }] });
    return (await rowsOf(sheets[0])).flatMap(({ cells }) => cells.map(({ formula }) => formula));
  };

  test("belongs to each of them and to no other cell", async () => {
    const rows =
      row(1, '<c r="A1"><f t="array" ref="A1:A2">B1:B2*2</f><v>2</v></c>', '<c r="B1"><v>1</v></c>') +
      row(2, '<c r="A2" t="str"><v>x</v></c>', '<c r="B2"><v>2</v></c>') +
      row(3, '<c r="A3"><v>5</v></c>');
    expect(await formulasOf(rows)).toEqual(["B1:B2*2", undefined, "B1:B2*2", undefined, undefined]);
  });

  test("is shown without the cell that it is written in", async () => {
    const rows = row(1, '<c r="A1"><f t="array" ref="A1:B1">C1:D1</f><v>2</v></c>', '<c r="B1"><v>3</v></c>');
    const { sheets } = await openBook({ sheets: [{ rows }] });
    const [first] = await rowsOf(sheets[0], { firstColumn: 2 });
    expect(first?.cells).toEqual([{ column: 2, text: "3", kind: "number", formula: "C1:D1" }]);
  });

  test.for([
    ['dt2D="1" dtr="1" r1="B1" r2="A2"', "TABLE(B1,A2)"],
    ['dtr="1" r1="B1"', "TABLE(B1,)"],
    ['r1="A2"', "TABLE(,A2)"],
  ] as const)("is a table of data: %s", async ([attributes, expected]) => {
    const rows = row(1, `<c r="A1"><f t="dataTable" ref="A1:B1" ${attributes}/><v>2</v></c>`, '<c r="B1"><v>3</v></c>');
    expect(await formulasOf(rows)).toEqual([expected, expected]);
  });
});
