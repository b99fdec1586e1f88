import { describe, expect, test } from "vitest";
import { rangeAddress } from "@reader/document/tables";
import { openBook, rowsOf } from "./opening.ts";
import { relationship, relationshipsPart, row } from "./workbook-parts.ts";

const spreadsheet = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const one = row(1, '<c r="A1"><v>1</v></c>');

describe("the sheets of a workbook", () => {
  test("report their visibility and kind", async () => {
    const { sheets } = await openBook({
      sheets: [
        { name: "Shown", rows: one },
        { name: "Hidden & <so>".replace("&", "&amp;").replace("<", "&lt;"), state: "hidden", rows: one },
        { name: "Gone", state: "veryHidden", rows: one },
        { name: "Picture", type: "chartsheet", part: `<chartsheet xmlns="${spreadsheet}"/>` },
        { name: "Ask", type: "dialogsheet", part: `<dialogsheet xmlns="${spreadsheet}"/>` },
      ],
    });
    expect(sheets.map(({ name, state, kind }) => [name, state, kind])).toEqual([
      ["Shown", "visible", "cells"],
      ["Hidden & <so>", "hidden", "cells"],
      ["Gone", "very-hidden", "cells"],
      ["Picture", "visible", "chart"],
      ["Ask", "visible", "dialog"],
    ]);
    expect(await rowsOf(sheets[3])).toEqual([]);
  });

  test("can lead to the same part", async () => {
    const book = { sheets: [{ rows: one }], relationships: "" };
    const bytes = await openBook({
      ...book,
      others: {
        "xl/workbook.xml": `<workbook xmlns="${spreadsheet}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="a" r:id="s0"/><sheet name="b" r:id="s0"/></sheets></workbook>`,
      },
    });
    expect(await rowsOf(bytes.sheets[1])).toEqual(await rowsOf(bytes.sheets[0]));
  });

  test("may be two hundred", async () => {
    const sheets = Array.from({ length: 200 }, (_, at) => ({ rows: row(1, `<c r="A1"><v>${at}</v></c>`) }));
    const book = await openBook({ sheets });
    expect(book.sheets).toHaveLength(200);
    expect((await rowsOf(book.sheets[199]))[0]?.cells[0]?.text).toBe("199");
  });

  test("can be read if another one is damaged or missing", async () => {
    const { sheets } = await openBook({
      sheets: [{ part: "<worksheet><sheetData><row r='1'><c" }, { part: "" }, { rows: one }],
    });
    await expect(rowsOf(sheets[0])).rejects.toMatchObject({ code: "corrupt" });
    await expect(rowsOf(sheets[1])).rejects.toMatchObject({ code: "corrupt" });
    expect(await rowsOf(sheets[2])).toHaveLength(1);
    const lost = await openBook({
      sheets: [{ rows: one }],
      others: { "xl/_rels/workbook.xml.rels": relationshipsPart("") },
    });
    await expect(rowsOf(lost.sheets[0])).rejects.toMatchObject({ code: "corrupt" });
  });

  test("give the rows before the damage", async () => {
    const part = `<worksheet xmlns="${spreadsheet}"><sheetData>${one}${row(2, '<c r="A2"><v>2</v></c>')}<row r="3"><c r="A3"`;
    const { sheets } = await openBook({ sheets: [{ part }] });
    const found: number[] = [];
    const reading = async (): Promise<void> => {
      const range = { firstRow: 1, lastRow: 10, firstColumn: 1, lastColumn: 10 };
      for await (const batch of sheets[0]?.rows(range) ?? []) found.push(...batch.map(({ row: number }) => number));
    };
    await expect(reading()).rejects.toMatchObject({ code: "corrupt" });
    expect(found).toEqual([1, 2]);
  });

  test.for([
    ["Strict", "http://purl.oclc.org/ooxml/spreadsheetml/main", ""],
    ["another prefix", spreadsheet, "x:"],
  ])("are read in the form of %s", async ([, namespace = "", prefix = ""]) => {
    const declared = prefix === "" ? "xmlns" : "xmlns:x";
    const part = `<${prefix}worksheet ${declared}="${namespace}"><${prefix}dimension ref="A1:B2"/><${prefix}sheetData><${prefix}row r="2"><${prefix}c r="A2"><${prefix}v>7</${prefix}v></${prefix}c></${prefix}row></${prefix}sheetData><${prefix}mergeCells><${prefix}mergeCell ref="A1:B1"/></${prefix}mergeCells></${prefix}worksheet>`;
    const { sheets } = await openBook({ sheets: [{ part }] });
    expect((await rowsOf(sheets[0]))[0]?.cells[0]?.text).toBe("7");
    expect((await sheets[0]?.extras())?.merged).toHaveLength(1);
    expect(sheets[0]?.dimension?.lastColumn).toBe(2);
  });

  test("are read in UTF-16", async () => {
    const part = `<?xml version="1.0" encoding="UTF-16"?><worksheet xmlns="${spreadsheet}"><sheetData><row r="1"><c r="A1" t="str"><v>Grüße</v></c></row></sheetData></worksheet>`;
    const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(part, "utf16le")]);
    const { sheets } = await openBook({ sheets: [{ part: new Uint8Array(bytes) }] });
    expect((await rowsOf(sheets[0]))[0]?.cells[0]?.text).toBe("Grüße");
  });
});

describe("a sheet", () => {
  test("returns the layout before the rows", async () => {
    const before =
      '<dimension ref="A1:C9"/><sheetViews><sheetView><pane xSplit="1" ySplit="2" state="frozen"/></sheetView></sheetViews><cols><col min="2" max="3" hidden="1"/><col min="4" max="4" width="9"/></cols>';
    const { sheets } = await openBook({ sheets: [{ before, rows: row(9, '<c r="A9"><v>1</v></c>') }] });
    expect(await sheets[0]?.layout()).toEqual({ hiddenColumns: [{ first: 2, last: 3 }], frozenRows: 2 });
    expect(sheets[0]?.dimension).toEqual({ firstRow: 1, lastRow: 9, firstColumn: 1, lastColumn: 3 });
  });

  test("is not believed about its size", async () => {
    const many = Array.from({ length: 50 }, (_, at) => row(at + 1, `<c r="A${at + 1}"><v>1</v></c>`)).join("");
    const { sheets } = await openBook({
      sheets: [
        { before: '<dimension ref="A1"/>', rows: many },
        { before: '<dimension ref="A1:B1048576"/>', rows: many },
      ],
    });
    const used = { firstRow: 1, lastRow: 50, firstColumn: 1, lastColumn: 1 };
    expect(sheets.map(({ dimension }) => dimension)).toEqual([used, used]);
    expect(await rowsOf(sheets[0])).toHaveLength(50);
  });

  test.for([
    ["says no size", "", '<row r="2"><c r="C2"><v>1</v></c><c r="F2" s="1"/></row>', "C2"],
    ["has no addresses", "", "<row><c><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row>", "A1:B2"],
    ["says less than it has", '<dimension ref="A1:B2"/>', '<row r="3"><c r="D3"><f>1</f></c></row>', "D3"],
    ["says a cell and has none", '<dimension ref="A1"/>', '<row r="1"/>', undefined],
    [
      "has rows out of order",
      "",
      '<row r="9"><c r="B9"><v>1</v></c></row><row r="2"><c r="A2"><v>1</v></c></row>',
      "A2:B9",
    ],
  ] as const)("that %s has the range of its cells", async ([, before, rows, expected]) => {
    const { sheets } = await openBook({ sheets: [{ before, rows }] });
    const dimension = sheets[0]?.dimension;
    expect(dimension === undefined ? undefined : rangeAddress(dimension)).toBe(expected);
  });

  test("reports hidden rows, including empty ones", async () => {
    const rows = '<row r="1" hidden="1"><c r="A1"><v>1</v></c></row><row r="2" hidden="true"/><row r="3"/>';
    const { sheets } = await openBook({ sheets: [{ rows }] });
    expect((await rowsOf(sheets[0])).map((each) => [each.row, each.isHidden])).toEqual([
      [1, true],
      [2, true],
    ]);
  });

  test("gives only the content of the range", async () => {
    const rows = [1, 2, 3, 4]
      .map((at) => row(at, ...["A", "B", "C"].map((name) => `<c r="${name}${at}"><v>${at}</v></c>`)))
      .join("");
    const { sheets } = await openBook({ sheets: [{ rows }] });
    const found = await rowsOf(sheets[0], { firstRow: 2, lastRow: 3, firstColumn: 2, lastColumn: 2 });
    expect(found.map((each) => [each.row, each.cells.map(({ column }) => column)])).toEqual([
      [2, [2]],
      [3, [2]],
    ]);
  });

  test("has merged cells, links, and words at the edges of its pages", async () => {
    const behind =
      '<mergeCells><mergeCell ref="A1:C1"/><mergeCell ref="nonsense"/></mergeCells><hyperlinks><hyperlink ref="B2" r:id="rId1"/><hyperlink ref="A1" location="Other!A1"/></hyperlinks><headerFooter><oddHeader>&amp;CDraft of &amp;D</oddHeader></headerFooter>';
    const relationships = relationship("rId1", "hyperlink", "https://example.org/a?b=1");
    const { sheets } = await openBook({ sheets: [{ rows: one, behind, relationships }] });
    expect(await sheets[0]?.extras()).toEqual({
      merged: [{ firstRow: 1, lastRow: 1, firstColumn: 1, lastColumn: 3 }],
      notes: [
        { row: 1, column: 1, kind: "link", text: "#Other!A1" },
        { row: 2, column: 2, kind: "link", text: "https://example.org/a?b=1" },
      ],
      drawings: ["page header: Draft of (date)"],
    });
  });

  test("has comments with their authors, and threads instead of what stands in for them", async () => {
    const comments = `<comments xmlns="${spreadsheet}"><authors><author>Ann</author></authors><commentList><comment ref="A1" authorId="0"><text><r><t>First </t></r><r><t>note</t></r></text></comment><comment ref="B2" authorId="0"><text><t>[Threaded comment]</t></text></comment></commentList></comments>`;
    const threads = `<ThreadedComments xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"><threadedComment ref="B2" personId="{1}"><text>Really?</text></threadedComment><threadedComment ref="B2" personId="{2}" parentId="x"><text>Yes.</text></threadedComment></ThreadedComments>`;
    const persons = `<personList xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"><person displayName="Bob" id="{1}"/></personList>`;
    const { sheets } = await openBook({
      sheets: [
        {
          rows: one,
          relationships:
            relationship("r1", "comments", "../notes.xml") + relationship("r2", "threadedComment", "../threads.xml"),
        },
      ],
      relationships: relationship("p1", "person", "persons.xml"),
      others: { "xl/notes.xml": comments, "xl/threads.xml": threads, "xl/persons.xml": persons },
    });
    expect((await sheets[0]?.extras())?.notes).toEqual([
      { row: 1, column: 1, kind: "comment", author: "Ann", text: "First note" },
      { row: 2, column: 2, kind: "comment", author: "Bob", text: "Really?" },
      { row: 2, column: 2, kind: "comment", text: "Yes." },
    ]);
  });
});

describe("a workbook", () => {
  test("has names and tables with the places that they stand for", async () => {
    const table = `<table xmlns="${spreadsheet}" name="t1" displayName="Orders" ref="A1:B9" totalsRowCount="1"><tableColumns count="2"><tableColumn id="1" name="Net_x000a_price"/><tableColumn id="2" name="Day"/></tableColumns></table>`;
    const book = await openBook({
      sheets: [{ name: "First one", rows: one, relationships: relationship("t1", "table", "../table.xml") }],
      definedNames:
        '<definedName name="Rate">0.19</definedName><definedName name="Area" hidden="1">\'First one\'!$A$1:$B$2</definedName><definedName name="_xlnm.Print_Titles" localSheetId="0">\'First one\'!$1:$2</definedName><definedName name="Loop">Loop</definedName>',
      others: { "xl/table.xml": table },
    });
    expect(await book.names()).toEqual([
      { name: "Rate", kind: "name", refersTo: "0.19" },
      {
        name: "Area",
        kind: "name",
        refersTo: "'First one'!$A$1:$B$2",
        sheet: 0,
        range: { firstRow: 1, lastRow: 2, firstColumn: 1, lastColumn: 2 },
        isHidden: true,
      },
      {
        name: "Print_Titles",
        kind: "name",
        refersTo: "'First one'!$1:$2",
        sheet: 0,
        range: { firstRow: 1, lastRow: 2, firstColumn: 1, lastColumn: 16_384 },
      },
      { name: "Loop", kind: "name", refersTo: "Loop" },
      {
        name: "Orders",
        kind: "table",
        refersTo: "'First one'!A1:B9",
        sheet: 0,
        range: { firstRow: 1, lastRow: 9, firstColumn: 1, lastColumn: 2 },
        headerRows: 1,
        totalsRows: 1,
        columns: ["Net\nprice", "Day"],
      },
    ]);
  });

  test("says that it has macros", async () => {
    const book = await openBook({
      sheets: [{ rows: one }],
      relationships: relationship("m1", "vbaProject", "vbaProject.bin"),
    });
    expect(book.hasMacros).toBe(true);
    expect((await openBook({ sheets: [{ rows: one }] })).hasMacros).toBe(false);
  });

  test("without a list of its sheets is corrupt", async () => {
    await expect(
      openBook({ sheets: [], others: { "_rels/.rels": relationshipsPart(""), "xl/workbook.xml": "" } }),
    ).rejects.toMatchObject({ code: "corrupt" });
  });
});
