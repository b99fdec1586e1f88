import { describe, expect, test } from "vitest";
import { openBook } from "./opening.ts";

const rows = '<row r="1"><c r="A1"><v>1</v></c></row>';

async function wordsBehind(behind: string): Promise<readonly string[]> {
  const { sheets } = await openBook({ sheets: [{ rows, behind }] });
  return (await sheets[0]?.extras())?.drawings ?? [];
}

const validation = (cells: string, formula: string, type = "list"): string =>
  `<dataValidations><dataValidation type="${type}" sqref="${cells}"><formula1>${formula}</formula1></dataValidation></dataValidations>`;

describe("lists of choices in cells", () => {
  test.for([
    ["is written out", validation("B2:B9 D4", '"Low, Medium,High"'), "choices in B2:B9, D4: Low, Medium, High"],
    ["stands in other cells", validation("B2", "$C$1:$C$3"), "choices in B2: those of $C$1:$C$3"],
    ["is called by a name", validation("B2", "Levels"), "choices in B2: those of Levels"],
    [
      "stands on another sheet, as newer programs write it",
      '<extLst><ext xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main" xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main"><x14:dataValidations><x14:dataValidation type="list"><x14:formula1><xm:f>Lists!$A$1:$A$3</xm:f></x14:formula1><xm:sqref>A1:A5</xm:sqref></x14:dataValidation></x14:dataValidations></ext></extLst>',
      "choices in A1:A5: those of Lists!$A$1:$A$3",
    ],
  ] as const)("%s", async ([, behind, expected]) => {
    expect(await wordsBehind(behind)).toEqual([expected]);
  });

  test("skips number ranges and empty lists", async () => {
    expect(await wordsBehind(validation("B2", "5", "whole"))).toEqual([]);
    expect(await wordsBehind(validation("B2", " "))).toEqual([]);
  });

  test("is cut where it is long, and counted where it is much", async () => {
    const [long = ""] = await wordsBehind(validation("B2", `"${"word,".repeat(5000)}"`));
    expect(long.length).toBeLessThan(600);
    expect(long.endsWith("…")).toBe(true);
    expect(await wordsBehind(validation("B2", '"a,b"').repeat(150))).toHaveLength(100);
  });
});

test("a filter says where it is", async () => {
  expect(await wordsBehind('<autoFilter ref="A1:C5"><filterColumn colId="0"/></autoFilter>')).toEqual([
    "filter on A1:C5",
  ]);
});
