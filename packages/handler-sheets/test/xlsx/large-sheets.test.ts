import { beforeAll, describe, expect, test } from "vitest";
import { mockContext } from "@reader/testkit";
import { openXlsx } from "../../src/xlsx/open-xlsx.ts";
import { createSheetMemory } from "../../src/xlsx/sheet-windows.ts";
import { openAgain, openBook, rowsOf, sourceOf } from "./opening.ts";
import { row, workbook } from "./workbook-parts.ts";

const count = 60_000;
const strings = Array.from({ length: count }, (_, at) => `<si><t>word ${at + 1}</t></si>`).join("");

/** Rows of a number and a string, each with its own number in both. */
function manyRows(isNumbered: boolean): string {
  const rows = Array.from({ length: count }, (_, at) => {
    const number = isNumbered ? ` r="${at + 1}"` : "";
    return `<row${number}><c><v>${at + 1}</v></c><c t="s"><v>${at}</v></c></row>`;
  });
  return rows.join("");
}

describe("a sheet that is too large for the cache", () => {
  let numbered = new Uint8Array();
  let unnumbered = new Uint8Array();

  beforeAll(() => {
    const behind = '<mergeCells><mergeCell ref="A1:B1"/></mergeCells>';
    numbered = new Uint8Array(workbook({ sheets: [{ rows: manyRows(true), behind }], strings }, "deflated"));
    unnumbered = new Uint8Array(workbook({ sheets: [{ rows: manyRows(false) }], strings }, "deflated"));
  });

  test("gives all its rows in order", async () => {
    const { sheets } = await openBook(numbered);
    const rows = await rowsOf(sheets[0]);
    expect(rows).toHaveLength(count);
    expect(rows.every((each, at) => each.row === at + 1 && each.cells[1]?.text === `word ${at + 1}`)).toBe(true);
  });

  test.for(["numbered", "unnumbered"])("gives rows from far down if rows are %s", async (kind) => {
    const { sheets } = await openBook(kind === "numbered" ? numbered : unnumbered);
    const rows = await rowsOf(sheets[0], { firstRow: 50_000, lastRow: 50_002 });
    expect(rows.map((each) => [each.row, ...each.cells.map(({ text }) => text)])).toEqual([
      [50_000, "50000", "word 50000"],
      [50_001, "50001", "word 50001"],
      [50_002, "50002", "word 50002"],
    ]);
  });

  test("says that its extras are far, and has them when its rows were read", async () => {
    const { sheets } = await openBook(numbered);
    expect(sheets[0]?.hasFarExtras).toBe(true);
    await rowsOf(sheets[0]);
    expect((await sheets[0]?.extras())?.merged).toHaveLength(1);
  });

  test("has its extras also if its rows were not read", async () => {
    const { sheets } = await openBook(numbered);
    expect((await sheets[0]?.extras())?.merged).toHaveLength(1);
  });

  test("is unpacked only as far as its first rows need", async () => {
    const context = mockContext({ budget: { ...mockContext().budget, maxInflatedBytes: 1_200_000 } });
    const { sheets } = await openXlsx(sourceOf(numbered), context);
    expect(await rowsOf(sheets[0], { lastRow: 100 })).toHaveLength(100);
    await expect(rowsOf(sheets[0])).rejects.toMatchObject({ code: "too-large" });
  });

  test("is not unpacked again for neighbouring rows", async () => {
    const memory = createSheetMemory();
    const first = await openAgain(sourceOf(numbered), memory);
    await rowsOf(first.sheets[0], { firstRow: 40_000, lastRow: 40_100 });
    const source = sourceOf(numbered);
    const second = await openAgain(source, memory);
    const before = source.use.reads;
    const rows = await rowsOf(second.sheets[0], { firstRow: 40_101, lastRow: 40_103 });
    expect(rows.map(({ cells }) => cells[1]?.text)).toEqual(["word 40101", "word 40102", "word 40103"]);
    expect(source.use.reads).toBe(before);
  });

  test("is unpacked again if the file has changed", async () => {
    const memory = createSheetMemory();
    const first = await openAgain(sourceOf(numbered), memory);
    await rowsOf(first.sheets[0], { firstRow: 40_000, lastRow: 40_100 });
    const changed = workbook(
      { sheets: [{ rows: manyRows(true).replace("<v>40050</v>", "<v>99999</v>") }], strings },
      "deflated",
    );
    const second = await openAgain(sourceOf(changed), memory);
    expect((await rowsOf(second.sheets[0], { firstRow: 40_050, lastRow: 40_050 }))[0]?.cells[0]?.text).toBe("99999");
  });

  test("has its own strings if only they have changed, and not its size", async () => {
    const memory = createSheetMemory();
    const rows = row(1, '<c r="A1" t="s"><v>0</v></c>');
    for (const word of ["cat", "dog"]) {
      const bytes = new Uint8Array(workbook({ sheets: [{ rows }], strings: `<si><t>${word}</t></si>` }));
      const { sheets } = await openAgain(sourceOf(bytes), memory);
      expect((await rowsOf(sheets[0]))[0]?.cells[0]?.text).toBe(word);
    }
  });

  test("has not the strings of before they were damaged, though the directory has their old checksum", async () => {
    const memory = createSheetMemory();
    const rows = row(1, '<c r="A1" t="s"><v>0</v></c>');
    const bytes = new Uint8Array(workbook({ sheets: [{ rows }], strings: "<si><t>cat</t></si>" }));
    const sound = await openAgain({ ...sourceOf(bytes), identity: "1" }, memory);
    expect((await rowsOf(sound.sheets[0]))[0]?.cells[0]?.text).toBe("cat");
    const damaged = Buffer.from(bytes);
    damaged.write("<t>dog", damaged.indexOf("<t>cat"));
    const again = await openAgain({ ...sourceOf(new Uint8Array(damaged)), identity: "2" }, memory);
    expect((await rowsOf(again.sheets[0]))[0]?.cells[0]?.text).toBe("dog");
  });

  test("has nothing of the strings of a damaged copy", async () => {
    const memory = createSheetMemory();
    const plain = { rows: row(1, "<c><v>1</v></c>") };
    const worded = { rows: row(1, '<c r="A1" t="s"><v>0</v></c>') };
    const sound = new Uint8Array(workbook({ sheets: [plain, worded, plain], strings: "<si><t>cat</t></si>" }));
    const damaged = sound.slice();
    // The directory still has the checksum of the sound strings.
    damaged.set(new TextEncoder().encode("<<<"), Buffer.from(sound).indexOf("cat</t>"));
    const [before, wrong, behind] = (await openAgain(sourceOf(damaged), memory)).sheets;
    await rowsOf(before);
    await expect(rowsOf(wrong)).rejects.toMatchObject({ code: "corrupt" });
    await rowsOf(behind);
    const again = await openAgain(sourceOf(sound), memory);
    expect((await rowsOf(again.sheets[1]))[0]?.cells[0]?.text).toBe("cat");
  });

  test("stops at once when the read is cancelled", async () => {
    const abort = new AbortController();
    const { sheets } = await openXlsx(sourceOf(numbered), mockContext({ signal: abort.signal }));
    const reading = async (): Promise<number> => {
      let rows = 0;
      for await (const batch of sheets[0]?.rows({ firstRow: 1, lastRow: count, firstColumn: 1, lastColumn: 9 }) ?? []) {
        rows += batch.length;
        abort.abort(new Error("given up"));
      }
      return rows;
    };
    await expect(reading()).rejects.toThrow("given up");
  });

  test("closes the file when its reader leaves", async () => {
    const source = sourceOf(numbered);
    const { sheets } = await openAgain(source, createSheetMemory());
    for await (const batch of sheets[0]?.rows({ firstRow: 1, lastRow: count, firstColumn: 1, lastColumn: 9 }) ?? []) {
      if (batch.length > 0) break;
    }
    // The strings are kept open as long as the workbook is.
    expect(source.use.openStreams).toBeLessThanOrEqual(1);
  });

  test("goes on carefully where its rows stop being plain", async () => {
    const rows = `${manyRows(true)}<!-- <row> -->${row(count + 1, '<c r="A60001"><v>1</v></c>')}`;
    const { sheets } = await openBook(workbook({ sheets: [{ rows }], strings }, "deflated"));
    const found = await rowsOf(sheets[0], { firstRow: count });
    expect(found.map((each) => each.row)).toEqual([count, count + 1]);
  });
});
