import { describe, expect, test } from "vitest";
import { expectResult, linesOf, readerOf, remarksOf } from "./tables.ts";

const read = async (content: string | Uint8Array, request: object = {}, name = "table.csv") =>
  readerOf({ [name]: content }).read({ path: name, ...request });

const regular = "name,age\nAnn,30\nBob,41\n";

describe("a table that is read without a selection", () => {
  test("is its lines as they are in the file, with how it is stored", async () => {
    const outcome = expectResult(await read('name,age\r\n"Ann",30\r\n'));
    expect(linesOf(outcome)).toEqual(["name,age", '"Ann",30']);
    expect(outcome).toMatchObject({
      handler: "text",
      mediaType: "text/csv",
      text: { eol: "crlf", finalNewline: true },
    });
  });

  test("is nothing but that where it is as it should be", async () => {
    expect(expectResult(await read(regular)).notices).toEqual([]);
  });

  test("is the same in the view `text`", async () => {
    expect(linesOf(await read(regular, { view: "text" }))).toEqual(linesOf(await read(regular)));
  });

  test("can be searched, and paged through by lines", async () => {
    expect(linesOf(await read(regular, { find: "Bob" }))).toContain("Bob,41");
    expect(linesOf(await read(regular, { offset: -1 }))).toEqual(["Bob,41"]);
  });

  test("has no pages", async () => {
    expect(await read(regular, { pages: "2" })).toMatchObject({ ok: false, error: { code: "invalid-request" } });
  });
});

describe("what is said beside the lines of a table", () => {
  test("are the names of the columns where the header is not shown", async () => {
    expect(remarksOf(await read(regular, { offset: 2 }))).toEqual(["Columns, by line 1: name, age."]);
  });

  test("is an unexpected delimiter", async () => {
    expect(remarksOf(await read(regular.replaceAll(",", ";")))).toEqual(["Fields are separated by semicolons."]);
    expect(remarksOf(await read(regular.replaceAll(",", "\t"), {}, "table.tsv"))).toEqual([]);
    expect(remarksOf(await read(regular, {}, "table.tsv"))).toEqual(["Fields are separated by commas."]);
  });

  test("are the lines with too many fields or too few", async () => {
    expect(remarksOf(await read("a,b\n1,2\n3\n4,5,6\n\n7,8\n"))).toEqual([
      "Not the 2 fields that the header has: line 3 has 1, line 4 has 3.",
    ]);
  });

  test("is where a row spans several lines", async () => {
    expect(remarksOf(await read('a,b\n1,"two\nlines"\n3\n'))).toEqual([
      "Not the 2 fields that the header has: line 4 has 1.",
      "The row at line 2 spans several lines: `select` counts rows, and shows each on one line.",
    ]);
  });

  test("is how to select, where the table is large", async () => {
    const large = `id,name\n${"1,x\n".repeat(50_000)}`;
    expect(remarksOf(await read(large))).toEqual([
      'Use `select` for rows and columns, such as "1000:1100" or "id,name -20:".',
    ]);
  });

  test("is nothing of fields where lines start inside of a quotation", async () => {
    const table = `a,b\n${'1,"one\ntwo, three\nfour, five\nsix, seven"\n'.repeat(3)}`;
    expect(remarksOf(await read(table, { offset: 3, limit: 6 }))).toEqual(["Columns, by line 1: a, b."]);
  });

  test("is nothing of rows that the lines cut off at their end or at their start", async () => {
    const table = `a,b\n${'1,"one\ntwo\n\nthree"\n'.repeat(30)}`;
    const folded = "rows span several lines: `select` counts rows, and shows each on one line.";
    expect(remarksOf(await read(table, { limit: 104 }))).toEqual([`25 ${folded}`]);
    expect(remarksOf(await read(table, { offset: 5, limit: 97 }))).toEqual([
      "Columns, by line 1: a, b.",
      `23 ${folded}`,
    ]);
  });
});

describe("info of a table", () => {
  test("tells of its columns, how it is written, and its first rows", async () => {
    const table = "id;name;joined;ok\n1;Ann;2024-01-02;true\n2;Bob;;false\n3;Bob;2024-03-04;true\n";
    const outcome = await readerOf({ "t.csv": table }).info({ path: "t.csv" });
    expect(outcome).toMatchObject({
      ok: true,
      handler: "text",
      extents: [{ unit: "line", total: 4, exact: true }],
      facts: {
        separatedBy: "semicolons",
        quotedBy: '"',
        header: "row 1",
        sample: { rows: 3, of: "all rows" },
        columns: [
          { column: "A", name: "id", type: "integer", distinct: 3, empty: 0, min: "1", max: "3" },
          { column: "B", name: "name", type: "text", distinct: 2, empty: 0 },
          { column: "C", name: "joined", type: "date", distinct: 2, empty: 1, min: "2024-01-02", max: "2024-03-04" },
          { column: "D", name: "ok", type: "boolean", distinct: 2, empty: 0 },
        ],
        firstRows: [
          ["1", "Ann", "2024-01-02", "true"],
          ["2", "Bob", "", "false"],
          ["3", "Bob", "2024-03-04", "true"],
        ],
      },
    });
  });

  test("orders numbers with a decimal comma, and says so", async () => {
    const table = "name;price;weight\nA;1,50;1.250\nB;12,75;980\nC;1.000,00;7\n";
    const outcome = await readerOf({ "t.csv": table }).info({ path: "t.csv" });
    expect(outcome).toMatchObject({
      facts: {
        decimalMark: ",",
        columns: [
          { name: "name", type: "text" },
          { name: "price", type: "number", min: "1,50", max: "1.000,00" },
          { name: "weight", type: "integer", min: "7", max: "1.250" },
        ],
      },
    });
  });

  test("looks at the first thousand rows of a large one, and says so", async () => {
    const table = `id,x\n${Array.from({ length: 5000 }, (_, at) => `${at},y\n`).join("")}`;
    const outcome = await readerOf({ "t.csv": table }).info({ path: "t.csv" });
    expect(outcome).toMatchObject({
      extents: [{ unit: "line", total: 5001, exact: true }],
      facts: { sample: { rows: 1000, of: "the first rows" }, columns: [{ distinct: 1000 }, { distinct: 1 }] },
    });
  });

  test("counts rows with another number of fields", async () => {
    const outcome = await readerOf({ "t.csv": "a,b\n1,2\n3\n" }).info({ path: "t.csv" });
    expect(outcome).toMatchObject({ facts: { rowsWithOtherNumberOfFields: 1 } });
  });
});
