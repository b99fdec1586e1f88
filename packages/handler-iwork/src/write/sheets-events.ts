import {
  extent,
  type HandlerContext,
  type HandlerEvent,
  type HandlerInfo,
  notice,
  type Outline,
  type Place,
  quoted,
  ReadError,
  text,
} from "@reader/core/handler";
import { createYielder } from "@reader/core/internal";
import { createDocumentBuilder } from "@reader/document/builder";
import { frontMatter, withImageLines } from "@reader/document/content";
import { cellText, columnLetters, intersect, parseRange, rangeAddress, type CellRange } from "@reader/document/tables";
import type { Content, NumbersDocument, Sheet, Table } from "../model/apple-document.ts";
import { chosenUnits, keyOf, type UnitRequest } from "./choose.ts";
import { namedFacts } from "./slides-events.ts";
import { builtEvents } from "./image-events.ts";
import { writeContents } from "./write-contents.ts";

/** Yields a workbook sheet by sheet: its tables with the addresses of cells, and the texts and charts beside them. */
export async function* sheetsEvents(
  { facts, sheets }: NumbersDocument,
  { path, context }: { readonly path: string; readonly context: HandlerContext },
): AsyncGenerator<HandlerEvent> {
  const { pages, select } = context;
  const request: UnitRequest = { path, unit: "sheet", names: sheets.map(({ name }) => name), pages };
  const numbers = chosenUnits(request);
  const wish = select === undefined ? undefined : selectionOf(select, sheets, path);
  yield extent("sheet", sheets.length);
  if (pages === undefined && select === undefined) yield* frontMatter(facts);
  const pause = createYielder(context.signal);
  for (const number of numbers) {
    const sheet = sheets[number - 1];
    if (sheet === undefined || (wish !== undefined && wish.sheet !== sheet)) continue;
    yield* withImageLines(sheetEvents(sheet, number, { context, wish }), context);
    await pause();
  }
}

/** A part of the workbook that a request selects. */
interface Selection {
  readonly sheet: Sheet;
  /** The only table that is wanted. */
  readonly table?: Table | undefined;
  readonly range?: CellRange | undefined;
}

/** Finds `Sheet`, `Table`, `Table!A1:C10`, or `A1:C10` in the first table. Throws `out-of-range`. */
function selectionOf(select: string, sheets: readonly Sheet[], path: string): Selection {
  const bang = select.lastIndexOf("!");
  const range = parseRange(select.slice(bang + 1).trim());
  const name = range === undefined ? select : select.slice(0, Math.max(0, bang));
  const key = keyOf(name.replace(/^'(.*)'$/, "$1").replace(/^"(.*)"$/, "$1"));
  const tables = sheets.flatMap((sheet) => tablesOf(sheet).map((table) => ({ sheet, table })));
  if (key === "" && tables[0] !== undefined) return { ...tables[0], range };
  const table = tables.find((each) => keyOf(each.table.name) === key);
  const sheet = sheets.find((each) => keyOf(each.name) === key);
  if (sheet !== undefined) return { sheet, table: range === undefined ? undefined : tablesOf(sheet)[0], range };
  if (table !== undefined) return { ...table, range };
  const known = [...sheets.map((each) => each.name), ...tables.map((each) => each.table.name)].slice(0, maxNamed);
  throw new ReadError("out-of-range", `${path} has no sheet or table called ${quoted(name)}.`, {
    hint: `Select one of ${known.map((each) => quoted(each)).join(", ")}, or cells as in "Table!A1:C10".`,
    details: { total: sheets.length, unit: "sheet" },
  });
}

/** Maximum number of names that an error lists. */
const maxNamed = 30;

function tablesOf({ contents }: Sheet): readonly Table[] {
  return contents.filter((content) => content.type === "table");
}

interface SheetOptions {
  readonly context: HandlerContext;
  readonly wish: Selection | undefined;
}

async function* sheetEvents(
  sheet: Sheet,
  index: number,
  { context, wish }: SheetOptions,
): AsyncGenerator<HandlerEvent> {
  const at: Place = { unit: "sheet", index, label: quoted(sheet.name) };
  const contents = wish?.table === undefined ? sheet.contents : [wish.table];
  let isFirst = true;
  for (const content of contents) {
    if (!isFirst) yield text("\n", at);
    if (content.type === "table") yield* tableEvents(content, at, { context, range: wish?.range });
    else yield* otherEvents(content, at, context);
    isFirst = false;
  }
  if (isFirst) yield text("(empty)\n", at);
}

/** Number of rows of one event. */
const rowsPerEvent = 200;

interface TableOptions {
  readonly context: HandlerContext;
  readonly range: CellRange | undefined;
}

/** Yields a table: its name and range, the letters of its columns, and its rows with their numbers. */
async function* tableEvents(table: Table, at: Place, { context, range }: TableOptions): AsyncGenerator<HandlerEvent> {
  const whole = wholeRange(table);
  const shown = range === undefined ? whole : intersect(whole, range);
  if (shown === undefined) {
    yield notice(`The table ${quoted(table.name)} has the cells ${rangeAddress(whole)} only.`, at);
    return;
  }
  // Numbers and letters of cells are no values, so CSV has none.
  const isCsv = context.tables === "csv";
  yield text(`${table.name === "" ? "Table" : table.name} ${rangeAddress(shown)}:\n\n${headLines(shown, isCsv)}`, at);
  const pause = createYielder(context.signal);
  let lines: string[] = [];
  for (const row of table.rows()) {
    if (row.number < shown.firstRow || row.number > shown.lastRow) continue;
    lines.push(rowLine(isCsv ? [] : [String(row.number)], row.cells, shown));
    if (lines.length < rowsPerEvent) continue;
    yield text(lines.join(""), at);
    lines = [];
    await pause();
  }
  if (lines.length > 0) yield text(lines.join(""), at);
}

function headLines({ firstColumn, lastColumn }: CellRange, isCsv: boolean): string {
  const length = lastColumn - firstColumn + 1;
  const letters = Array.from({ length }, (_, index) => (isCsv ? " " : columnLetters(firstColumn + index)));
  const cells = isCsv ? letters : [" ", ...letters];
  return `|${cells.join("|")}|\n|${"-|".repeat(cells.length)}\n`;
}

function wholeRange({ rowCount, columnCount }: Table): CellRange {
  return { firstRow: 1, lastRow: Math.max(1, rowCount), firstColumn: 1, lastColumn: Math.max(1, columnCount) };
}

/** Empty cells at the end of a row are left out. */
function rowLine(
  start: readonly string[],
  cells: readonly { column: number; text: string }[],
  shown: CellRange,
): string {
  const { firstColumn, lastColumn } = shown;
  const texts: string[] = [];
  for (const { column, text: words } of cells) {
    if (column < firstColumn || column > lastColumn) continue;
    while (texts.length < column - firstColumn) texts.push("");
    texts.push(cellText(words));
  }
  return `|${[...start, ...texts].join("|")}|\n`;
}

async function* otherEvents(content: Content, at: Place, context: HandlerContext): AsyncGenerator<HandlerEvent> {
  const builder = createDocumentBuilder();
  writeContents([content], builder);
  yield* builtEvents(builder, at, context);
}

/** Returns the sheets with their tables. */
export function sheetsOutline({ sheets }: NumbersDocument): Outline {
  return {
    entries: sheets.map((sheet, at) => ({
      kind: "sheet" as const,
      name: sheet.name,
      title: sheet.name,
      place: { unit: "sheet" as const, index: at + 1, label: quoted(sheet.name) },
      children: tablesOf(sheet).map((table) => ({
        kind: "entry" as const,
        name: table.name,
        title: `${table.name} ${rangeAddress(wholeRange(table))}`,
      })),
    })),
  };
}

/** Describes a workbook. */
export function describeSheets({ facts, sheets }: NumbersDocument): HandlerInfo {
  const tables = sheets.flatMap((sheet) =>
    tablesOf(sheet).map((table) => `${sheet.name} / ${table.name} ${rangeAddress(wholeRange(table))}`),
  );
  return {
    extents: [extent("sheet", sheets.length)],
    facts: { ...namedFacts(facts), sheets: sheets.map(({ name }) => name), tables },
  };
}
