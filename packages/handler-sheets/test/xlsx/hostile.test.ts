import { describe, expect, test } from "vitest";
import { createSheetFacts } from "../../src/xlsx/sheet-facts.ts";
import { openBook, rowsOf, textsOf } from "./opening.ts";
import { row, workbook, type MadeBook } from "./workbook-parts.ts";

const spreadsheet = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

async function failureOf(book: MadeBook): Promise<unknown> {
  try {
    const { sheets } = await openBook(workbook(book, "deflated"));
    await rowsOf(sheets[0]);
    return undefined;
  } catch (error) {
    return error;
  }
}

describe("a hostile workbook", () => {
  test("of millions of spaces is too large", async () => {
    const spaces = " ".repeat(16 * 1024 * 1024);
    expect(await failureOf({ sheets: [{ rows: spaces }] })).toMatchObject({
      code: "too-large",
    });
  });

  test.for([
    [
      "entities that grow",
      '<!DOCTYPE sst [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><sst><si><t>&b;</t></si></sst>',
    ],
    [
      "an entity of another file",
      '<!DOCTYPE sst [<!ENTITY a SYSTEM "file:///etc/passwd">]><sst><si><t>&a;</t></si></sst>',
    ],
  ])("with %s is corrupt", async ([, stringsPart = ""]) => {
    const rows = row(1, '<c r="A1" t="s"><v>0</v></c>');
    expect(await failureOf({ sheets: [{ rows }], stringsPart })).toMatchObject({ code: "corrupt" });
  });

  test("of a row without end does not need more memory than the row", async () => {
    const cells = '<c r="A1"><v>1</v></c>'.repeat(200_000);
    const { sheets } = await openBook(workbook({ sheets: [{ rows: `<row r="1">${cells}</row>` }] }));
    expect((await rowsOf(sheets[0]))[0]?.cells).toHaveLength(1);
  });

  test("with two hundred thousand merged cells keeps some and counts the rest", async () => {
    const merged = '<mergeCell ref="A1:B1"/>'.repeat(200_000);
    const { sheets } = await openBook(workbook({ sheets: [{ behind: `<mergeCells>${merged}</mergeCells>` }] }));
    const extras = await sheets[0]?.extras();
    expect(extras?.merged).toHaveLength(65_536);
    expect(extras?.drawings).toEqual(["134464 more merged cells and links"]);
  });

  test("whose elements are nested without end is corrupt", async () => {
    const part = `<worksheet xmlns="${spreadsheet}"><sheetData><row r="1"><c r="A1">${"<x>".repeat(5000)}</c></row></sheetData></worksheet>`;
    expect(await failureOf({ sheets: [{ part }] })).toMatchObject({ code: "corrupt" });
  });

  test("with damaged strings reports which are missing, and the damage", async () => {
    const stringsPart = `<sst xmlns="${spreadsheet}"><si><t>a</t></si><si><t>b`;
    const rows = row(1, '<c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1"><v>3</v></c>');
    const { sheets } = await openBook({ sheets: [{ rows }], stringsPart });
    const texts: string[] = [];
    const reading = async (): Promise<void> => {
      for await (const batch of sheets[0]?.rows({ firstRow: 1, lastRow: 9, firstColumn: 1, lastColumn: 9 }) ?? []) {
        texts.push(...batch.flatMap(({ cells }) => cells.map(({ text }) => text)));
      }
    };
    await expect(reading()).rejects.toMatchObject({ code: "corrupt" });
    expect(texts).toContain("3");
    expect(texts).toContain("(no shared string 1)");
  });

  test("with numbers of styles that there are not shows its numbers", async () => {
    expect(await textsOf({ sheets: [{ rows: row(1, '<c r="A1" s="99999999999999"><v>1.5</v></c>') }] })).toEqual({
      A1: "1.5",
    });
  });

  test("with names of properties of objects does nothing with them", async () => {
    const part = `<worksheet xmlns="${spreadsheet}"><__proto__/><constructor ref="A1"/><sheetData><toString/></sheetData></worksheet>`;
    const { sheets } = await openBook({ sheets: [{ part }] });
    expect(await rowsOf(sheets[0])).toEqual([]);
    expect(createSheetFacts().merged).toEqual([]);
  });
});

test.for(["constructor", "toString", "valueOf"])("an entity called %s is none", async (name) => {
  const cell = `<c r="A1" t="inlineStr"><is><t>a &${name}; b</t></is></c>`;
  expect(await failureOf({ sheets: [{ rows: row(1, cell) }] })).toMatchObject({ code: "corrupt" });
});
