import {
  extent,
  type HandlerContext,
  type HandlerEvent,
  notice,
  type Notice,
  type PageRange,
  quoted,
  ReadError,
  text,
} from "@reader/core/handler";
import { createYielder } from "@reader/core/internal";
import { withImageLines, type EmbeddedFile } from "@reader/document/content";
import { areMacrosAsked, macroEvents } from "@reader/office-kit/vba";
import { type CellRange, parseRange, wholeSheet } from "@reader/document/tables";
import { overviewOf, workbookNotices } from "./describe-sheets.ts";
import { sheetEvents } from "./sheet-events.ts";
import type { FormulaCount } from "./sheet-tally.ts";
import type { Workbook } from "./workbook.ts";
import { meaningOfName, type NameMeaning } from "./selection/named-ranges.ts";
import { mergedCellsFilled, visiblePart } from "./selection/chosen-sheet.ts";
import { type SelectionPart, type SplitSelection, splitSelection } from "./selection/split-selection.ts";

/** The path of a workbook, for messages, and what is requested of it. */
export interface SheetsRequest {
  readonly path: string;
  readonly context: HandlerContext;
}

/** Opens a workbook and yields the requested content in sheet order. Always closes the workbook. */
export async function* readSheets(open: () => Promise<Workbook>, request: SheetsRequest): AsyncGenerator<HandlerEvent> {
  const { context } = request;
  context.signal.throwIfAborted();
  const workbook = await open();
  try {
    const embedded = embeddedNamed(workbook, context.select);
    if (embedded !== undefined) {
      yield* context.nested(embedded.name, await embedded.bytes());
      return;
    }
    if (asksForMacros(workbook, context.select)) {
      yield* macroEvents(workbook.modules ?? []);
      return;
    }
    yield* selectionEvents(workbook, request);
  } finally {
    await workbook.close();
  }
}

async function* selectionEvents(workbook: Workbook, request: SheetsRequest): AsyncGenerator<HandlerEvent> {
  const { context } = request;
  const selected = await selectSheets(workbook, request);
  yield extent("sheet", workbook.sheets.length);
  yield* workbookNotices(workbook);
  const isCsv = context.tables === "csv";
  const isComplete = selected.isWhole && !isCsv;
  const overview = isComplete ? await overviewOf(workbook) : "";
  if (overview !== "") yield text(overview);
  yield* hiddenSheets(workbook, selected);
  yield* withImageLines(selectedSheets(workbook, { ...selected, isCsv }, createYielder(context.signal)), context);
  const closing = isComplete ? ((await workbook.closingText?.()) ?? "") : "";
  if (closing !== "") yield text(closing);
}

function embeddedNamed({ embedded = [] }: Workbook, select: string | undefined): EmbeddedFile | undefined {
  const wanted = select?.trim().toLowerCase();
  return embedded.find(({ name }) => name.toLowerCase() === wanted);
}

/** True if the request asks for macros. A sheet with the same name takes precedence. */
function asksForMacros({ modules = [], sheets }: Workbook, select: string | undefined): boolean {
  return areMacrosAsked(select, modules) && sheets.every(({ name }) => name.toLowerCase() !== "macros");
}

async function* selectedSheets(
  workbook: Workbook,
  { sheets, withFormulas, isVisibleOnly, isFilled, isCsv }: WorkbookSelection & { readonly isCsv: boolean },
  pause: () => Promise<void>,
): AsyncGenerator<HandlerEvent> {
  let all = 0;
  let uncalculated = 0;
  const onFormulas = (count: FormulaCount): void => {
    all += count.all;
    uncalculated += count.uncalculated;
  };
  for (const { index, ranges } of sheets) {
    const given = workbook.sheets[index];
    await pause();
    if (given === undefined) continue;
    const filled = isFilled ? mergedCellsFilled(given) : given;
    const sheet = isVisibleOnly ? visiblePart(filled) : filled;
    const events = sheetEvents({ sheet, index, ranges, withFormulas, isCsv, pause, onFormulas });
    yield* sheets.length === 1 ? events : untilDamage(events, { name: sheet.name, index });
  }
  if (all > 0 && !withFormulas) yield formulaNotice({ all, uncalculated });
  if (all > uncalculated && workbook.isCalculatedOnOpening === true) yield notice(oldValues);
}

/** Yields the events of a sheet up to any damage, so that a damaged sheet does not affect the others. */
async function* untilDamage(
  events: AsyncIterable<HandlerEvent>,
  { name, index }: { readonly name: string; readonly index: number },
): AsyncGenerator<HandlerEvent> {
  try {
    yield* events;
  } catch (error) {
    if (!ReadError.is(error) || error.code !== "corrupt") throw error;
    yield notice(`Sheet ${quoted(name)} is damaged: ${error.message}`, { unit: "sheet", index: index + 1 });
  }
}

/** Programs that do not calculate store 0 or nothing for formulas, and have Excel calculate them. */
const oldValues =
  "The workbook is to be calculated when it is opened: the values of its formulas may be wrong until a spreadsheet program saves it.";

function formulaNotice({ all, uncalculated }: FormulaCount): Notice {
  const what = all === 1 ? "One of the cells shown has a formula" : `${all} of the cells shown have formulas`;
  const how = `put \`=\` before what you \`select\`, as in "=Sheet1!A1:D20" or "=" alone, to see them.`;
  return notice(`${what}: ${how}${uncalculatedWords(uncalculated)}`);
}

function uncalculatedWords(count: number): string {
  if (count === 0) return "";
  return count === 1
    ? " One formula has no value yet, because no program has calculated it."
    : ` ${count} formulas have no value yet, because no program has calculated them.`;
}

function hiddenSheets({ sheets }: Workbook, selected: WorkbookSelection): readonly Notice[] {
  const count = selected.sheets.filter(({ index }) => sheets[index]?.state !== "visible").length;
  return count === 0 ? [] : [{ type: "notice", code: "hidden-content", what: "sheet", count }];
}

/** The requested content of one sheet. */
interface SheetSelection {
  /** From 0. */
  readonly index: number;
  /** In the requested order; absent for the whole sheet. */
  readonly ranges?: readonly CellRange[];
}

/** The requested content of a workbook. */
interface WorkbookSelection extends Omit<SplitSelection, "parts"> {
  /** True if the whole workbook is requested. */
  readonly isWhole: boolean;
  /** In the order of the sheets. */
  readonly sheets: readonly SheetSelection[];
}

/**
 * Resolves a request. `pages` are sheets by number or name. In `select`, a name is matched with sheets first, then with
 * tables, defined names and ranges. A range without a sheet applies to each sheet of `pages`, or else to the first
 * visible sheet. Throws `out-of-range` for anything that does not exist.
 */
export async function selectSheets(
  workbook: Workbook,
  { path, context }: { readonly path: string; readonly context: Pick<HandlerContext, "pages" | "select"> },
): Promise<WorkbookSelection> {
  const { parts, ...options } = splitSelection(
    context.select ?? "",
    workbook.sheets.map(({ name }) => name),
  );
  const listed = listSheets(workbook, { path, pages: context.pages });
  if (parts.length === 0) {
    const isWhole = context.pages === undefined;
    const isListed = (index: number): boolean =>
      !options.isVisibleOnly || !isWhole || workbook.sheets[index]?.state === "visible";
    return { ...options, isWhole, sheets: listed.filter(isListed).map((index) => ({ index })) };
  }
  const found = createSelectionBuilder();
  const defaults = context.pages === undefined ? [firstVisible(workbook)] : listed;
  for (const part of parts) {
    for (const { index, range } of await findPart(part, { workbook, path, defaults })) found.add(index, range);
  }
  return { ...options, isWhole: false, sheets: found.sorted() };
}

interface Finding {
  readonly index: number;
  readonly range: CellRange;
}

interface Place {
  readonly workbook: Workbook;
  readonly path: string;
  /** The sheets for ranges without a sheet name. */
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
  // After a sheet name, `B` and `5` can only be a column and a row.
  const range =
    parseRange(reference) ?? (part.sheet === undefined ? undefined : parseRange(`${reference}:${reference}`));
  if (range === undefined) throw unknownReference(part, place);
  return sheets.map((index) => ({ index, range }));
}

/** Maximum number of characters of a definition in a message. */
const maxShownCharacters = 200;

function withoutRange({ text }: SelectionPart, refersTo: string, { workbook, path }: Place): ReadError {
  const meaning = quoted(refersTo.slice(0, maxShownCharacters));
  return outOfRange(workbook, path, `range for the name ${quoted(text)}, which is ${meaning}`);
}

/** Maximum number of columns listed in an error. */
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

/** Finds a sheet by name. Spreadsheet programs ignore case in sheet names. */
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

interface SelectionBuilder {
  add(index: number, range: CellRange): void;
  sorted(): readonly SheetSelection[];
}

function createSelectionBuilder(): SelectionBuilder {
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

/** Maximum number of sheet names listed in an error. */
const maxListed = 20;

/** The selected sheets, and the path for messages. */
interface SheetListRequest {
  readonly path: string;
  readonly pages: readonly PageRange[] | undefined;
}

/**
 * Returns the indexes of the sheets that `pages` names, from 0, ascending and without duplicates; all sheets without
 * `pages`.
 */
function listSheets(workbook: Workbook, { path, pages }: SheetListRequest): readonly number[] {
  const total = workbook.sheets.length;
  if (pages === undefined) return span(0, total - 1);
  const wanted = new Set<number>();
  for (const range of pages) {
    for (const index of "label" in range ? labelled(range.label, workbook, path) : numbered(range, workbook, path)) {
      wanted.add(index);
    }
  }
  return [...wanted].toSorted((one, other) => one - other);
}

function span(first: number, last: number): readonly number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}

function numbered(
  { first, last }: { readonly first: number; readonly last?: number },
  workbook: Workbook,
  path: string,
): readonly number[] {
  const total = workbook.sheets.length;
  if (first < 0 && total > 0) return span(Math.max(0, total + first), total - 1);
  if (first < 1 || first > total) throw outOfRange(workbook, path, `sheet ${first}`);
  return span(first - 1, Math.min(total, last ?? total) - 1);
}

function labelled(label: string, workbook: Workbook, path: string): readonly number[] {
  const name = label.replace(/^(["'])(.*)\1$/s, "$2").toLowerCase();
  const index = workbook.sheets.findIndex((sheet) => sheet.name.toLowerCase() === name);
  if (index < 0) throw outOfRange(workbook, path, `sheet named ${quoted(label)}`);
  return [index];
}

/** Creates the error for something that the workbook does not have. Lists its sheets. */
function outOfRange({ sheets }: Workbook, path: string, missing: string): ReadError {
  const total = sheets.length;
  const names = sheets.slice(0, maxListed).map(({ name }) => quoted(name));
  const more = total > maxListed ? ` and ${total - maxListed} more` : "";
  const list = total === 0 ? "no sheets" : `the ${total === 1 ? "sheet" : "sheets"} ${names.join(", ")}${more}`;
  return new ReadError("out-of-range", `${path} has ${list} and no ${missing}.`, {
    hint: 'Ask for a sheet or a range as in "Sheet1!A1:D20", or for `pages` by the number of a sheet.',
    details: { total, unit: "sheet" },
  });
}
