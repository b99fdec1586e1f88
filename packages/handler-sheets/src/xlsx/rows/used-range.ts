import type { CellRange } from "@reader/document/tables";
import type { RowBuilder } from "./row-builder.ts";
import { scanRows } from "./scan-rows.ts";

/**
 * The smallest range with all cells that hold something, from the rows of a sheet as XML; undefined where there is none
 * or the rows need the careful reader.
 */
export function usedRangeIn(rows: readonly string[]): CellRange | undefined {
  const extent = new CellExtent();
  for (const xml of rows) if (!scanRows(xml, extent)) return undefined;
  return extent.range;
}

class CellExtent implements RowBuilder {
  #row = 0;
  #column = 0;
  #range: { firstRow: number; lastRow: number; firstColumn: number; lastColumn: number } | undefined;

  get range(): CellRange | undefined {
    return this.#range;
  }

  startRow(row: number): void {
    this.#row = row > 0 ? row : this.#row + 1;
    this.#column = 0;
  }

  addPlain({ column }: Parameters<RowBuilder["addPlain"]>[0]): void {
    this.#column = column;
    this.#take();
  }

  addCell({ column, value = "", formula }: Parameters<RowBuilder["addCell"]>[0]): void {
    this.#column = column === 0 ? this.#column + 1 : column;
    if (value !== "" || formula !== undefined) this.#take();
  }

  endRow(): void {
    // A row without cells has no place in the range.
  }

  #take(): void {
    const [row, column] = [this.#row, this.#column];
    this.#range ??= { firstRow: row, lastRow: row, firstColumn: column, lastColumn: column };
    const range = this.#range;
    if (row < range.firstRow) range.firstRow = row;
    if (row > range.lastRow) range.lastRow = row;
    if (column < range.firstColumn) range.firstColumn = column;
    if (column > range.lastColumn) range.lastColumn = column;
  }
}
