import { type Cell, type CellRange, intersect, wholeSheet } from "@reader/document/tables";
import type { Row, Sheet } from "../workbook.ts";

/** Returns a sheet without its hidden rows and columns. */
export function visiblePart(sheet: Sheet): Sheet {
  return {
    ...sheet,
    async layout() {
      const layout = await sheet.layout();
      return { ...layout, hiddenColumns: [], omittedColumns: layout.hiddenColumns };
    },
    async *rows(range) {
      const { hiddenColumns } = await sheet.layout();
      const isShown = ({ column }: Cell): boolean =>
        !hiddenColumns.some(({ first, last }) => column >= first && column <= last);
      for await (const batch of sheet.rows(range)) {
        const rows = batch.flatMap((row) => {
          const cells = hiddenColumns.length === 0 ? row.cells : row.cells.filter(isShown);
          return row.isHidden === true || cells.length === 0 ? [] : [{ ...row, cells }];
        });
        if (rows.length > 0) yield rows;
      }
    },
  };
}

/** Maximum number of cells of a merged range that is filled, and of all filled cells of a read. */
const maxRangeCells = 10_000;
const maxFilledCells = 200_000;

/**
 * Returns a sheet whose merged cells repeat the value of their first cell. Merged ranges that are larger than a table
 * needs, such as whole columns, are left as they are.
 */
export function mergedCellsFilled(sheet: Sheet): Sheet {
  return {
    ...sheet,
    async *rows(range) {
      const { merged } = await sheet.extras();
      const ranges = merged.filter((each) => intersect(each, range) !== undefined && cellsIn(each) <= maxRangeCells);
      if (ranges.length === 0) {
        yield* sheet.rows(range);
        return;
      }
      const filler = createFiller(ranges);
      // The first cell of a merged range may be above or left of the requested range.
      for await (const batch of sheet.rows(around(range, ranges))) {
        const rows = batch.flatMap((row) => filler.add(row));
        const shown = within(rows, range);
        if (shown.length > 0) yield shown;
      }
      const rest = within(filler.end(), range);
      if (rest.length > 0) yield rest;
    },
  };
}

function cellsIn({ firstRow, lastRow, firstColumn, lastColumn }: CellRange): number {
  return (lastRow - firstRow + 1) * (lastColumn - firstColumn + 1);
}

function around(range: CellRange, ranges: readonly CellRange[]): CellRange {
  return ranges.reduce(
    (whole, { firstRow, firstColumn }) => ({
      ...whole,
      firstRow: Math.min(whole.firstRow, firstRow),
      firstColumn: Math.min(whole.firstColumn, firstColumn),
    }),
    range,
  );
}

function within(rows: readonly Row[], range: CellRange): readonly Row[] {
  return rows.flatMap((row) => {
    if (row.row < range.firstRow || row.row > range.lastRow) return [];
    const cells = row.cells.filter(({ column }) => column >= range.firstColumn && column <= range.lastColumn);
    return cells.length === 0 ? [] : [{ ...row, cells }];
  });
}

/** Fills rows that arrive in order. Rows that only have merged cells are added between them. */
interface Filler {
  add(row: Row): readonly Row[];
  /** Returns the rows after the last one of the sheet. */
  end(): readonly Row[];
}

/** A merged range whose first cell has a value. */
interface OpenRange {
  readonly range: CellRange;
  readonly value: Pick<Cell, "text" | "kind">;
}

function createFiller(ranges: readonly CellRange[]): Filler {
  const starts = new Map<number, CellRange[]>();
  for (const range of ranges) starts.set(range.firstRow, [...(starts.get(range.firstRow) ?? []), range]);
  let open: readonly OpenRange[] = [];
  let next = 1;
  let filled = 0;
  const fill = (row: Row): Row => {
    const cells = filledCells(row, open);
    filled += cells.length - row.cells.length;
    return { ...row, cells };
  };
  const until = (end: number): readonly Row[] => {
    const rows: Row[] = [];
    for (; next < end; next += 1) {
      open = open.filter(({ range }) => range.lastRow >= next);
      if (open.length === 0 || filled >= maxFilledCells) break;
      rows.push(fill({ row: next, cells: [] }));
    }
    return rows;
  };
  return {
    add(row) {
      const before = until(row.row);
      const starting = (starts.get(row.row) ?? []).flatMap((range) => openRange(range, row));
      open = [...open.filter(({ range }) => range.lastRow >= row.row), ...starting];
      next = row.row + 1;
      return [...before, open.length === 0 || filled >= maxFilledCells ? row : fill(row)];
    },
    end: () => until(wholeSheet.lastRow + 1),
  };
}

function openRange(range: CellRange, { cells }: Row): readonly OpenRange[] {
  const first = cells.find(({ column }) => column === range.firstColumn);
  return first === undefined || first.text === "" ? [] : [{ range, value: { text: first.text, kind: first.kind } }];
}

function filledCells({ cells }: Row, open: readonly OpenRange[]): readonly Cell[] {
  const all = new Map(cells.map((cell) => [cell.column, cell]));
  for (const { range, value } of open) {
    for (let column = range.firstColumn; column <= range.lastColumn; column += 1) {
      if ((all.get(column)?.text ?? "") === "") all.set(column, { column, ...value });
    }
  }
  return [...all.values()].toSorted((one, other) => one.column - other.column);
}
