import type { DocumentBuilder } from "./document-builder.ts";
import type { Recording } from "./recording.ts";
import { cellColumns, columnStarts, type ColumnStarts } from "./row-columns.ts";

/**
 * Rebuilds tables from the way word processors store them: paragraphs with a table depth, and marks after cells and
 * rows.
 */
export interface TableLevels {
  /** Sets the table depth of the following content; 0 is outside tables. */
  enter(depth: number): void;
  /** Ends a cell at this depth. Its paragraph was already written. */
  endCell(depth: number): void;
  /**
   * Ends a row at this depth. `edges` are the positions of its left side and of the right side of each cell, if known: a
   * merged cell is a single wide one, so that only they tell in which columns the cells are.
   */
  endRow(depth: number, edges?: readonly number[]): void;
}

/** Maximum nesting of tables. Deeper ones become text of the enclosing cell. */
const maxDepth = 16;

/** Number of rows that are held to find the columns of a table. */
const maxHeldRows = 500;

interface HeldRow {
  readonly cells: readonly Recording[];
  /** One more than the cells; absent if unknown. */
  readonly edges: readonly number[] | undefined;
}

interface Level {
  readonly cells: Recording[];
  readonly rows: HeldRow[];
  /** The columns, once rows were written. */
  columns: ColumnStarts | undefined;
  isCellOpen: boolean;
}

/** Creates the table levels, without open tables. */
export function createTableLevels(document: DocumentBuilder): TableLevels {
  const levels: Level[] = [];
  const openCell = (level: Level): void => {
    if (!level.isCellOpen) document.beginAside();
    level.isCellOpen = true;
  };
  const closeCell = (level: Level): void => {
    if (level.isCellOpen) level.cells.push(document.endAside());
    level.isCellOpen = false;
  };
  const closeTable = (): void => {
    const level = levels.pop();
    if (level === undefined) return;
    closeCell(level);
    holdRow(level, undefined);
    writeRows(document, level);
    if (level.columns !== undefined) document.endTable();
  };
  const enter = (depth: number): void => {
    const wanted = Math.min(maxDepth, Math.max(0, depth));
    while (levels.length > wanted) closeTable();
    while (levels.length < wanted) {
      const around = levels.at(-1);
      if (around !== undefined) openCell(around);
      levels.push({ cells: [], rows: [], columns: undefined, isCellOpen: false });
    }
    const level = levels.at(-1);
    if (level !== undefined) openCell(level);
  };
  return {
    enter,
    endCell(depth) {
      enter(Math.max(1, depth));
      const level = levels.at(-1);
      if (level !== undefined) closeCell(level);
    },
    endRow(depth, edges) {
      while (levels.length > Math.max(1, depth)) closeTable();
      const level = levels.at(-1);
      if (level === undefined) return;
      // A row ends after a cell, so an open cell is normally empty.
      if (level.isCellOpen) discardEmpty(document, level);
      holdRow(level, edges);
      if (level.rows.length >= maxHeldRows) writeRows(document, level);
    },
  };
}

function discardEmpty(document: DocumentBuilder, level: Level): void {
  const rest = document.endAside();
  level.isCellOpen = false;
  if (!rest.isEmpty) level.cells.push(rest);
}

function holdRow(level: Level, edges: readonly number[] | undefined): void {
  const cells = level.cells.splice(0);
  if (cells.length === 0) return;
  level.rows.push({ cells, edges: edges?.length === cells.length + 1 ? edges : undefined });
}

function writeRows(document: DocumentBuilder, level: Level): void {
  const rows = level.rows.splice(0);
  if (rows.length === 0) return;
  if (level.columns === undefined) document.startTable();
  level.columns ??= columnStarts(rows.flatMap(({ edges }) => (edges === undefined ? [] : [edges])));
  for (const row of rows) writeRow(document, row, level.columns);
}

function writeRow(document: DocumentBuilder, { cells, edges }: HeldRow, columns: ColumnStarts): void {
  const isMerged = edges !== undefined && cells.length < columns.length;
  const starts = isMerged ? cellColumns(edges, columns) : cells.map((_, index) => index);
  document.startRow();
  const [first = 0] = starts;
  if (first > 0) writeCell(document, undefined, first);
  for (const [index, cell] of cells.entries()) {
    const start = starts[index] ?? index;
    const end = starts[index + 1] ?? (isMerged ? columns.length : start + 1);
    writeCell(document, cell, end - start);
  }
  document.endRow();
}

function writeCell(document: DocumentBuilder, cell: Recording | undefined, columns: number): void {
  document.startCell({ columns });
  if (cell !== undefined) document.writeRecording(cell);
  document.endCell();
}
