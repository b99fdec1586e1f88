import { cellAddress, cellText, cellWithFormula, type Cell } from "@reader/document/tables";
import { islandsOf } from "./islands.ts";
import {
  columnNames,
  firstHeader,
  fits,
  headerAgain,
  isFar,
  openTable,
  widened,
  type OpenTable,
} from "./open-table.ts";
import { createRowBlocks, type RowChunk } from "./row-blocks.ts";
import { createRowLines, type RowLines } from "./row-lines.ts";
import { isSparse, usedColumns } from "./used-columns.ts";
import type { RowPiece } from "./row-pieces.ts";
import type { Row, SheetLayout } from "../workbook.ts";

/** Makes text of rows, some hundreds at a time; each table in it has the letters of its columns as its header. */
export interface RowWriter {
  write(piece: RowPiece): string;
  /** The rows that come next belong to the table before them, whatever their numbers are. */
  join(): void;
  end(): string;
}

/** How the rows of a sheet are written. */
export interface RowWriterOptions {
  readonly hiddenColumns: SheetLayout["hiddenColumns"];
  readonly withFormulas: boolean;
}

/** Cells up to which a row that stands alone is written as `A5: Total · C5: 12`. */
const maxLoneCells = 4;

/** Starts with nothing written. The columns of a table are those with something in them, so gaps cost nothing. */
export function createRowWriter(options: RowWriterOptions): RowWriter {
  const blocks = createRowBlocks();
  const textOf = options.withFormulas ? cellWithFormula : (cell: Cell) => cellText(cell.text);
  const form: Form = { options, textOf, rowLines: createRowLines(options) };
  let table: OpenTable | undefined;
  let isFirst = true;
  const writeChunk = (chunk: RowChunk): string => {
    if (chunk.isStart) table = undefined;
    const written = chunkText(chunk, table, form);
    table = written.table;
    const gap = chunk.isStart && !isFirst ? "\n" : "";
    isFirst = false;
    return gap + written.text;
  };
  const writeAll = (chunks: readonly RowChunk[]): string => {
    let text = "";
    for (const chunk of chunks) text += writeChunk(chunk);
    return text;
  };
  return {
    write: (piece) => writeAll(blocks.add(piece)),
    join: () => blocks.join(),
    end: () => writeAll(blocks.end()),
  };
}

interface Form {
  readonly options: RowWriterOptions;
  readonly textOf: (cell: Cell) => string;
  readonly rowLines: RowLines;
}

interface Written {
  readonly text: string;
  readonly table: OpenTable | undefined;
}

function chunkText(chunk: RowChunk, table: OpenTable | undefined, form: Form): Written {
  const { rows } = chunk;
  const used = usedColumns(rows);
  if (table !== undefined && fits(used, table)) {
    const again = isFar(table, form.options) ? `\n${headerAgain(table, form.options)}` : "";
    return { text: again + tableRows(rows, table, form), table };
  }
  if (isSparse(rows, used) || isLone(chunk))
    return { text: rows.map((row) => addressLine(row, form)).join(""), table: undefined };
  const islands = chunk.isStart && chunk.isEnd ? islandsOf(rows, used) : [rows];
  return islands.length > 1 ? separateTables(islands, form) : newTable(rows, { used, before: table, form });
}

function separateTables(islands: readonly (readonly Row[])[], form: Form): Written {
  const tables = islands.map((island) => newTable(island, { used: usedColumns(island), before: undefined, form }).text);
  return { text: tables.join("\n"), table: undefined };
}

interface TableWish {
  readonly used: readonly number[];
  /** The table that these rows go on from, with other columns. */
  readonly before: OpenTable | undefined;
  readonly form: Form;
}

function newTable(rows: readonly Row[], { used, before, form }: TableWish): Written {
  const table =
    before === undefined ? openTable(used, columnNames(rows, used)) : openTable(widened(used, before), before.names);
  const text = before === undefined ? firstHeader(table, form.options) : `\n${headerAgain(table, form.options)}`;
  return { text: text + tableRows(rows, table, form), table };
}

function isLone({ rows, isStart, isEnd }: RowChunk): boolean {
  return isStart && isEnd && rows.length === 1 && (rows[0]?.cells.length ?? 0) <= maxLoneCells;
}

function tableRows(rows: readonly Row[], table: OpenTable, form: Form): string {
  const lines = form.rowLines(rows, table);
  table.rows += rows.length;
  table.characters += lines.length;
  return lines;
}

function addressLine({ row, cells, isHidden }: Row, { textOf }: Form): string {
  const mark = isHidden === true ? " (hidden)" : "";
  return `${cells.map((cell) => `${cellAddress(row, cell.column)}${mark}: ${textOf(cell)}`).join(" · ")}\n`;
}
