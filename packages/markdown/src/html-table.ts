/** Collects the cells of one HTML table and lays them out as a Markdown table. */
export interface HtmlTable {
  openRow(): void;
  /** Starts a cell that spans so many columns and rows. */
  openCell(span: CellSpan): void;
  /** Text of the cell that was opened last; what stands outside cells is a caption, which goes before the table. */
  write(text: string): void;
  /** The lines of the table, without a newline at the end. */
  finish(): string;
}

/** How many columns and rows a cell covers, from 1. */
export interface CellSpan {
  readonly columns: number;
  readonly rows: number;
}

/**
 * Columns in which spans are laid out; what spans beyond them takes one column. It bounds what a hostile table can
 * ask for (HTML lets one cell span 1000 columns and 65534 rows), and is more than a model can follow.
 */
const maxSpannedColumns = 64;

/** A table that holds nothing yet. Cells that a span covers stay empty, so that columns keep their order. */
export function createHtmlTable(): HtmlTable {
  const rows: string[][] = [];
  /** For each of the first columns, the first row that no earlier cell covers. */
  const freeFrom: number[] = [];
  const caption: string[] = [];
  let cell: string[] | undefined;
  let row: string[] | undefined;

  const closeCell = (): void => {
    if (cell !== undefined) row?.push(cellText(cell));
    cell = undefined;
  };
  const openRow = (): void => {
    closeCell();
    row = [];
    rows.push(row);
  };
  const skipCovered = (into: string[]): void => {
    while ((freeFrom[into.length] ?? 0) >= rows.length) into.push("");
  };
  const cover = (from: number, span: CellSpan): void => {
    const end = Math.min(from + span.columns, maxSpannedColumns);
    for (let column = from; column < end; column += 1) freeFrom[column] = rows.length - 1 + span.rows;
  };
  return {
    openRow,
    openCell(span) {
      closeCell();
      if (row === undefined) openRow();
      const current = row ?? [];
      skipCovered(current);
      cover(current.length, span);
      cell = [];
    },
    write: (text) => void (cell ?? caption).push(text),
    finish() {
      closeCell();
      return layOut(rows.map(withoutEmptyEnd), cellText(caption));
    },
  };
}

function cellText(pieces: readonly string[]): string {
  return pieces
    .join("")
    .replace(/\s+/g, " ")
    .trim()
    .replaceAll("|", String.raw`\|`);
}

function withoutEmptyEnd(cells: readonly string[]): readonly string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== "") + 1);
}

/** The first row is the header, as Markdown wants one. */
function layOut(rows: readonly (readonly string[])[], caption: string): string {
  const [header, ...body] = rows.filter((row) => row.length > 0);
  if (header === undefined) return caption;
  const columns = body.reduce((most, row) => Math.max(most, row.length), header.length);
  const padded = [...header, ...Array.from({ length: columns - header.length }, () => "")];
  const lines = [line(padded), `|${"---|".repeat(columns)}`, ...body.map(line)];
  return [...(caption === "" ? [] : [caption]), ...lines].join("\n");
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}
