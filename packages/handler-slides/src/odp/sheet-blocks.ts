import { inlineMark } from "@reader/core/render";
import type { SlideCell } from "@reader/office-kit/drawing";
import { sheetCells, type TableRows } from "@reader/office-kit/odf";
import { childOf, childrenOf, type XmlElement } from "@reader/office-kit/xml";
import type { SlideBlock } from "../slides/slide.ts";

/** Maximum number of rows shown of each sheet of an embedded workbook. */
const maxSheetRows = 1000;

/**
 * Returns the sheets of an embedded workbook that are not empty, without the empty rows and columns around the text.
 * Hidden sheets, rows and columns are only counted. Several sheets have their names above them.
 */
export function sheetBlocks(root: XmlElement | undefined): readonly SlideBlock[] {
  const sheets = childrenOf(childOf(root, "office:body", "office:spreadsheet"), "table:table");
  const hidden = hiddenStyles(root);
  const isNamed = sheets.length > 1;
  const isHidden = ({ attributes }: XmlElement): boolean => hidden.has(attributes["table:style-name"] ?? "");
  const shown = sheets.filter((sheet) => !isHidden(sheet));
  const blocks = shown.flatMap((sheet) => blocksOf(sheet, isNamed));
  return [...blocks, ...countOf("hidden sheets", sheets.length - shown.length)];
}

/** Returns the names of the styles of sheets that are hidden. */
function hiddenStyles(root: XmlElement | undefined): ReadonlySet<string> {
  const styles = childrenOf(childOf(root, "office:automatic-styles"), "style:style");
  const hidden = styles.filter(
    (style) => childOf(style, "style:table-properties")?.attributes["table:display"] === "false",
  );
  return new Set(hidden.flatMap(({ attributes }) => attributes["style:name"] ?? []));
}

function blocksOf(sheet: XmlElement, isNamed: boolean): readonly SlideBlock[] {
  const { rows: all, moreRows, hiddenRows, hiddenColumns } = sheetCells(sheet);
  const rows = withoutMargins(all);
  const left = [
    ...countOf("further rows", moreRows + Math.max(0, rows.length - maxSheetRows)),
    ...countOf("hidden rows", hiddenRows),
    ...(rows.length === 0 ? [] : countOf("hidden columns", hiddenColumns)),
  ];
  const table: readonly SlideBlock[] = rows.length === 0 ? [] : [{ type: "table", rows: rows.slice(0, maxSheetRows) }];
  const name = sheet.attributes["table:name"] ?? "";
  const hasContent = rows.length > 0 || left.length > 0;
  return [...(isNamed && name !== "" && hasContent ? [line("sheet", name)] : []), ...table, ...left];
}

function countOf(what: string, count: number): readonly SlideBlock[] {
  return count > 0 ? [line(what, String(count))] : [];
}

function line(what: string, detail: string): SlideBlock {
  return { type: "markdown", markdown: `${inlineMark(what, [detail])}\n`, is: "other" };
}

function withoutMargins(rows: TableRows): TableRows {
  const used = rows.slice(0, rows.findLastIndex(isUsed) + 1).slice(Math.max(0, rows.findIndex(isUsed)));
  const columns = columnsOf(used);
  let left = Infinity;
  for (const [at, row] of used.entries()) {
    const first = row.findIndex(hasText);
    if (first !== -1) left = Math.min(left, columns[at]?.[first] ?? 0);
  }
  return used.map((row, at) => trimmed(row, columns[at] ?? [], left));
}

/** Removes the columns before the first one, and the empty cells at the end. An empty cell may reach over both. */
function trimmed(row: SheetRow, columns: readonly number[], left: number): SheetRow {
  return row.slice(0, row.findLastIndex(hasText) + 1).flatMap((cell, index) => {
    const outside = Math.max(0, left - (columns[index] ?? 0));
    return cell.columns > outside ? [{ ...cell, columns: cell.columns - outside }] : [];
  });
}

/** Returns the column of each cell. Merged cells take the columns of rows below. */
function columnsOf(rows: TableRows): readonly (readonly number[])[] {
  const freeFrom: number[] = [];
  return rows.map((row, at) => {
    let column = 0;
    return row.map((cell) => {
      while ((freeFrom[column] ?? 0) > at) column += 1;
      const start = column;
      for (; column < start + cell.columns; column += 1) freeFrom[column] = at + cell.rows;
      return start;
    });
  });
}

type SheetRow = readonly SlideCell[];

function isUsed(row: SheetRow): boolean {
  return row.some(hasText);
}

function hasText({ paragraphs }: SlideCell): boolean {
  return paragraphs.length > 0;
}
