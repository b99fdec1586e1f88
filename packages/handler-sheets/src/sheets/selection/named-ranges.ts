import type { CellRange } from "@reader/document/tables";
import { placeOfReference } from "./reference.ts";
import { splitSelection } from "./split-selection.ts";
import { tablePart, type PlacedTable } from "./table-range.ts";
import type { NamedRange, Workbook } from "../workbook.ts";

/** Where a name leads to: the sheet, from 0, and the range on it. */
export interface FoundRange {
  readonly index: number;
  readonly range: CellRange;
}

/** What a name or a table stands for. */
export interface NameMeaning {
  /** None where it is a constant, a formula, or broken. */
  readonly ranges: readonly FoundRange[];
  /** As the workbook has it. */
  readonly refersTo: string;
  /** The column that was asked for and that the table lacks, and those that it has. */
  readonly missing?: { readonly column: string; readonly table: string; readonly columns: readonly string[] };
}

const structured = /^([^[\]]+)\[(.*)\]$/s;

/** Names that stand for names are followed so far. */
const maxDepth = 4;

/**
 * The ranges of a defined name, of a table, of `Table[Column]`, `Table[[First]:[Last]]`, `Table[#Headers]` and so on,
 * without regard to capitals. Where `sheet` is given, only names that lead to it count. Undefined for what is no name.
 */
export async function meaningOfName(
  workbook: Workbook,
  reference: string,
  sheet: number | undefined,
): Promise<NameMeaning | undefined> {
  return meaningAt({ workbook, depth: 0 }, reference, sheet);
}

interface Search {
  readonly workbook: Workbook;
  readonly depth: number;
}

async function meaningAt(
  search: Search,
  reference: string,
  sheet: number | undefined,
): Promise<NameMeaning | undefined> {
  const { workbook } = search;
  const match = structured.exec(reference);
  const wanted = (match?.[1] ?? reference).trim().toLowerCase();
  const names = await workbook.names();
  const isWanted = (each: NamedRange): boolean =>
    each.name.toLowerCase() === wanted && (match === null || each.kind === "table");
  const found = names.filter(isWanted).find((each) => sheet === undefined || each.sheet === sheet);
  if (found === undefined) return undefined;
  const { refersTo } = found;
  if (!isPlaced(found)) return { ranges: await unionOf(search, refersTo), refersTo };
  if (match === null) return { ranges: [{ index: found.sheet, range: found.range }], refersTo };
  return meaningOfPart(workbook, found, match[2] ?? "");
}

function isPlaced(name: NamedRange): name is PlacedTable {
  return name.sheet !== undefined && name.range !== undefined;
}

async function meaningOfPart(workbook: Workbook, table: PlacedTable, inside: string): Promise<NameMeaning | undefined> {
  const { refersTo, name } = table;
  const part = await tablePart(workbook, table, inside);
  if (part === undefined) return undefined;
  if ("range" in part) return { ranges: [{ index: table.sheet, range: part.range }], refersTo };
  return { ranges: [], refersTo, missing: { column: part.missing, table: name, columns: part.columns } };
}

/** The ranges of `Sheet1!$A$1:$B$2,Sheet1!$D$1` or `Orders[Total]`; none where one of them is no range. */
async function unionOf({ workbook, depth }: Search, refersTo: string): Promise<readonly FoundRange[]> {
  const names = workbook.sheets.map(({ name }) => name);
  const ranges: FoundRange[] = [];
  for (const part of splitSelection(refersTo, names).parts) {
    const { sheet, range } = placeOfReference(part.text, names);
    if (sheet !== undefined && range !== undefined) {
      ranges.push({ index: sheet, range });
      continue;
    }
    const isName = part.sheet === undefined && depth < maxDepth;
    const other = isName ? await meaningAt({ workbook, depth: depth + 1 }, part.reference, undefined) : undefined;
    if (other === undefined || other.ranges.length === 0) return [];
    ranges.push(...other.ranges);
  }
  return ranges;
}
