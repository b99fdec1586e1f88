/** The columns of a table: the position of the left side of each. */
export type ColumnStarts = readonly number[];

/** Returns the columns of a table, which are those of its first row with the most cells. */
export function columnStarts(rows: readonly (readonly number[])[]): ColumnStarts {
  let most: readonly number[] = [];
  for (const edges of rows) if (edges.length > most.length) most = edges;
  return most.slice(0, -1);
}

/**
 * Returns the first column, from 0, of each cell of a row. Cells of a row with fewer cells than columns are merged, or
 * the row starts further right: each starts at the nearest column that leaves one for each cell after it.
 */
export function cellColumns(edges: readonly number[], columns: ColumnStarts): readonly number[] {
  const cells = edges.length - 1;
  const found: number[] = [];
  let next = 0;
  for (let cell = 0; cell < cells; cell += 1) {
    const last = columns.length - (cells - cell);
    let column = Math.min(next, Math.max(0, last));
    while (column < last && isNearer(columns[column + 1], columns[column], edges[cell])) column += 1;
    found.push(column);
    next = column + 1;
  }
  return found;
}

function isNearer(one = 0, other = 0, place = 0): boolean {
  return Math.abs(one - place) < Math.abs(other - place);
}
