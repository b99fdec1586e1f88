import type { XmlAttributes } from "@reader/office-kit/xml";
import { unseen, type ElementActions } from "./element-action.ts";
import type { OdfReader } from "./odf-reader.ts";

/** Cells and rows that are written once and meant many times; more of them say nothing more. */
const maxRepeatedCells = 64;
const maxRepeatedRows = 100;

function countOf(attributes: XmlAttributes, name: string): number {
  return Math.max(1, Number.parseInt(attributes[name] ?? "1", 10) || 1);
}

function openRow(reader: OdfReader, attributes: XmlAttributes): void {
  const count = Math.min(maxRepeatedRows, countOf(attributes, "table:number-rows-repeated"));
  reader.rowRepeats.push(count);
  if (count > 1) reader.flow.beginAside();
  reader.flow.startRow();
}

function closeRow(reader: OdfReader): void {
  const { flow } = reader;
  flow.endRow();
  const count = reader.rowRepeats.pop() ?? 1;
  if (count === 1) return;
  const row = flow.endAside();
  const most = Math.max(1, Math.floor(reader.repeatsLeft / Math.max(1, row.size)));
  for (let told = 0; told < Math.min(count, most); told += 1) flow.tell(row);
  reader.repeatsLeft -= Math.min(count, most) * row.size;
}

function openCell({ flow, headerRows }: OdfReader, attributes: XmlAttributes): void {
  const repeated = Math.min(maxRepeatedCells, countOf(attributes, "table:number-columns-repeated"));
  for (let empty = 1; empty < repeated; empty += 1) {
    flow.startCell();
    flow.endCell();
  }
  flow.startCell({
    columns: countOf(attributes, "table:number-columns-spanned"),
    rows: countOf(attributes, "table:number-rows-spanned"),
    isHeader: headerRows > 0,
  });
}

/** Tables. Cells that others cover are laid out by whoever is told of the spans. */
export const tableElements: ElementActions = {
  "table:table": { open: ({ flow }) => flow.startTable(), close: ({ flow }) => flow.endTable() },
  "table:sub-table": { open: ({ flow }) => flow.startTable(), close: ({ flow }) => flow.endTable() },
  "table:table-header-rows": {
    open: (reader) => void (reader.headerRows += 1),
    close: (reader) => void (reader.headerRows -= 1),
  },
  "table:table-row": { open: openRow, close: closeRow },
  "table:table-cell": { open: openCell, close: ({ flow }) => flow.endCell() },
  "table:covered-table-cell": unseen,
};
