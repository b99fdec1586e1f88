import type { HandlerContext } from "@reader/core/handler";
import { memorySource, mockContext, type MemorySource } from "@reader/testkit";
import { wholeSheet, type CellRange } from "@reader/document/tables";
import { type Row, type Sheet, type Workbook } from "../../src/sheets/workbook.ts";
import { openXlsx } from "../../src/xlsx/open-xlsx.ts";
import type { SheetMemory } from "../../src/xlsx/sheet-windows.ts";
import { workbook, type MadeBook } from "./workbook-parts.ts";

/** Opens a made workbook, or the bytes of one. */
export async function openBook(book: MadeBook | Uint8Array, context: Partial<HandlerContext> = {}): Promise<Workbook> {
  const bytes = book instanceof Uint8Array ? book : workbook(book);
  return openXlsx(sourceOf(bytes), mockContext(context));
}

/** Opens bytes with what was kept of them before. */
export async function openAgain(source: MemorySource, memory: SheetMemory): Promise<Workbook> {
  return openXlsx(source, mockContext({}), memory);
}

/** The bytes as a file, read in pieces of some size. */
export function sourceOf(bytes: Uint8Array): MemorySource {
  return memorySource("book.xlsx", bytes, { pieceBytes: 64 * 1024 });
}

/** The rows of a sheet; all of them where no range is given. */
export async function rowsOf(sheet: Sheet | undefined, range: Partial<CellRange> = {}): Promise<readonly Row[]> {
  const rows: Row[] = [];
  if (sheet === undefined) throw new Error("There is no such sheet.");
  for await (const batch of sheet.rows({ ...wholeSheet, ...range })) rows.push(...batch);
  return rows;
}

/** The texts of all cells of the first sheet by their addresses, as in `B2`, for sheets of up to 26 columns. */
export async function textsOf(book: MadeBook | Uint8Array): Promise<Readonly<Record<string, string>>> {
  const { sheets } = await openBook(book);
  const texts: Record<string, string> = {};
  for (const { row, cells } of await rowsOf(sheets[0])) {
    for (const { column, text } of cells) texts[`${String.fromCharCode(64 + column)}${row}`] = text;
  }
  return texts;
}

/** The text of a number in this format. */
export async function shown(value: number | string, format: string, properties = ""): Promise<string | undefined> {
  const rows = `<row r="1"><c r="A1" s="1"><v>${value}</v></c></row>`;
  return (await textsOf({ sheets: [{ rows }], formats: [format], properties }))["A1"];
}
