import { placeOfReference } from "./reference.ts";
import { splitSelection } from "./split-selection.ts";
import type { CellRange, NamedRange, Row, Workbook } from "./workbook.ts";

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
}

const structured = /^([^[\]]+)\[(.*)\]$/s;

/**
 * The ranges of a defined name, of a table, of `Table[Column]`, `Table[#Headers]` or `Table[#All]`, without regard to
 * capitals. Where `sheet` is given, only names that lead to it count. Undefined for what is no name.
 */
export async function meaningOfName(
  workbook: Workbook,
  reference: string,
  sheet: number | undefined,
): Promise<NameMeaning | undefined> {
  const match = structured.exec(reference);
  const wanted = (match?.[1] ?? reference).trim().toLowerCase();
  const names = await workbook.names();
  const isWanted = (each: NamedRange): boolean =>
    each.name.toLowerCase() === wanted && (match === null || each.kind === "table");
  const found = names.filter(isWanted).find((each) => sheet === undefined || each.sheet === sheet);
  if (found === undefined) return undefined;
  const { refersTo } = found;
  if (found.sheet === undefined || found.range === undefined) return { ranges: unionOf(workbook, refersTo), refersTo };
  const table = { index: found.sheet, range: found.range };
  const range = match === null ? table : await columnOf(workbook, table, (match[2] ?? "").trim());
  return range === undefined ? undefined : { ranges: [range], refersTo };
}

/** The ranges of `Sheet1!$A$1:$B$2,Sheet1!$D$1`; none where one of them is no range. */
function unionOf({ sheets }: Workbook, refersTo: string): readonly FoundRange[] {
  const names = sheets.map(({ name }) => name);
  const ranges: FoundRange[] = [];
  for (const { text } of splitSelection(refersTo).parts) {
    const { sheet, range } = placeOfReference(text, names);
    if (sheet === undefined || range === undefined) return [];
    ranges.push({ index: sheet, range });
  }
  return ranges;
}

async function columnOf(workbook: Workbook, table: FoundRange, column: string): Promise<FoundRange | undefined> {
  const header = { ...table.range, lastRow: table.range.firstRow };
  const wanted = column.replace(/^\[(.*)\]$/s, "$1").toLowerCase();
  if (wanted === "#all" || wanted === "#data" || wanted === "") return table;
  if (wanted === "#headers") return { ...table, range: header };
  const number = await columnNamed(wanted, workbook.sheets[table.index]?.rows(header));
  if (number === undefined) return undefined;
  return { ...table, range: { ...table.range, firstColumn: number, lastColumn: number } };
}

async function columnNamed(
  name: string,
  batches: AsyncIterable<readonly Row[]> | undefined,
): Promise<number | undefined> {
  for await (const rows of batches ?? []) {
    const cell = rows.flatMap(({ cells }) => cells).find(({ text }) => text.trim().toLowerCase() === name);
    if (cell !== undefined) return cell.column;
  }
  return undefined;
}
