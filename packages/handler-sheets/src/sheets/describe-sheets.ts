import {
  extent,
  type HandlerContext,
  type HandlerEvent,
  type HandlerInfo,
  type Json,
  notice,
  type Outline,
  type OutlineEntry,
  quoted,
} from "@reader/core/handler";
import { createYielder } from "@reader/core/internal";
import {
  cellText,
  columnLetters,
  createColumnProfile,
  type ProfiledCell,
  rangeAddress,
  wholeSheet,
} from "@reader/document/tables";
import { macroNotice } from "@reader/office-kit/vba";
import type { NamedRange, Row, Sheet, Workbook } from "./workbook.ts";

/** Maximum number of sheets whose rows are sampled. Other sheets are reported with name and range only. */
const maxProfiledSheets = 20;

/** Maximum number of names listed. */
const maxNames = 200;

/**
 * Describes a workbook: its sheets with their columns, its tables and names. Only the first rows of each sheet are
 * read.
 */
export async function describeSheets(open: () => Promise<Workbook>, context: HandlerContext): Promise<HandlerInfo> {
  context.signal.throwIfAborted();
  const workbook = await open();
  const pause = createYielder(context.signal);
  try {
    const sheets: Json[] = [];
    for (const [index, sheet] of workbook.sheets.entries()) {
      await pause();
      sheets.push(await sheetFacts(sheet, index < maxProfiledSheets ? "profiled" : "named"));
    }
    const names = (await workbook.names()).slice(0, maxNames).map(nameFacts);
    const facts = {
      ...workbook.properties,
      sheets,
      ...(names.length === 0 ? {} : { names }),
      ...(workbook.hasMacros ? { macros: true } : {}),
      ...moduleFacts(workbook.modules ?? []),
      ...embeddedFacts(workbook.embedded ?? []),
      ...outsideFacts(workbook),
    };
    return { extents: [extent("sheet", workbook.sheets.length)], facts };
  } finally {
    await workbook.close();
  }
}

function moduleFacts(modules: NonNullable<Workbook["modules"]>): Readonly<Record<string, Json>> {
  return modules.length === 0 ? {} : { macroModules: modules.slice(0, maxNames).map(({ name }) => name) };
}

function embeddedFacts(files: NonNullable<Workbook["embedded"]>): Readonly<Record<string, Json>> {
  return files.length === 0 ? {} : { embeddedFiles: files.slice(0, maxNames).map(({ name }) => name) };
}

function outsideFacts({ externalLinks = [], connections = [] }: Workbook): Readonly<Record<string, Json>> {
  return {
    ...(externalLinks.length === 0 ? {} : { externalLinks: externalLinks.slice(0, maxNames) }),
    ...(connections.length === 0 ? {} : { connections: connections.slice(0, maxNames) }),
  };
}

function nameFacts({ name, kind, range, refersTo, isHidden }: NamedRange): Json {
  return {
    name,
    kind,
    refersTo: refersTo === "" && range !== undefined ? rangeAddress(range) : refersTo,
    ...(isHidden === true ? { hidden: true } : {}),
  };
}

/** Number of rows sampled per sheet. */
const sampleRows = 1000;

/** Number of rows included in full, with the header rows. */
const shownRows = 3;

/** Limits on the columns and characters of those rows. */
const shownColumns = 50;
const shownCharacters = 100;

/** Returns the facts about a sheet for `info`. With `named`, its rows are not read. */
async function sheetFacts(sheet: Sheet, depth: "profiled" | "named"): Promise<Json> {
  const { name, dimension, state, kind } = sheet;
  const facts = {
    name,
    ...(dimension === undefined ? {} : { range: rangeAddress(dimension) }),
    ...(state === "visible" ? {} : { state }),
    ...(kind === "cells" ? {} : { kind }),
  };
  return depth === "named" ? facts : { ...facts, ...(await profileOf(sheet)) };
}

async function profileOf(sheet: Sheet): Promise<{ readonly [name: string]: Json }> {
  const { frozenRows, hiddenColumns } = await sheet.layout();
  const rows = await firstRows(sheet);
  const [first] = rows;
  if (first === undefined) return { empty: true };
  const firstColumn = rows.reduce(
    (least, { cells }) => Math.min(least, cells[0]?.column ?? least),
    wholeSheet.lastColumn,
  );
  const profile = createColumnProfile({
    firstColumn,
    mayHaveTitle: true,
    headerRows: frozenRows > 0 ? headersIn(rows, frozenRows) : undefined,
  });
  for (const row of rows) profile.add(denseCells(row, firstColumn));
  const { rows: sampled, headerRows, titleRows, columns } = profile.finish();
  const formulas = rows.reduce(
    (sum, { cells }) => sum + cells.filter(({ formula }) => formula !== undefined).length,
    0,
  );
  return {
    columns: columns.map((column) => ({ ...column })),
    headerRows,
    ...(titleRows === undefined ? {} : { titleRows }),
    sampledRows: sampled,
    isWholeSheet: rows.length < sampleRows,
    ...(formulas === 0 ? {} : { formulas }),
    ...(frozenRows === 0 ? {} : { frozenRows }),
    ...(hiddenColumns.length === 0 ? {} : { hiddenColumns: hiddenColumns.length }),
    firstRows: rows.slice(0, shownRows).map(({ row, cells }) => ({
      row,
      values: Object.fromEntries(
        cells.slice(0, shownColumns).map(({ column, text }) => [columnLetters(column), text.slice(0, shownCharacters)]),
      ),
    })),
  };
}

async function firstRows(sheet: Sheet): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for await (const batch of sheet.rows(wholeSheet)) {
    for (const row of batch) if (row.cells.length > 0) rows.push(row);
    if (rows.length >= sampleRows) break;
  }
  return rows.slice(0, sampleRows);
}

/** Returns the number of header rows. Frozen rows can be empty, and rows above the column names are titles. */
function headersIn(rows: readonly Row[], frozenRows: number): number {
  return rows.filter(({ row }) => row <= frozenRows).length;
}

function denseCells({ cells }: Row, firstColumn: number): readonly (ProfiledCell | undefined)[] {
  const dense: (ProfiledCell | undefined)[] = [];
  for (const cell of cells) {
    const at = cell.column - firstColumn;
    // A cell at the far right must not create 16 384 array elements.
    if (at < maxDense) dense[at] = cell;
  }
  return dense;
}

const maxDense = 256;

/** Maximum number of tables and names in the outline. */
const maxListedNames = 500;

/** Lists the sheets with their used ranges, and below each sheet its tables and names. */
export async function outlineSheets(open: () => Promise<Workbook>, { signal }: HandlerContext): Promise<Outline> {
  signal.throwIfAborted();
  const workbook = await open();
  try {
    const names = usefulNames(await workbook.names()).slice(0, maxListedNames);
    return { entries: workbook.sheets.map((sheet, index) => sheetEntry(sheet, index, names)) };
  } finally {
    await workbook.close();
  }
}

function sheetEntry(sheet: Sheet, index: number, names: readonly NamedRange[]): OutlineEntry {
  const children = names.flatMap((each) => (each.sheet === index ? nameEntry(each) : []));
  return {
    kind: "sheet",
    name: sheet.name,
    title: sheetLabel(sheet),
    place: { unit: "sheet", index: index + 1 },
    ...(children.length === 0 ? {} : { children }),
  };
}

function nameEntry({ name, kind, range, refersTo, sheet }: NamedRange): readonly OutlineEntry[] {
  if (sheet === undefined) return [];
  const where = range === undefined ? refersTo : rangeAddress(range);
  const title = `${kind} ${name} ${where}`.trim();
  return [{ kind: "entry", name, title, place: { unit: "sheet", index: sheet + 1 } }];
}

/** Maximum number of sheets and names listed. */
const maxSheets = 200;
const maxOverviewNames = 50;

/** Maximum number of characters shown of a property or a definition of a name. */
const maxValueCharacters = 300;

/** Describes a workbook before its sheets: properties, sheets, tables and names. */
export async function overviewOf(workbook: Workbook): Promise<string> {
  const all = (await workbook.names()).filter(isOwnName);
  const names = usefulNames(all);
  const lines = Object.entries(workbook.properties).map(
    ([name, value]) => `${name}: ${shortened(value)}
`,
  );
  const facts = lines.join("");
  const contents = [
    sheetList(workbook.sheets),
    nameList(
      "Tables",
      names.filter(({ kind }) => kind === "table"),
    ),
    nameList(
      "Names",
      names.filter(({ kind }) => kind === "name"),
    ),
    brokenNames(all.length - names.length),
  ].join("");
  return `${facts}${facts === "" ? "" : "\n"}${contents}${contents === "" ? "" : "\n"}`;
}

/** Names that programs make: of custom views, and LibreOffice's of names that Excel reserves. */
const programName = /\.wvu\.|^Excel_BuiltIn_/i;

/** True if an author could have made the name. */
function isOwnName({ name, isHidden }: NamedRange): boolean {
  return isHidden !== true && !programName.test(name);
}

/** Returns the names of authors that still have a target. Deleted cells leave `#REF!` behind. */
function usefulNames(names: readonly NamedRange[]): readonly NamedRange[] {
  return names.filter((name) => isOwnName(name) && !isBroken(name.refersTo));
}

/** True if all areas of a reference are deleted. Formulas and texts that contain `#REF!` can still have a value. */
function isBroken(refersTo: string): boolean {
  const withoutSheets = refersTo.replaceAll(/'(?:[^']|'')*'/g, "");
  return !/["()]/.test(withoutSheets) && withoutSheets.split(/[,;~]/).every((area) => area.includes("#REF!"));
}

function brokenNames(count: number): string {
  if (count === 0) return "";
  return `${count} ${count === 1 ? "name" : "names"} without a target (#REF!)\n`;
}

/** Returns the notices about the whole workbook. */
export function workbookNotices(workbook: Workbook): readonly HandlerEvent[] {
  const { hasMacros, modules = [], sheets, embedded = [], remarks = [] } = workbook;
  const events: HandlerEvent[] = [];
  if (sheets.length === 0) events.push(notice("The workbook has no sheets."));
  if (hasMacros) events.push(macroNotice("The workbook has", modules));
  if (embedded.length > 0) events.push(notice(embeddedWords(embedded.map(({ name }) => name))));
  for (const remark of [...remarks, ...outsideRemarks(workbook)]) events.push(notice(remark));
  return events;
}

function outsideRemarks({ externalLinks = [], connections = [] }: Workbook): readonly string[] {
  const remarks = [
    ["Its formulas refer to other files, which are not opened", externalLinks],
    ["It has data connections, which are not refreshed", connections],
  ] as const;
  return remarks.flatMap(([words, names]) => (names.length === 0 ? [] : [`${words}: ${listed(names)}.`]));
}

/** Maximum number of links and connections listed in a notice. */
const maxOutside = 10;

function listed(names: readonly string[]): string {
  const more = names.length > maxOutside ? ` and ${names.length - maxOutside} more` : "";
  return `${names.slice(0, maxOutside).join(", ")}${more}`;
}

/** Maximum number of embedded files listed. */
const maxEmbedded = 10;

function embeddedWords(names: readonly string[]): string {
  const listed = names.slice(0, maxEmbedded).map((name) => quoted(name));
  const more = names.length > maxEmbedded ? ` and ${names.length - maxEmbedded} more` : "";
  const files = names.length === 1 ? "an embedded file" : "embedded files";
  return `The workbook has ${files}, to be read with \`select\`: ${listed.join(", ")}${more}.`;
}

/** Lists the sheets. A single sheet is described at its own place. */
function sheetList(sheets: readonly Sheet[]): string {
  if (sheets.length < 2) return "";
  const lines = sheets.slice(0, maxSheets).map((sheet) => `- ${sheetLabel(sheet)}\n`);
  const more = sheets.length > maxSheets ? `- and ${sheets.length - maxSheets} more\n` : "";
  return `${sheets.length} sheets:\n${lines.join("")}${more}`;
}

/** `"Q3" A1:F120 · hidden`. */
export function sheetLabel(sheet: Pick<Sheet, "name" | "dimension" | "state" | "kind">, range?: string): string {
  const { name, dimension, state, kind } = sheet;
  const cells = range ?? (dimension === undefined ? "" : rangeAddress(dimension));
  const marks = [kind === "cells" ? "" : `${kind} sheet`, state === "visible" ? "" : state.replace("-", " ")];
  const marked = marks.filter((mark) => mark !== "").map((mark) => ` · ${mark}`);
  return `${quoted(name, maxValueCharacters)}${cells === "" ? "" : ` ${cells}`}${marked.join("")}`;
}

function nameList(title: string, names: readonly NamedRange[]): string {
  if (names.length === 0) return "";
  const listed = names.slice(0, maxOverviewNames).map(nameWords);
  const more = names.length > maxOverviewNames ? ` and ${names.length - maxOverviewNames} more` : "";
  return `${title}: ${listed.join(", ")}${more}\n`;
}

/** Formats a name with its definition. Programs can leave names behind that have none. */
function nameWords({ name, refersTo }: NamedRange): string {
  return refersTo === "" ? cellText(name) : `${cellText(name)} = ${shortened(refersTo)}`;
}

function shortened(value: string): string {
  const line = value.replace(/\s+/gu, " ").trim();
  return line.length <= maxValueCharacters ? line : `${line.slice(0, maxValueCharacters)}…`;
}
