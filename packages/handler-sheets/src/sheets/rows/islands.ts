import type { Row } from "../workbook.ts";

/** Empty columns that divide two tables which stand side by side. */
const gapColumns = 2;

/** What a table must at least have: a label and its value some columns further are none. */
const minRows = 2;
const minColumns = 2;

/** The rows as several tables where they stand side by side with a gap between them; otherwise as they are. */
export function islandsOf(rows: readonly Row[], used: readonly number[]): readonly (readonly Row[])[] {
  const spans = spansOf(used);
  if (spans.length < 2) return [rows];
  const islands = spans.map((span) => rowsWithin(rows, span));
  return islands.every((island, index) => isTable(island, spans[index])) ? islands : [rows];
}

interface Span {
  readonly columns: readonly number[];
}

function spansOf(used: readonly number[]): readonly Span[] {
  const spans: number[][] = [];
  let last: number | undefined;
  for (const column of used) {
    if (last === undefined || column - last > gapColumns) spans.push([]);
    spans.at(-1)?.push(column);
    last = column;
  }
  return spans.map((columns) => ({ columns }));
}

function rowsWithin(rows: readonly Row[], { columns }: Span): readonly Row[] {
  const first = columns[0] ?? 0;
  const last = columns.at(-1) ?? 0;
  return rows.flatMap((row) => {
    const cells = row.cells.filter(({ column }) => column >= first && column <= last);
    return cells.length === 0 ? [] : [{ ...row, cells }];
  });
}

/** At least half full, too. */
function isTable(rows: readonly Row[], span: Span | undefined): boolean {
  const columns = span?.columns.length ?? 0;
  if (rows.length < minRows || columns < minColumns) return false;
  const cells = rows.reduce((sum, row) => sum + row.cells.length, 0);
  return cells * 2 >= rows.length * columns;
}
