import { ReadError, type HandlerContext, type Source } from "@reader/core/handler";
import { createTextDecoder } from "@reader/core/internal";
import { loadHtmlEngine } from "@reader/document";
import { wholeSheet, type CellRange } from "@reader/document/tables";
import { type Row, type Sheet, type Workbook } from "../sheets/workbook.ts";
import { newLimits } from "./checked-sheet.ts";
import { parseWorkbook } from "./checked-workbook.ts";
import { loadSheetEngine, parseOptions } from "./engine.ts";
import { createHtmlTableListener, type HtmlTables } from "./html-tables.ts";
import { workbookOf } from "./parsed-workbook.ts";

/** Opens XML Spreadsheet 2003 or the tables of a web page. Throws `corrupt` or `too-large`. */
export async function openMarkup(source: Source, context: HandlerContext): Promise<Workbook> {
  const bytes = await source.bytes();
  const text = source.sniff.text;
  const markup = text === undefined ? new TextDecoder().decode(bytes) : await createTextDecoder(text).decode(bytes);
  context.signal.throwIfAborted();
  const isXml = markup.includes("urn:schemas-microsoft-com:office:spreadsheet");
  return isXml ? openXml(source.path, markup) : openHtml(source.path, markup);
}

/** Attributes with which a few bytes could ask for more rows or columns than a sheet has. */
const reach = /\b(Index|Span|MergeAcross|MergeDown)\s*=\s*["']\s*(\d+)/g;

/** Maximum number of columns described by spans in all sheets. SheetJS processes each column. */
const maxSpanned = 1_000_000;

async function openXml(path: string, markup: string): Promise<Workbook> {
  let spanned = 0;
  for (const [, name, number] of markup.matchAll(reach)) {
    if (name === "Span") spanned += Number(number);
    const isOutside = Number(number) > wholeSheet.lastRow || spanned > maxSpanned;
    if (isOutside) throw new ReadError("corrupt", `${path} is damaged: it has cells outside of any sheet.`);
  }
  const engine = await loadSheetEngine();
  const parsed = parseWorkbook(path, newLimits, () => engine.read(new TextEncoder().encode(markup), parseOptions));
  return workbookOf(parsed, { hasMacros: false, supplements: [] });
}

/** The sheet name that Excel writes into a page. */
const sheetName = /<x:Name>([^<]{1,31})<\/x:Name>/;
const nameCharacters = 10_000;

async function openHtml(path: string, markup: string): Promise<Workbook> {
  const readHtml = await loadHtmlEngine();
  const listener = createHtmlTableListener();
  readHtml(markup, listener);
  const tables = listener.finish();
  if (!tables.hasTable) throw new ReadError("corrupt", `${path} is not an Excel workbook: it contains no table.`);
  return {
    sheets: [sheetOf(sheetName.exec(markup.slice(0, nameCharacters))?.[1] ?? "Sheet1", tables)],
    names: () => Promise.resolve([]),
    properties: {},
    hasMacros: false,
    remarks: ["The file is a web page, not a workbook: its tables and text are shown as one sheet."],
    close: () => Promise.resolve(),
  };
}

function sheetOf(name: string, { rows, merged, notes }: HtmlTables): Sheet {
  return {
    name,
    state: "visible",
    kind: "cells",
    dimension: dimensionOf(rows),
    rows: (range) => rowsIn(rows, range),
    layout: () => Promise.resolve({ hiddenColumns: [], frozenRows: 0 }),
    extras: () => Promise.resolve({ merged, notes, drawings: [] }),
    hasFarExtras: false,
    async *images() {
      // The images of a web page are not part of its file.
    },
  };
}

function dimensionOf(rows: readonly Row[]): CellRange | undefined {
  const [first] = rows;
  if (first === undefined) return undefined;
  const range = {
    firstRow: first.row,
    lastRow: rows.at(-1)?.row ?? 0,
    firstColumn: wholeSheet.lastColumn,
    lastColumn: 1,
  };
  for (const { cells } of rows) {
    range.firstColumn = Math.min(range.firstColumn, cells[0]?.column ?? range.firstColumn);
    range.lastColumn = Math.max(range.lastColumn, cells.at(-1)?.column ?? 1);
  }
  return range;
}

/** Number of rows in a batch. */
const batchRows = 500;

async function* rowsIn(rows: readonly Row[], range: CellRange): AsyncGenerator<readonly Row[]> {
  const wanted = rows.filter(({ row }) => row >= range.firstRow && row <= range.lastRow);
  for (let at = 0; at < wanted.length; at += batchRows) {
    yield wanted.slice(at, at + batchRows).map(({ row, cells }) => ({
      row,
      cells: cells.filter(({ column }) => column >= range.firstColumn && column <= range.lastColumn),
    }));
  }
}
