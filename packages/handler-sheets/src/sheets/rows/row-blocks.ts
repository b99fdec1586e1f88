import type { RowPiece } from "./row-pieces.ts";
import type { Row } from "../workbook.ts";

/** Rows that belong together, or the next of them. */
export interface RowChunk {
  readonly rows: readonly Row[];
  /** Whether a gap, or nothing, comes before it. */
  readonly isStart: boolean;
  /** Whether a gap, or nothing, comes after it. */
  readonly isEnd: boolean;
}

/** Puts rows together that no gap divides, and gives them away in chunks. */
export interface RowBlocks {
  add(piece: RowPiece): readonly RowChunk[];
  /** The rows that wait; what is added later starts anew. */
  end(): readonly RowChunk[];
  /** The row that comes next follows those before it, whatever its number is. */
  join(): void;
}

/** Rows that are looked at before the columns of a table are settled. */
const chunkRows = 256;

/** Cells from which fewer rows do. */
const chunkCells = 16_384;

/** Characters from which fewer rows do: a string that is written once may be shown in any number of cells. */
const chunkCharacters = 1_000_000;

/** Empty rows that divide two tables; a single one is often there for looks. */
const gapRows = 2;

/** Starts with nothing. Rows without a cell are left out. */
export function createRowBlocks(): RowBlocks {
  let waiting: Row[] = [];
  let cells = 0;
  let characters = 0;
  let lastRow: number | undefined;
  let isStart = true;
  const give = (isEnd: boolean): RowChunk[] => {
    const chunk = { rows: waiting, isStart, isEnd };
    waiting = [];
    cells = 0;
    characters = 0;
    isStart = isEnd;
    return chunk.rows.length === 0 && (!isEnd || chunk.isStart) ? [] : [chunk];
  };
  return {
    add(piece) {
      const chunks: RowChunk[] = [];
      // What is added has a bound of its own, so that it is enough to look at what waits before it.
      if (characters + piece.characters > chunkCharacters && waiting.length > 0) chunks.push(...give(false));
      characters += piece.characters;
      for (const row of piece.rows) {
        if (row.cells.length === 0) continue;
        if (lastRow !== undefined && row.row - lastRow > gapRows) chunks.push(...give(true));
        else if (waiting.length >= chunkRows || cells >= chunkCells) chunks.push(...give(false));
        waiting.push(row);
        cells += row.cells.length;
        lastRow = row.row;
      }
      return chunks;
    },
    end() {
      lastRow = undefined;
      return give(true);
    },
    join: () => void (lastRow = undefined),
  };
}
