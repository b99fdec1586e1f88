import { quoted, type HandlerContext, type ReadError } from "@reader/core/handler";
import { parseRange, wholeSheet, type CellRange } from "@reader/document/tables";
import { listSheets, outOfRange } from "./list-sheets.ts";
import { meaningOfName, type NameMeaning } from "./named-ranges.ts";
import { splitSelection, type SelectionPart } from "./split-selection.ts";
import { type Workbook } from "../workbook.ts";

/** What is wanted of one sheet. */
export interface SheetWish {
  /** From 0. */
  readonly index: number;
  /** In the order in which they were asked for; absent for all of it. */
  readonly ranges?: readonly CellRange[];
}

/** What is wanted of a workbook. */
export interface WorkbookWish {
  readonly withFormulas: boolean;
  /** Whether all of it is wanted. */
  readonly isWhole: boolean;
  /** In the order of the sheets. */
  readonly sheets: readonly SheetWish[];
}

/**
 * Finds what a request selects: `pages` are sheets by number or name; in `select`, a name is that of a sheet before it
 * is that of a table, a defined name or a range. A range without a sheet is on each of the sheets of `pages`, else on
 * the first that is visible. Throws `out-of-range` for what is not there.
 */
export async function selectSheets(
  workbook: Workbook,
  { path, context }: { readonly path: string; readonly context: Pick<HandlerContext, "pages" | "select"> },
): Promise<WorkbookWish> {
  const { withFormulas, parts } = splitSelection(
    context.select ?? "",
    workbook.sheets.map(({ name }) => name),
  );
  const listed = listSheets(workbook, { path, pages: context.pages });
  if (parts.length === 0) {
    return { withFormulas, isWhole: context.pages === undefined, sheets: listed.map((index) => ({ index })) };
  }
  const found = createWishes();
  const defaults = context.pages === undefined ? [firstVisible(workbook)] : listed;
  for (const part of parts) {
    for (const { index, range } of await findPart(part, { workbook, path, defaults })) found.add(index, range);
  }
  return { withFormulas, isWhole: false, sheets: found.sorted() };
}

interface Finding {
  readonly index: number;
  readonly range: CellRange;
}

interface Place {
  readonly workbook: Workbook;
  readonly path: string;
  /** The sheets of a range that names none. */
  readonly defaults: readonly number[];
}

async function findPart(part: SelectionPart, place: Place): Promise<readonly Finding[]> {
  const { workbook, path } = place;
  const { sheet: named, reference } = part;
  const whole = sheetNamed(workbook, part.text);
  if (whole !== undefined) return [{ index: whole, range: wholeSheet }];
  const sheet = sheetNamed(workbook, named);
  if (named !== undefined && sheet === undefined) throw outOfRange(workbook, path, `sheet named ${quoted(named)}`);
  if (sheet !== undefined && reference === "") return [{ index: sheet, range: wholeSheet }];
  const byName = await meaningOfName(workbook, reference, sheet);
  if (byName !== undefined) return rangesOf(byName, part, place);
  return rangesOn(sheet === undefined ? place.defaults : [sheet], part, place);
}

function rangesOf({ ranges, refersTo, missing }: NameMeaning, part: SelectionPart, place: Place): readonly Finding[] {
  if (missing !== undefined) throw withoutColumn(missing, place);
  if (ranges.length === 0) throw withoutRange(part, refersTo, place);
  return ranges;
}

function rangesOn(sheets: readonly number[], part: SelectionPart, place: Place): readonly Finding[] {
  const { reference } = part;
  // Behind the name of a sheet, `B` and `5` can be nothing but a column and a row.
  const range =
    parseRange(reference) ?? (part.sheet === undefined ? undefined : parseRange(`${reference}:${reference}`));
  if (range === undefined) throw unknownReference(part, place);
  return sheets.map((index) => ({ index, range }));
}

/** Characters of what a name stands for that a message shows. */
const maxShownCharacters = 200;

function withoutRange({ text }: SelectionPart, refersTo: string, { workbook, path }: Place): ReadError {
  const meaning = quoted(refersTo.slice(0, maxShownCharacters));
  return outOfRange(workbook, path, `range for the name ${quoted(text)}, which is ${meaning}`);
}

/** Columns of a table that an error lists. */
const maxColumns = 30;

function withoutColumn(
  { column, table, columns }: NonNullable<NameMeaning["missing"]>,
  { workbook, path }: Place,
): ReadError {
  const names = columns.slice(0, maxColumns).map((name) => quoted(name));
  const more = columns.length > maxColumns ? ` and ${columns.length - maxColumns} more` : "";
  const missing = `column ${quoted(column)} in the table ${quoted(table)}`;
  return outOfRange(workbook, path, `${missing}, which has ${names.join(", ")}${more}`);
}

function unknownReference({ text, sheet }: SelectionPart, { workbook, path }: Place): ReadError {
  const what = sheet === undefined ? "sheet, table, name or range" : "range";
  return outOfRange(workbook, path, `${what} ${quoted(text)}`);
}

/** Programs compare the names of sheets without regard to capitals. */
function sheetNamed({ sheets }: Workbook, name: string | undefined): number | undefined {
  if (name === undefined) return undefined;
  const exact = sheets.findIndex((sheet) => sheet.name === name);
  const index = exact < 0 ? sheets.findIndex((sheet) => sheet.name.toLowerCase() === name.toLowerCase()) : exact;
  return index < 0 ? undefined : index;
}

function firstVisible({ sheets }: Workbook): number {
  const visible = sheets.findIndex(({ state, kind }) => state === "visible" && kind === "cells");
  return Math.max(0, visible);
}

interface Wishes {
  add(index: number, range: CellRange): void;
  sorted(): readonly SheetWish[];
}

function createWishes(): Wishes {
  const wishes = new Map<number, CellRange[]>();
  return {
    add(index, range) {
      const ranges = wishes.get(index) ?? [];
      ranges.push(range);
      wishes.set(index, ranges);
    },
    sorted: () =>
      [...wishes]
        .toSorted(([one], [other]) => one - other)
        .map(([index, ranges]) => (ranges.includes(wholeSheet) ? { index } : { index, ranges })),
  };
}
