import { collect, concat, numbers } from "@reader/testkit";
import { describe, expect, test } from "vitest";
import { xls, xlsb } from "../../src/index.ts";
import { formulaRecord, makeXls, makeXlsb, numberRecord, type MadeRecord } from "./made-files.ts";

/** The token of a formula that refers to that of another cell ([MS-XLS] 2.5.198.58). */
const refersTo = (row: number): readonly number[] => [0x01, row & 0xff, row >> 8, 0, 0];
const add = 0x03;

/** A formula for other cells, which belongs to the cell before it ([MS-XLS] 2.4.260). */
function sharedRecord(row: number, formula: readonly number[]): MadeRecord {
  const head = numbers([2, row], [2, row], [1, 0], [1, 0], [1, 0], [1, 1], [2, formula.length]);
  return [0x04bc, concat([head, Uint8Array.from(formula)])];
}

function arrayRecord(row: number, formula: readonly number[]): MadeRecord {
  const head = numbers([2, row], [2, row], [1, 0], [1, 0], [2, 0], [4, 0], [2, formula.length]);
  return [0x0221, concat([head, Uint8Array.from(formula)])];
}

/** Each row adds the formula of the row before to itself, so that the text of the last is 2 ** rows long. */
function doubled(record: typeof sharedRecord, rows: number): readonly MadeRecord[] {
  return Array.from({ length: rows }, (_, row) => {
    const before = [...refersTo(row - 1), ...refersTo(row - 1), add];
    const formula = row === 0 ? [0x1e, 7, 0] : before;
    return [formulaRecord(row, 0, { formula: refersTo(row), more: [] }), record(row, formula)];
  }).flat();
}

describe("an XLS file", () => {
  test.for([
    ["shared formulas", sharedRecord],
    ["array formulas", arrayRecord],
  ] as const)("whose %s refer twice to one another shows the values", async ([, record]) => {
    const { text, error } = await collect(xls(), makeXls([], { Data: doubled(record, 40) }));
    expect(error).toBeUndefined();
    expect(text).toContain("|40|0|");
  });

  test.for([0, 6, 15, 17, 20, 21])("leaves a formula of %d bytes out, which ends before its length", async (bytes) => {
    const [type, data] = formulaRecord(1, 0, { formula: [0x1e, 7, 0], more: [] });
    const cells: readonly MadeRecord[] = [numberRecord(0, 0, 1), [type, data.subarray(0, bytes)]];
    const { text, error } = await collect(xls(), makeXls([], { Data: cells }));
    expect(error).toBeUndefined();
    expect(text).toBe("A1: 1\n");
  });

  test("shows a shared formula", async () => {
    const shared = [0x1e, 7, 0, 0x1e, 8, 0, add];
    const cells = [0, 1].map((row) => formulaRecord(row, 0, { formula: refersTo(0), more: [] }));
    const [first = numberRecord(0, 0, 1), second = first] = cells;
    const bytes = makeXls([], { Data: [first, sharedRecord(0, shared), second] });
    const { text } = await collect(xls(), bytes, { select: "=Data" });
    expect(text.match(/=7\+8/g)).toHaveLength(2);
  });

  test("with a formula that refers a thousand times to a shared one shows its value", async () => {
    const shared = [0x1e, 7, 0];
    const many = Array.from({ length: 1000 }, () => [...refersTo(0), 0x14]).flat();
    const cells = [
      formulaRecord(0, 0, { formula: refersTo(0), more: [] }),
      sharedRecord(0, shared),
      formulaRecord(1, 0, { formula: many, more: [] }),
    ];
    const { text, error } = await collect(xls(), makeXls([], { Data: cells }), { select: "=Data" });
    expect(error).toBeUndefined();
    expect(text).toContain("=7");
    expect(text).not.toContain("%");
  });
});

describe("a file of Excel 2", () => {
  test("with a hundred thousand formats shows its values", async () => {
    const format = (index: number): readonly number[] => [1, 2, index & 0xff, (index >> 8) & 0xff, index >> 16];
    const formats = Array.from({ length: 100_000 }, (_, index) => [0x1e, 0, 6, 0, 5, ...format(index)]);
    const number = [0x03, 0, 15, 0, ...Array.from({ length: 15 }, () => 0)];
    const records = [[0x09, 0, 4, 0, 2, 0, 0x10, 0], ...formats, number, [0x0a, 0, 0, 0]];
    const bytes = Uint8Array.from(records.flat());
    const { text, error } = await collect(xls(), bytes);
    expect(error).toBeUndefined();
    expect(text).toMatch(/^A1: /);
  });
});

describe("an XLSB file", () => {
  /** A row with a cell whose formula is an array, and the number 5 as its value. */
  function arrayRow(rows: number, columns: number, elements: readonly number[] = []): Uint8Array {
    const head = numbers([4, 1], [4, 0], [2, 0], [1, 0], [1, 0], [1, 0], [4, 0]);
    const formula = Uint8Array.from([0x60, ...Array.from({ length: 14 }, () => 0)]);
    const extras = concat([numbers([4, rows], [4, columns]), Uint8Array.from(elements)]);
    const value = new Uint8Array(8);
    new DataView(value.buffer).setFloat64(0, 5, true);
    const lengths = [numbers([4, formula.length]), formula, numbers([4, extras.length]), extras];
    const cell = concat([numbers([4, 0], [4, 0]), value, numbers([2, 0]), ...lengths]);
    return concat([numbers([1, 0x00], [1, head.length]), head, numbers([1, 0x09], [1, cell.length]), cell]);
  }

  test.for<readonly [number, number]>([
    [4_294_967_295, 0],
    [0, 4_294_967_295],
    [4_294_967_295, 4_294_967_295],
    [9, 9],
  ])(
    "whose formula is an array of %d rows and %d columns that are not there shows the value",
    async ([rows, columns]) => {
      const { text, error } = await collect(xlsb(), makeXlsb(arrayRow(rows, columns)));
      expect(error).toBeUndefined();
      expect(text).toContain("|2|5");
    },
  );

  test("shows an array formula", async () => {
    const truths = [2, 1, 2, 0];
    const { text } = await collect(xlsb(), makeXlsb(arrayRow(1, 2, truths)), { select: "=Data" });
    expect(text).toContain("={TRUE,FALSE}");
  });

  test("ends the text of a cell with its record", async () => {
    const head = numbers([4, 1], [4, 0], [2, 0], [1, 0], [1, 0], [1, 0], [4, 0]);
    const cell = concat([numbers([4, 0], [4, 0], [4, 4000]), numbers([2, 0x68], [2, 0x69])]);
    const row = concat([numbers([1, 0x00], [1, head.length]), head, numbers([1, 0x06], [1, cell.length]), cell]);
    const { text } = await collect(xlsb(), makeXlsb(row));
    expect(text).toContain("|2|hi|");
  });

  test("with a text that ends before its length is an error", async () => {
    const cell = concat([numbers([1, 0x06], [1, 8]), numbers([4, 0], [4, 0])]);
    const { error } = await collect(xlsb(), makeXlsb(cell));
    expect(error).toMatchObject({ code: "corrupt" });
  });
});
