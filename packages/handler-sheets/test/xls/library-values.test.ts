import { collect, concat, numbers } from "@reader/testkit";
import { describe, expect, test, vi } from "vitest";
import { xls, xlsb } from "../../src/index.ts";
import {
  binaryRow,
  formatRecord,
  formulaRecord,
  makeRichXlsb,
  makeXls,
  makeXlsb,
  type MadeRecord,
  nameRecord,
  numberRecord,
  styleRecord,
} from "./made-files.ts";

const outside = (count: string): string => `${count} omitted: the format has no such rows or columns.`;

describe("an XLS file", () => {
  test("shows names defined as a value, which SheetJS does not return as text", async () => {
    const names = [
      nameRecord("Yes", [0x1d, 1]),
      nameRecord("No", [0x1d, 0]),
      nameRecord("Twelve", [0x1e, 12, 0]),
      nameRecord("Failed", [0x1c, 0x17]),
      nameRecord("Empty", []),
    ];
    const bytes = makeXls(names, { Data: [numberRecord(0, 0, 1)] });
    const { text, error } = await collect(xls(), bytes, { select: "Twelve" });
    expect(error).toMatchObject({ code: "out-of-range" });
    expect(text).toBe("");
    const whole = await collect(xls(), bytes);
    expect(whole.error).toBeUndefined();
    expect(whole.text).toContain("Yes = TRUE, No = FALSE, Twelve = 12");
  });

  test("never has a number format of a file that was read before", async () => {
    const cells = { Data: [numberRecord(0, 0, 1.5), numberRecord(1, 0, 2.5, 1)] };
    const read = async (formats: readonly MadeRecord[]): Promise<string> =>
      (await collect(xls(), makeXls([...formats, styleRecord(200), styleRecord(5)], cells))).text;
    expect(await read([formatRecord(200, "0.0000"), formatRecord(5, '"EUR "0.000')])).toContain(
      "1.5000|\n|2|EUR 2.500",
    );
    expect(await read([])).toContain("1.5|\n|2|$3");
  });

  test("never has a number format that the program gave to SheetJS before", async () => {
    // Its type declarations lack this part.
    const library: unknown = await import("@e965/xlsx");
    const { SSF } = library as { readonly SSF: { load(code: string, identifier: number): void } };
    SSF.load('"EUR "0.000', 5);
    vi.resetModules();
    const loaded = await import("../../src/index.ts");
    const bytes = makeXls([styleRecord(5)], { Data: [numberRecord(0, 0, 2.5)] });
    expect((await collect(loaded.xls(), bytes)).text).toBe("A1: $3\n");
  });

  test("shows invalid eight-byte numbers as the error that programs show", async () => {
    const cells = [Number.NaN, Number.POSITIVE_INFINITY, 7].map((value, row) => numberRecord(row, 0, value));
    const { text } = await collect(xls(), makeXls([], { Data: cells }));
    expect(text).toContain("|1|#NUM!|\n|2|#NUM!|\n|3|7|");
  });

  test("omits cells in columns that no sheet has, and reports them", async () => {
    const cells = [numberRecord(0, 0, 1), numberRecord(1, 300, 2), numberRecord(2, 65_535, 3)];
    const { text, events } = await collect(xls(), makeXls([], { Data: cells }));
    expect(text).toBe("A1: 1\n");
    expect(events).toContainEqual(expect.objectContaining({ message: outside("2 cells are") }));
  });

  test.for([
    ["an array", [0x20, 0, 0, 0, 0, 0, 0, 0]],
    ["areas in memory", [0x26, 0, 0, 0, 0, 0, 0]],
  ] as const)("whose formula ends before %s that it announces is an error", async ([, formula]) => {
    const bytes = makeXls([], { Data: [formulaRecord(0, 0, { formula, more: [0] })] });
    const { error } = await collect(xls(), bytes);
    expect(error).toMatchObject({ code: "corrupt" });
  });

  test("has only merged cells inside the sheet", async () => {
    const merged = [
      [0, 1, 0, 1],
      [5, 2, 0, 1],
      [0, 1, 9, 0xffff],
    ];
    const record = concat([
      numbers([2, merged.length]),
      ...merged.map((range) => numbers(...range.map((at) => [2, at] as const))),
    ]);
    const { text } = await collect(xls(), makeXls([], { Data: [numberRecord(0, 0, 1), [0x00e5, record]] }));
    expect(text).toContain("Merged: A1:B2\n");
  });

  test.for(["__proto__", "constructor", "toString"])("may have a sheet called %s", async (name) => {
    const bytes = makeXls([], Object.fromEntries([[name, [numberRecord(0, 0, 5)]]]));
    const { text } = await collect(xls(), bytes);
    expect(text).toBe("A1: 5\n");
  });
});

describe("an XLSB file", () => {
  test.for([1, 4_294_967_295])("whose text announces %d formats and has none shows the text", async (formats) => {
    expect((await collect(xlsb(), makeRichXlsb(formats))).text).toBe("A1: words\n");
  });

  test.for([1_048_576, 4_294_967_294, 4_294_967_295])("leaves a row %d out that no sheet has", async (row) => {
    const { text, events } = await collect(xlsb(), makeXlsb(binaryRow(row, 0, 2)));
    expect(text).toBe("A1: 1\n");
    expect(events).toContainEqual(expect.objectContaining({ message: outside("1 cell is") }));
  });

  test("reads the last cell of a sheet, and leaves those in columns behind it out", async () => {
    const rows = [binaryRow(1_048_575, 16_383, 3), binaryRow(9, 16_384, 4), binaryRow(10, 4_000_000_000, 5)];
    const { text, events } = await collect(xlsb(), makeXlsb(...rows), { select: "Data!XFD1048576" });
    expect(text).toBe("XFD1048576: 3\n");
    expect(events).toContainEqual(expect.objectContaining({ message: outside("2 cells are") }));
  });
});
