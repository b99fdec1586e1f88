import { cellText, cellWithFormula, type Cell } from "@reader/document/tables";
import { LineBytes } from "./line-bytes.ts";
import type { OpenTable } from "./open-table.ts";
import type { Row } from "../workbook.ts";

/** The lines of rows in an open table. */
export type RowLines = (rows: readonly Row[], table: OpenTable) => string;

/** Makes lines of rows. Cells at the end of a row that have nothing are left out, as Markdown allows. */
export function createRowLines({ withFormulas }: { readonly withFormulas: boolean }): RowLines {
  const lines = new LineBytes();
  const addCell = withFormulas ? addWithFormula : addValue;
  return (rows, { positions }) => {
    for (const row of rows) {
      lines.addBars(1);
      lines.addPlain(row.isHidden === true ? `${row.row} hidden` : String(row.row));
      let at = 0;
      for (const cell of row.cells) {
        const position = positions[cell.column] ?? at;
        lines.addBars(1 + position - at);
        addCell(lines, cell);
        at = position + 1;
      }
      lines.addBars(1);
      lines.addLineFeed();
    }
    return lines.take();
  };
}

function addValue(lines: LineBytes, { text }: Cell): void {
  if (!lines.addPlain(text)) lines.addText(cellText(text));
}

function addWithFormula(lines: LineBytes, cell: Cell): void {
  if (cell.formula === undefined) addValue(lines, cell);
  else lines.addText(cellWithFormula(cell));
}
