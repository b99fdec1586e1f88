import type { HandlerContext, Outline, OutlineEntry } from "@reader/core/handler";
import { rangeAddress } from "@reader/document/tables";
import { sheetLabel } from "./overview.ts";
import type { NamedRange, Sheet, Workbook } from "./workbook.ts";

/** Maximum number of tables and names in the outline. */
const maxNames = 500;

/** Lists the sheets with their used ranges, and below each sheet its tables and names. */
export async function outlineSheets(open: () => Promise<Workbook>, { signal }: HandlerContext): Promise<Outline> {
  signal.throwIfAborted();
  const workbook = await open();
  try {
    const names = (await workbook.names()).filter(({ isHidden }) => isHidden !== true).slice(0, maxNames);
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
