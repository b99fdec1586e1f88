import type { Flow } from "./flow.ts";
import type { Recording } from "./teller.ts";

/** Tables as word processors store them: paragraphs that say how deep in tables they stand, and marks behind cells. */
export interface TableLevels {
  /** What follows stands so deep in tables; 0 is outside of them. */
  enter(depth: number): void;
  /** A cell at this depth ends here; the paragraph in it was told. */
  endCell(depth: number): void;
  /** A row at this depth ends here. */
  endRow(depth: number): void;
}

/** Tables in tables that are kept apart; deeper ones become part of the cell around them. */
const maxDepth = 16;

interface Level {
  readonly cells: Recording[];
  isCellOpen: boolean;
  isTableOpen: boolean;
}

/** No table is open. */
export function createTableLevels(flow: Flow): TableLevels {
  const levels: Level[] = [];
  const openCell = (level: Level): void => {
    if (!level.isCellOpen) flow.beginAside();
    level.isCellOpen = true;
  };
  const closeCell = (level: Level): void => {
    if (level.isCellOpen) level.cells.push(flow.endAside());
    level.isCellOpen = false;
  };
  const closeTable = (): void => {
    const level = levels.pop();
    if (level === undefined) return;
    closeCell(level);
    tellRow(flow, level);
    if (level.isTableOpen) flow.endTable();
  };
  const enter = (depth: number): void => {
    const wanted = Math.min(maxDepth, Math.max(0, depth));
    while (levels.length > wanted) closeTable();
    while (levels.length < wanted) {
      const around = levels.at(-1);
      if (around !== undefined) openCell(around);
      levels.push({ cells: [], isCellOpen: false, isTableOpen: false });
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
    endRow(depth) {
      while (levels.length > Math.max(1, depth)) closeTable();
      const level = levels.at(-1);
      if (level === undefined) return;
      // A row ends behind a cell: what is open holds nothing.
      if (level.isCellOpen) discardEmpty(flow, level);
      tellRow(flow, level);
    },
  };
}

function discardEmpty(flow: Flow, level: Level): void {
  const rest = flow.endAside();
  level.isCellOpen = false;
  if (!rest.isEmpty) level.cells.push(rest);
}

function tellRow(flow: Flow, level: Level): void {
  const cells = level.cells.splice(0);
  if (cells.length === 0) return;
  if (!level.isTableOpen) flow.startTable();
  level.isTableOpen = true;
  flow.startRow();
  for (const cell of cells) {
    flow.startCell();
    flow.tell(cell);
    flow.endCell();
  }
  flow.endRow();
}
