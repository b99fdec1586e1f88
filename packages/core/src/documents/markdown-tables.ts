import { csvRecord } from "./csv-record.ts";

/** Writes the tables among lines of Markdown as CSV. */
export interface TableRewriter {
  /** Takes a line and returns the lines that are certain now. */
  readonly line: (line: string) => readonly string[];
  /** Takes a line that is no row. The start of a line is enough. */
  readonly textLine: (line: string) => readonly string[];
  /** Returns the line that is held back. A table may go on after it, but code ends at the start of a place. */
  readonly end: (startsPlace: boolean) => readonly string[];
}

/** A row of a table: a line between bars. */
const row = /^ {0,3}\|.*\|\s*$/;
const delimiterCell = /^\s*:?-+:?\s*$/;

/** The line below a header as handlers write it. A row of single dashes is not one. */
const writtenDelimiter = /^\|(?:---\|)+$/;

/** True if a line with this start may be a row, or begin or end a block of code. */
export function mayBeRowOrFence(start: string): boolean {
  return /^(?:\s*$| {0,3}[|`~])/.test(start);
}

/** Creates a rewriter at the start of a document. */
export function createTableRewriter(): TableRewriter {
  const code = createCodeBlocks();
  let held: string | undefined;
  let columns = 0;
  let hasTextAbove = false;
  let isAtStart = true;
  const plain = (line: string): string => {
    code.next(line);
    hasTextAbove = line.trim() !== "";
    return line;
  };
  const record = (line: string): string => csvRecord(filled(cellsOf(line), columns));
  const startTable = (header: string, width: number): readonly string[] => {
    const gap = hasTextAbove ? [""] : [];
    held = undefined;
    columns = width;
    hasTextAbove = true;
    return cellsOf(header).every((cell) => cell === "") ? gap : [...gap, record(header)];
  };
  /** Returns the line that was held back: a row if the table above goes on after the start of a page. */
  const release = (): readonly string[] => {
    if (held === undefined) return [];
    const line = held;
    held = undefined;
    return [columns > 0 ? record(line) : plain(line)];
  };
  /** Returns the columns of the table that starts with these lines, or 0. In a table, dashes may be values of a row. */
  const startedWidth = (header: string, line: string): number => {
    const width = delimiterWidth(line);
    if (columns === 0) return width;
    return writtenDelimiter.test(line) && rawCells(header).length === width ? width : 0;
  };
  const rowLine = (line: string): readonly string[] => {
    const width = held === undefined ? 0 : startedWidth(held, line);
    if (held !== undefined && width > 0) return startTable(held, width);
    const before = release();
    const mayBeHeader = columns === 0 || isAtStart;
    isAtStart = false;
    if (!mayBeHeader) return [...before, record(line)];
    held = line;
    return before;
  };
  const textLine = (line: string): readonly string[] => {
    const before = release();
    const gap = columns > 0 && line.trim() !== "" ? [""] : [];
    isAtStart = false;
    columns = 0;
    return [...before, ...gap, plain(line)];
  };
  return {
    line: (line) => (!code.isOpen && row.test(line) ? rowLine(line) : textLine(line)),
    textLine,
    end(startsPlace) {
      isAtStart = true;
      const lines = release();
      if (startsPlace) code.end();
      return lines;
    },
  };
}

/** A block with the output of a notebook cell, whose tables are tables of the document. */
const markdownOutput = "output markdown";

/** A fence of backticks has none after it: those are inline code. */
const openingFence = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})(.*)$/;
const closingFence = /^ {0,3}(`{3,}|~{3,})\s*$/;

interface CodeBlocks {
  /** True within a block of code. */
  readonly isOpen: boolean;
  readonly next: (line: string) => void;
  /** Ends a block that is open. */
  readonly end: () => void;
}

function createCodeBlocks(): CodeBlocks {
  let marker = "";
  let isOpen = false;
  const end = (): void => {
    marker = "";
    isOpen = false;
  };
  return {
    get isOpen() {
      return isOpen;
    },
    next(line) {
      if (marker !== "") {
        if (closingFence.exec(line)?.[1]?.startsWith(marker) === true) end();
        return;
      }
      const [, found = "", info = ""] = openingFence.exec(line) ?? [];
      marker = found;
      isOpen = found !== "" && info.trim() !== markdownOutput;
    },
    end,
  };
}

function delimiterWidth(line: string): number {
  const cells = rawCells(line);
  return cells.every((cell) => delimiterCell.test(cell)) ? cells.length : 0;
}

/** Maximum number of fields to which a short row is filled up, so that a wide header does not enlarge every row. */
const maxFilledFields = 1000;

function filled(cells: readonly string[], columns: number): readonly string[] {
  const length = Math.max(cells.length, Math.min(columns, maxFilledFields));
  return Array.from({ length }, (_, at) => cells[at] ?? "");
}

function cellsOf(line: string): readonly string[] {
  return rawCells(line).map(cellValue);
}

/** Splits a row at its bars; one after a backslash belongs to the cell. */
function rawCells(line: string): readonly string[] {
  const cells: string[] = [];
  const trimmed = line.trim();
  let cell = "";
  for (let at = 1; at < trimmed.length; at += 1) {
    const character = trimmed[at] ?? "";
    if (character === "\\" && trimmed[at + 1] === "|") {
      cell += "|";
      at += 1;
    } else if (character === "|") {
      cells.push(cell);
      cell = "";
    } else cell += character;
  }
  return cells;
}

/** Returns the lines of a cell. The space that Markdown ignores at their ends is left out. */
function cellValue(cell: string): string {
  // The spaces are limited, and the lines trimmed afterwards, so that the time grows only with the length.
  return cell
    .split(/<br\s{0,8}\/?>/i)
    .map((line) => line.trim())
    .join("\n");
}
