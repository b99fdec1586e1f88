import { createBreather, extent, type HandlerContext, type HandlerInfo, type Json } from "@reader/core/handler";
import { rangeAddress } from "@reader/document/tables";
import { sheetFacts } from "./sheet-facts.ts";
import type { NamedRange, Workbook } from "../workbook.ts";

/** Sheets whose rows are looked at; of the others only names and ranges are told. */
const maxProfiledSheets = 20;

/** Names that are listed. */
const maxNames = 200;

/** Tells of a workbook: its sheets with their columns, its tables and names. Only the first rows of sheets are read. */
export async function describeSheets(open: () => Promise<Workbook>, context: HandlerContext): Promise<HandlerInfo> {
  context.signal.throwIfAborted();
  const workbook = await open();
  const pause = createBreather(context.signal);
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

function nameFacts({ name, kind, range, refersTo, isHidden }: NamedRange): Json {
  return {
    name,
    kind,
    refersTo: refersTo === "" && range !== undefined ? rangeAddress(range) : refersTo,
    ...(isHidden === true ? { hidden: true } : {}),
  };
}
