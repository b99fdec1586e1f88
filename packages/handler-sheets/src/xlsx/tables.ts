import type { OfficePackage } from "@reader/office-kit/package";
import { parseRange } from "@reader/document/tables";
import { childOf, childrenOf, type XmlElement } from "@reader/office-kit/xml";
import type { NamedRange } from "../sheets/workbook.ts";
import { unescapeCharacters } from "./rows/xml-text.ts";
import type { SheetEntry } from "./workbook-part.ts";
import { partsOfType, treeOrNothing } from "./sheet-relationships.ts";

/** The tables of all sheets (ISO/IEC 29500-1, 18.5). */
export async function tablesOfSheets(office: OfficePackage, sheets: readonly SheetEntry[]): Promise<NamedRange[]> {
  const tables: NamedRange[] = [];
  for (const [sheet, { part, name: sheetName }] of sheets.entries()) {
    for (const target of await partsOfType(office, part, "table")) {
      const table = await treeOrNothing(office, target);
      if (table === undefined) continue;
      tables.push({ sheet, ...tableOf(table, sheetName) });
    }
  }
  return tables;
}

function tableOf(table: XmlElement, sheetName: string): Omit<NamedRange, "sheet"> {
  const { name = "", displayName = name, ref = "", headerRowCount, totalsRowCount } = table.attributes;
  const range = parseRange(ref);
  const columns = childrenOf(childOf(table, "tableColumns"), "tableColumn").slice(0, maxColumns);
  return {
    name: displayName,
    kind: "table",
    refersTo: `${quoted(sheetName)}!${ref}`,
    ...(range === undefined ? {} : { range }),
    headerRows: countOf(headerRowCount, 1),
    totalsRows: countOf(totalsRowCount, 0),
    columns: columns.map(({ attributes }) => unescapeCharacters(attributes["name"] ?? "")),
  };
}

/** Columns of a table that are kept: no sheet has more. */
const maxColumns = 16_384;

function countOf(digits: string | undefined, usual: number): number {
  return digits !== undefined && /^\d{1,7}$/.test(digits) ? Number(digits) : usual;
}

function quoted(sheetName: string): string {
  return /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(sheetName) ? sheetName : `'${sheetName.replaceAll("'", "''")}'`;
}
