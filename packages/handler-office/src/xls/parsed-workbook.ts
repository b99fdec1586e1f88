import type { HandlerEvent } from "@reader/core/handler";
import type { MacroModule } from "../vba/macro-modules.ts";
import { placeOfReference } from "../sheets/selection/reference.ts";
import type { EmbeddedFile, NamedRange, Sheet, SheetLayout, Workbook } from "../sheets/workbook.ts";
import type { ParsedName, ParsedSheet, ParsedWorkbook } from "./engine.ts";
import { createNumberFormats } from "../sheets/number-formats/number-formats.ts";
import { builtinNumberFormat } from "../sheets/number-formats/builtin-number-format.ts";
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
  readonly modules?: readonly MacroModule[];
  /** By the index of the sheet. */
  readonly supplements: readonly (SheetSupplement | undefined)[];
  readonly embedded?: readonly EmbeddedFile[];
  /** Sentences about a file that is not all there. */
  readonly remarks?: readonly string[];
}

/** A workbook that the library has read as a whole, in the form that all workbooks have here. */
export async function workbookOf(parsed: ParsedWorkbook, extras: ParsedExtras): Promise<Workbook> {
  const formatOf = await formatsOf(parsed);
  const sheets = parsed.SheetNames.map((name, index) =>
    sheetOf(parsed, { name, index, formatOf, supplement: extras.supplements[index] }),
  );
  return {
    sheets,
    names: () => Promise.resolve(namesOf(parsed)),
    properties: propertiesOf(parsed.Props ?? {}),
    hasMacros: extras.hasMacros,
    modules: extras.modules ?? [],
    embedded: extras.embedded ?? [],
    remarks: extras.remarks ?? [],
    close: () => Promise.resolve(),
  };
}

interface SheetPlace {
  readonly name: string;
  readonly index: number;
  readonly formatOf: FormatOf;
  readonly supplement: SheetSupplement | undefined;
}

function sheetOf(parsed: ParsedWorkbook, { name, index, formatOf, supplement }: SheetPlace): Sheet {
  const kind = kindOf(parsed.Sheets[name]?.["!type"]);
  // The cells of a chart sheet are copies of its values, which its description has.
  const sheet = kind === "chart" ? {} : (parsed.Sheets[name] ?? {});
  return {
    name,
    state: states[parsed.Workbook?.Sheets?.[index]?.Hidden ?? 0] ?? "visible",
    kind,
    dimension: usedRange(sheet),
    async *rows(range) {
      yield* rowsOf(sheet, range, formatOf);
    },
    layout: () => Promise.resolve(layoutOf(sheet, supplement)),
    async extras() {
      const merged = (sheet["!merges"] ?? []).map(({ s, e }) => ({
        firstRow: s.r + 1,
        lastRow: e.r + 1,
        firstColumn: s.c + 1,
        lastColumn: e.c + 1,
      }));
      return { merged, notes: notesOf(sheet), drawings: await drawingsOf(sheet, supplement) };
    },
    hasFarExtras: false,
    async *pictures() {
      if (supplement !== undefined) yield* supplement.pictures();
    },
  };
}

async function drawingsOf(
  { "!autofilter": filter }: ParsedSheet,
  supplement: SheetSupplement | undefined,
): Promise<readonly string[]> {
  const filtered = supplement?.hasFilter === true ? filter?.ref : undefined;
  return [...((await supplement?.drawings()) ?? []), ...(filtered === undefined ? [] : [`filter on ${filtered}`])];
}

const states = ["visible", "hidden", "very-hidden"] as const;

function kindOf(type: string | undefined): Sheet["kind"] {
  return type === "chart" || type === "dialog" || type === "macro" ? type : "cells";
}

function layoutOf({ "!cols": columns = [] }: ParsedSheet, supplement: SheetSupplement | undefined): SheetLayout {
  const hiddenColumns = columns.flatMap((column, index) =>
    column?.hidden === true ? [{ first: index + 1, last: index + 1 }] : [],
  );
  return { hiddenColumns, frozenRows: supplement?.frozenRows ?? 0 };
}

/** Formats that follow the language of the machine, by what the library writes for them. */
const localDates: Readonly<Record<string, string>> = {
  "m/d/yy": builtinNumberFormat(14),
  "m/d/yy h:mm": builtinNumberFormat(22),
  '"上午/下午 "hh"時"mm"分"ss"秒 "': builtinNumberFormat(56),
};

async function formatsOf({ Sheets: sheets, Workbook: book }: ParsedWorkbook): Promise<FormatOf> {
  const isDate1904 = book?.WBProps?.date1904 === true;
  const codes = [...formatCodes(Object.values(sheets))].map((code) => localDates[code] ?? code);
  const make = await createNumberFormats(codes, { isDate1904 });
  const known = new Map(codes.map((code) => [code, make(code)]));
  const general = make("General");
  return (code) => (typeof code === "string" ? (known.get(localDates[code] ?? code) ?? general) : general);
}

function namesOf({ Workbook: book, SheetNames: sheets }: ParsedWorkbook): readonly NamedRange[] {
  return (book?.Names ?? []).flatMap((name) => namedRange(name, sheets));
}

/** Names that programs make for themselves start with `_xlnm.` (print areas) or `_xlfn.`. */
const ownNames = /^_xl/i;

function namedRange(
  { Name: name, Ref: refersTo = "", Hidden: hidden }: ParsedName,
  sheets: readonly string[],
): readonly NamedRange[] {
  if (name === undefined || name === "") return [];
  const range = { name, kind: "name" as const, refersTo, ...placeOfReference(refersTo, sheets) };
  return [hidden === true || ownNames.test(name) ? { ...range, isHidden: true } : range];
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
