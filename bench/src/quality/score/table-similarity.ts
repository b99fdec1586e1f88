import { align } from "./align.ts";
import { cellSimilarity } from "./cell-similarity.ts";

/** Rows of cells, as texts that can be compared. */
export type Table = readonly (readonly string[])[];

/** Only so many rows of a table are compared. */
const maxRows = 120;

/**
 * How alike two tables are by the texts of their cells: columns are aligned by what stands in them, then rows with
 * those columns, both in order. Twice the sum of the cells' similarities by the cells of both that are not empty: 1 for
 * the same table, whatever empty rows and columns it has besides. After GriTS-Con (Smock and others, 2023), with
 * columns and rows aligned one after the other.
 */
export function tableSimilarity(a: Table, b: Table): number {
  const [rowsA, rowsB] = [a.slice(0, maxRows), b.slice(0, maxRows)];
  const columns = align([tableWidth(rowsA), tableWidth(rowsB)], (i, j) =>
    columnSimilarity(columnOf(rowsA, i), columnOf(rowsB, j)),
  );
  const rows = align([rowsA.length, rowsB.length], (i, j) =>
    columns.pairs.reduce((sum, [x, y]) => sum + cellSimilarity(rowsA[i]?.[x] ?? "", rowsB[j]?.[y] ?? ""), 0),
  );
  return (2 * rows.sum) / Math.max(1, cellCount(rowsA) + cellCount(rowsB));
}

/** The cells of the longest row. */
export function tableWidth(table: Table): number {
  return Math.max(0, ...table.map((row) => row.length));
}

function columnOf(table: Table, index: number): readonly string[] {
  return table.map((row) => row[index] ?? "").filter((text) => text !== "");
}

function cellCount(table: Table): number {
  return table.flat().filter((text) => text !== "").length;
}

/** How alike two columns are, wherever in them the cells stand. */
function columnSimilarity(textsA: readonly string[], textsB: readonly string[]): number {
  const left = [...textsB];
  let sum = 0;
  for (const text of textsA) {
    const similarities = left.map((other) => cellSimilarity(text, other));
    const most = Math.max(0, ...similarities);
    if (most > 0) left.splice(similarities.indexOf(most), 1);
    sum += most;
  }
  return sum;
}
