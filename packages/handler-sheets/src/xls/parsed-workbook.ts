import type { HandlerEvent } from "@reader/core/handler";
import type { EmbeddedFile } from "@reader/document/content";
import type { MacroModule } from "@reader/office-kit/vba";
import { createNumberFormats } from "../sheets/number-formats/number-formats.ts";
import { builtinNumberFormat } from "../sheets/number-formats/builtin-number-format.ts";
import { placeOfReference } from "../sheets/selection/reference.ts";
import type { NamedRange, Sheet, Workbook } from "../sheets/workbook.ts";
import type { CheckedSheet } from "./checked-sheet.ts";
import type { CheckedName, CheckedWorkbook } from "./checked-workbook.ts";
import { formatCodes, notesOf, rowsOf, usedRange, type FormatOf } from "./parsed-cells.ts";

/** What the library does not read of a sheet. */
export interface SheetSupplement {
  readonly frozenRows: number;
  /** Whether a range of it that is to be filtered is still filtered: some programs only forget to remove its name. */
  readonly hasFilter: boolean;
  /** What is drawn on it, in words. */
  drawings(): Promise<readonly string[]>;
  pictures(): AsyncIterable<HandlerEvent>;
}

/** What goes with a parsed workbook. */
export interface ParsedExtras {
  readonly hasMacros: boolean;
  /** Properties under the library's names, instead of those that it has found. */
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly modules?: readonly MacroModule[];
  /** By the index of the sheet. */
  readonly supplements: readonly (SheetSupplement | undefined)[];
  readonly embedded?: readonly EmbeddedFile[];
  /** Sentences about a file that is not all there. */
  readonly remarks?: readonly string[];
}

/** A workbook that the library has read as a whole, in the form that all workbooks have here. */
export async function workbookOf(parsed: CheckedWorkbook, extras: ParsedExtras): Promise<Workbook> {
  const formatOf = await formatsOf(parsed);
  return {
    sheets: parsed.sheets.map((sheet, index) => sheetOf(sheet, formatOf, extras.supplements[index])),
    names: () => Promise.resolve(namesOf(parsed)),
    properties: propertiesOf(extras.properties ?? parsed.properties),
    hasMacros: extras.hasMacros,
    modules: extras.modules ?? [],
    embedded: extras.embedded ?? [],
    remarks: [...(extras.remarks ?? []), ...outsideWords(parsed.sheets)],
    close: () => Promise.resolve(),
  };
}

/** What is said of cells that no program shows. */
function outsideWords(sheets: readonly CheckedSheet[]): readonly string[] {
  const count = sheets.reduce((sum, { cellsOutside }) => sum + cellsOutside, 0);
  if (count === 0) return [];
  const words = count === 1 ? "1 cell is" : `${count} cells are`;
  return [`${words} outside of the rows and columns that a sheet of this format has, and left out.`];
}

function sheetOf(checked: CheckedSheet, formatOf: FormatOf, supplement: SheetSupplement | undefined): Sheet {
  const { name, kind, state, rows, merged } = checked;
  return {
    name,
    state,
    kind,
    dimension: usedRange(rows),
    async *rows(range) {
      yield* rowsOf(rows, range, formatOf);
    },
    layout: () => Promise.resolve({ hiddenColumns: checked.hiddenColumns, frozenRows: supplement?.frozenRows ?? 0 }),
    async extras() {
      return { merged, notes: notesOf(rows), drawings: await drawingsOf(checked, supplement) };
    },
    hasFarExtras: false,
    async *pictures() {
      if (supplement !== undefined) yield* supplement.pictures();
    },
  };
}

async function drawingsOf(
  { filter }: CheckedSheet,
  supplement: SheetSupplement | undefined,
): Promise<readonly string[]> {
  const isFiltered = supplement?.hasFilter === true && filter !== undefined;
  return [...((await supplement?.drawings()) ?? []), ...(isFiltered ? [`filter on ${filter}`] : [])];
}

/** Formats that follow the language of the machine, by what the library writes for them. */
const localDates: ReadonlyMap<string, string> = new Map([
  ["m/d/yy", builtinNumberFormat(14)],
  ["m/d/yy h:mm", builtinNumberFormat(22)],
  ['"上午/下午 "hh"時"mm"分"ss"秒 "', builtinNumberFormat(56)],
]);

async function formatsOf({ sheets, isDate1904 }: CheckedWorkbook): Promise<FormatOf> {
  const codes = new Set(sheets.flatMap(({ rows }) => [...new Set(formatCodes(rows))]));
  const make = await createNumberFormats([...codes].map(invariantFormat), { isDate1904 });
  const known = new Map([...codes].map((code) => [code, make(invariantFormat(code))]));
  const general = make("General");
  return (code) => (code === undefined ? general : (known.get(code) ?? general));
}

function invariantFormat(code: string): string {
  return localDates.get(code) ?? code;
}

function namesOf({ names, sheets }: CheckedWorkbook): readonly NamedRange[] {
  const sheetNames = sheets.map(({ name }) => name);
  return names.map((name) => namedRange(name, sheetNames));
}

/** Names that programs make for themselves start with `_xlnm.` (print areas) or `_xlfn.`. */
const ownNames = /^_xl/i;

function namedRange({ name, refersTo, isHidden }: CheckedName, sheets: readonly string[]): NamedRange {
  const range = { name, kind: "name" as const, refersTo, ...placeOfReference(refersTo, sheets) };
  return isHidden || ownNames.test(name) ? { ...range, isHidden: true } : range;
}

function propertiesOf(properties: Readonly<Record<string, unknown>>): Workbook["properties"] {
  const shown = {
    Title: wordsOf(properties["Title"]),
    Author: wordsOf(properties["Author"]),
    Created: dayOf(properties["CreatedDate"]),
    Modified: dayOf(properties["ModifiedDate"]),
  };
  return Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== ""));
}

function wordsOf(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}

function dayOf(value: unknown): string {
  const date = value instanceof Date ? value : new Date(typeof value === "string" ? value : Number.NaN);
  // A date that was never set is the start of an era.
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() < 1980 ? "" : date.toISOString().slice(0, 10);
}
