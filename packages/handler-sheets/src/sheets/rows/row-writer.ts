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
  type RowSlice,
} from "./row-slices.ts";

/** Formats rows as text, some hundreds at a time. The header of each table has the column letters. */
export interface RowWriter {
  write(slice: RowSlice): string;
  /** Makes the next rows continue the current table, whatever their row numbers are. */
  join(): void;
  end(): string;
}

/** Options for writing the rows of a sheet. */
export interface RowWriterOptions {
  readonly hiddenColumns: SheetLayout["hiddenColumns"];
  readonly withFormulas: boolean;
}

/** Maximum number of cells of a single row that is written as `A5: Total · C5: 12`. */
const maxLoneCells = 4;

/** Creates a row writer. A table has only columns with content, so gaps cost nothing. */
export function createRowWriter(options: RowWriterOptions): RowWriter {
  const blocks = createRowBlocks();
  const textOf = options.withFormulas ? cellWithFormula : shownText;
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
    write: (slice) => writeAll(blocks.add(slice)),
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

interface TableOptions {
  readonly used: readonly number[];
  /** The table that these rows continue with other columns. */
  readonly before: OpenTable | undefined;
  readonly form: Form;
}

function newTable(rows: readonly Row[], { used, before, form }: TableOptions): Written {
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

/** Returns the columns with content in these rows, in order. */
function usedColumns(rows: readonly Row[]): readonly number[] {
  const first = rows[0]?.cells ?? [];
  const used = new Set<number>();
  for (const { column } of first) used.add(column);
  for (const { cells } of rows) {
    // Most rows have the same columns as the first row. Comparing the ends is enough to detect that.
    if (cells.length === first.length && isSame(cells, first)) continue;
    for (const { column } of cells) used.add(column);
  }
  return [...used].toSorted((one, other) => one - other);
}

function isSame(cells: Row["cells"], first: Row["cells"]): boolean {
  for (let at = 0; at < cells.length; at += 1) if (cells[at]?.column !== first[at]?.column) return false;
  return true;
}

/** Maximum number of columns of a table that is always written as a table. */
const maxDenseColumns = 16;

/** A table with less than one filled cell in this many is written cell by cell. */
const sparseness = 10;

/** True if a table of these rows would be mostly empty. */
function isSparse(rows: readonly Row[], used: readonly number[]): boolean {
  if (used.length <= maxDenseColumns) return false;
  const cells = rows.reduce((sum, row) => sum + row.cells.length, 0);
  return cells * sparseness < rows.length * used.length;
}

/** Formats rows as lines of an open table. */
type RowLines = (rows: readonly Row[], table: OpenTable) => string;

/** Creates the line formatter. Trailing empty cells are omitted, which Markdown allows. */
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

function addValue(lines: LineBytes, cell: Cell): void {
  const { text } = cell;
  if (text === "" || !lines.addPlain(text)) lines.addText(shownText(cell));
}

/** Returns the value of a cell, or the formula if it has no value. */
function shownText(cell: Cell): string {
  return cell.isUncalculated === true ? cellWithFormula(cell) : cellText(cell.text);
}

function addWithFormula(lines: LineBytes, cell: Cell): void {
  if (cell.formula === undefined) addValue(lines, cell);
  else lines.addText(cellWithFormula(cell));
}

/** Number of empty columns that separate two tables side by side. */
const gapColumns = 2;

/** Minimum size of a table. A label with its value a few columns to the right is not a table. */
const minRows = 2;
const minColumns = 2;

/** Splits rows into tables that stand side by side with a gap between them; otherwise returns the rows unchanged. */
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

/** True if the columns have enough rows and at least half of the cells are filled. */
function isTable(rows: readonly Row[], span: Span | undefined): boolean {
  const columns = span?.columns.length ?? 0;
  if (rows.length < minRows || columns < minColumns) return false;
  const cells = rows.reduce((sum, row) => sum + row.cells.length, 0);
  return cells * 2 >= rows.length * columns;
}

/** Rows of one block, or the next part of it. */
interface RowChunk {
  readonly rows: readonly Row[];
  /** True if the chunk starts a block. */
  readonly isStart: boolean;
  /** True if the chunk ends a block. */
  readonly isEnd: boolean;
}

/** Groups rows that no gap separates, and returns them in chunks. */
interface RowBlocks {
  add(slice: RowSlice): readonly RowChunk[];
  /** Returns the pending rows. Rows added later start a new block. */
  end(): readonly RowChunk[];
  /** Makes the next row continue the block, whatever its row number is. */
  join(): void;
}

/** Number of rows examined before the columns of a table are fixed. */
const chunkRows = 256;

/** Maximum number of cells in a chunk. */
const chunkCells = 16_384;

/** Maximum number of characters in a chunk. A shared string can be shown in any number of cells. */
const chunkCharacters = 1_000_000;

/** Number of empty rows that separate two tables. A single empty row is often only decoration. */
const gapRows = 2;

/** Creates an empty grouping. Rows without cells are skipped. */
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
    add(slice) {
      const chunks: RowChunk[] = [];
      // Each added slice is limited in size, so it is enough to check the pending rows before it.
      if (characters + slice.characters > chunkCharacters && waiting.length > 0) chunks.push(...give(false));
      characters += slice.characters;
      for (const row of slice.rows) {
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
const backslash = 92;
const lineFeed = 10;
const tabulator = 9;
const carriageReturn = 13;
const firstBeyondAscii = 0x80;

/** Initial buffer size, in bytes: enough for some hundred rows of a typical table. */
const startBytes = 65_536;

/** Maximum buffer size kept for reuse, in bytes, so that one row of long cells does not hold its memory forever. */
const maxKeptBytes = 1_048_576;

/** Maximum UTF-8 length of one UTF-16 code unit, in bytes. */
const maxUnitBytes = 3;

/**
 * Collects lines as UTF-8 and decodes them at once. Building a string from a million small ones takes more time to
 * allocate, flatten and collect than writing bytes.
 */
class LineBytes {
  #bytes = new Uint8Array(startBytes);
  #at = 0;
  readonly #encoder = new TextEncoder();

  /**
   * Writes ASCII text without cell or line separators and without a backslash at its end. Returns false and writes
   * nothing for other text.
   */
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
    if (bytes[at + length - 1] === backslash && length > 0) return false;
    this.#at = at + length;
    return true;
  }

  /** Writes any text unchanged. */
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

  /** Returns the text written so far and clears the buffer. */
  take(): string {
    const text = textOfBytes(this.#bytes, 0, this.#at);
    this.#at = 0;
    if (this.#bytes.length > maxKeptBytes) this.#bytes = new Uint8Array(startBytes);
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
