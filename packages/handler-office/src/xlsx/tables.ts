import type { OfficePackage } from "../package/office-package.ts";
import { parseRange } from "../sheets/addresses.ts";
import type { NamedRange } from "../sheets/workbook.ts";
import type { SheetEntry } from "./workbook-part.ts";
import { partsOfType, treeOrNothing } from "./sheet-relationships.ts";

/** The tables of all sheets (ISO/IEC 29500-1, 18.5). */
export async function tablesOfSheets(office: OfficePackage, sheets: readonly SheetEntry[]): Promise<NamedRange[]> {
  const tables: NamedRange[] = [];
  for (const [sheet, { part, name: sheetName }] of sheets.entries()) {
    for (const target of await partsOfType(office, part, "table")) {
      const table = await treeOrNothing(office, target);
      if (table === undefined) continue;
      const { name = "", displayName = name, ref = "" } = table.attributes;
      const range = parseRange(ref);
      const refersTo = `${quoted(sheetName)}!${ref}`;
      tables.push({ name: displayName, kind: "table", sheet, refersTo, ...(range === undefined ? {} : { range }) });
    }
  }
  return tables;
}

function quoted(sheetName: string): string {
  return /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(sheetName) ? sheetName : `'${sheetName.replaceAll("'", "''")}'`;
}
