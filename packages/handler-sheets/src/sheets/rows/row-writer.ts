import { type Cell, cellAddress, cellText, cellWithFormula } from "@reader/document/tables";
import { textOfBytes } from "../bytes.ts";
import type { Row, SheetLayout } from "../workbook.ts";
import {
  columnNames,
  firstHeader,
  fits,
  headerAgain,
  isFar,
  openTable,
  type OpenTable,
  widened,
} from "./open-table.ts";
import type { RowPiece } from "./row-pieces.ts";

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

/** The columns that have something in these rows, in order. */
function usedColumns(rows: readonly Row[]): readonly number[] {
  const first = rows[0]?.cells ?? [];
  const used = new Set<number>();
  for (const { column } of first) used.add(column);
  for (const { cells } of rows) {
    // Most rows have the columns of the first one, which a look at their ends tells.
    if (cells.length === first.length && isSame(cells, first)) continue;
    for (const { column } of cells) used.add(column);
  }
  return [...used].toSorted((one, other) => one - other);
}

function isSame(cells: Row["cells"], first: Row["cells"]): boolean {
  for (let at = 0; at < cells.length; at += 1) if (cells[at]?.column !== first[at]?.column) return false;
  return true;
}

/** Columns up to which a table is always written as one. */
const maxDenseColumns = 16;

/** A table of which less than one cell in so many has something is written cell by cell. */
const sparseness = 10;

/** Whether a table of these rows would be mostly empty. */
function isSparse(rows: readonly Row[], used: readonly number[]): boolean {
  if (used.length <= maxDenseColumns) return false;
  const cells = rows.reduce((sum, row) => sum + row.cells.length, 0);
  return cells * sparseness < rows.length * used.length;
}

/** The lines of rows in an open table. */
type RowLines = (rows: readonly Row[], table: OpenTable) => string;

/** Makes lines of rows. Cells at the end of a row that have nothing are left out, as Markdown allows. */
function createRowLines({ withFormulas }: { readonly withFormulas: boolean }): RowLines {
  const lines = new LineBytes();
  const addCell = withFormulas ? addWithFormula : addValue;
  return (rows, { positions }) => {
    for (const row of rows) {
      lines.addBars(1);
      lines.addPlain(row.isHidden === true ? `${row.row} hidden` : String(row.row));
      let at = 0;
      for (const cell of row.cells) {
        const position = positions[cell.column] ?? at;
        lines.addBars(1 + position - at);
        addCell(lines, cell);
        at = position + 1;
      }
      lines.addBars(1);
      lines.addLineFeed();
    }
    return lines.take();
  };
}

function addValue(lines: LineBytes, { text }: Cell): void {
  if (!lines.addPlain(text)) lines.addText(cellText(text));
}

function addWithFormula(lines: LineBytes, cell: Cell): void {
  if (cell.formula === undefined) addValue(lines, cell);
  else lines.addText(cellWithFormula(cell));
}

/** Empty columns that divide two tables which stand side by side. */
const gapColumns = 2;

/** What a table must at least have: a label and its value some columns further are none. */
const minRows = 2;
const minColumns = 2;

/** The rows as several tables where they stand side by side with a gap between them; otherwise as they are. */
function islandsOf(rows: readonly Row[], used: readonly number[]): readonly (readonly Row[])[] {
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

/** Rows that belong together, or the next of them. */
interface RowChunk {
  readonly rows: readonly Row[];
  /** Whether a gap, or nothing, comes before it. */
  readonly isStart: boolean;
  /** Whether a gap, or nothing, comes after it. */
  readonly isEnd: boolean;
}

/** Puts rows together that no gap divides, and gives them away in chunks. */
interface RowBlocks {
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
function createRowBlocks(): RowBlocks {
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

const bar = 124;
const lineFeed = 10;
const tabulator = 9;
const carriageReturn = 13;
const firstBeyondAscii = 0x80;

/** Bytes at the start: the lines of some hundred rows of a common table. */
const startBytes = 65_536;

/** Bytes above which no memory is kept: a row of long cells must not cost it for good. */
const mostKeptBytes = 1_048_576;

/** No character of a string takes more in UTF-8. */
const maxUnitBytes = 3;

/**
 * Lines as UTF-8 until they are decoded in one go: strings that are put together of a million small ones cost more time
 * to make, to flatten and to collect than these cost to write.
 */
class LineBytes {
  #bytes = new Uint8Array(startBytes);
  #at = 0;
  readonly #encoder = new TextEncoder();

  /** Writes what is ASCII and neither ends a cell nor a line; false, with nothing written, where the text is not. */
  addPlain(text: string): boolean {
    const { length } = text;
    this.#reserve(length);
    const bytes = this.#bytes;
    const at = this.#at;
    for (let index = 0; index < length; index += 1) {
      const code = text.charCodeAt(index);
      if (code >= firstBeyondAscii || code === bar || (code <= carriageReturn && code >= tabulator)) return false;
      bytes[at + index] = code;
    }
    this.#at = at + length;
    return true;
  }

  /** Writes any text as it is. */
  addText(text: string): void {
    this.#reserve(text.length * maxUnitBytes);
    this.#at += this.#encoder.encodeInto(text, this.#bytes.subarray(this.#at)).written;
  }

  addBars(count: number): void {
    this.#reserve(count);
    const end = this.#at + count;
    while (this.#at < end) this.#bytes[this.#at++] = bar;
  }

  addLineFeed(): void {
    this.#reserve(1);
    this.#bytes[this.#at++] = lineFeed;
  }

  /** What was written, which is forgotten. */
  take(): string {
    const text = textOfBytes(this.#bytes, 0, this.#at);
    this.#at = 0;
    if (this.#bytes.length > mostKeptBytes) this.#bytes = new Uint8Array(startBytes);
    return text;
  }

  #reserve(count: number): void {
    const needed = this.#at + count;
    if (needed <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, needed));
    grown.set(this.#bytes.subarray(0, this.#at));
    this.#bytes = grown;
  }
}
