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

/** A line, divided after the marks of the block quotes that it is in. */
interface Line {
  readonly whole: string;
  /** The marks: `> ` for each block quote. */
  readonly quote: string;
  /** Number of block quotes around the content. */
  readonly depth: number;
  readonly content: string;
}

/** A row of a table: a line between bars. */
const row = /^ {0,3}\|.*\|\s*$/;
const delimiterCell = /^\s*:?-+:?\s*$/;

/** The line below a header as handlers write it. A row of single dashes is not one. */
const writtenDelimiter = /^\|(?:---\|)+$/;

/** Marks of block quotes. Handlers write eight at most. */
const quoteMarks = /^(?: {0,3}> ?){1,8}/;

/** True if a line with this start may be a row, or begin or end a block of code, also within block quotes. */
export function mayBeRowOrFence(start: string): boolean {
  return /^(?:\s*$| {0,3}(?:> {0,4}){0,8}(?:[|`~]|$))/.test(start);
}

/** Creates a rewriter at the start of a document. */
export function createTableRewriter(): TableRewriter {
  const code = createCodeBlocks();
  let held: Line | undefined;
  let columns = 0;
  /** Number of block quotes around the table. */
  let depth = 0;
  let hasTextAbove = false;
  let isAtStart = true;
  const plain = (line: Line): string => {
    code.next(line);
    hasTextAbove = line.content.trim() !== "";
    return line.whole;
  };
  const record = (line: Line): string => recordOf(line, columns);
  const startTable = (header: Line, width: number): readonly string[] => {
    const gap = hasTextAbove ? [header.quote.trimEnd()] : [];
    held = undefined;
    columns = width;
    ({ depth } = header);
    hasTextAbove = true;
    return cellsOf(header.content).every((cell) => cell === "") ? gap : [...gap, record(header)];
  };
  /** Returns the line that was held back: a row if the table above goes on after the start of a page. */
  const release = (): readonly string[] => {
    if (held === undefined) return [];
    const line = held;
    held = undefined;
    return [columns > 0 ? record(line) : plain(line)];
  };
  const rowLine = (line: Line): readonly string[] => {
    const width = held === undefined ? 0 : startedWidth(held, line, columns > 0);
    if (held !== undefined && width > 0) return startTable(held, width);
    const before = release();
    // A table ends with the block quote around it.
    if (line.depth !== depth) columns = 0;
    const mayBeHeader = columns === 0 || isAtStart;
    isAtStart = false;
    if (!mayBeHeader) return [...before, record(line)];
    held = line;
    return before;
  };
  const textLine = (line: Line): readonly string[] => {
    const before = release();
    const gap = columns > 0 && line.content.trim() !== "" ? [line.depth === depth ? line.quote.trimEnd() : ""] : [];
    isAtStart = false;
    columns = 0;
    return [...before, ...gap, plain(line)];
  };
  const next = (whole: string, mayBeRow: boolean): readonly string[] => {
    const line = code.divided(whole);
    return mayBeRow && !code.isOpen && row.test(line.content) ? rowLine(line) : textLine(line);
  };
  return {
    line: (line) => next(line, true),
    textLine: (line) => next(line, false),
    end(startsPlace) {
      isAtStart = true;
      const lines = release();
      if (startsPlace) code.end();
      return lines;
    },
  };
}

/** Returns a row as a record with at least so many fields, with the marks of its block quotes before each line. */
function recordOf({ quote, content }: Line, columns: number): string {
  const fields = csvRecord(filled(cellsOf(content), columns));
  return quote + (quote === "" ? fields : fields.replaceAll("\n", `\n${quote}`));
}

/** Returns the columns of the table that starts with two lines, or 0. In a table, dashes may be values of a row. */
function startedWidth(header: Line, line: Line, isInTable: boolean): number {
  if (header.depth !== line.depth) return 0;
  const width = delimiterWidth(line.content);
  if (!isInTable) return width;
  return writtenDelimiter.test(line.content) && rawCells(header.content).length === width ? width : 0;
}

/** A block with the output of a notebook cell, whose tables are tables of the document. */
const markdownOutput = "output markdown";

/** A fence of backticks has none after it: those are inline code. */
const openingFence = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})(.*)$/;
const closingFence = /^ {0,3}(`{3,}|~{3,})\s*$/;

interface CodeBlocks {
  /** True within a block of code. */
  readonly isOpen: boolean;
  /** Divides the next line. In code, only the block quotes around the code have marks. */
  readonly divided: (line: string) => Line;
  readonly next: (line: Line) => void;
  /** Ends a block that is open. */
  readonly end: () => void;
}

function createCodeBlocks(): CodeBlocks {
  let marker = "";
  let isOpen = false;
  /** Number of block quotes around the code. */
  let depth = 0;
  const end = (): void => {
    marker = "";
    isOpen = false;
  };
  return {
    get isOpen() {
      return isOpen;
    },
    divided(whole) {
      const line = divide(whole);
      // Code ends with the block quote around it.
      if (isOpen && line.depth < depth) end();
      return isOpen && line.depth > depth ? divide(whole, depth) : line;
    },
    next({ content, depth: lineDepth }) {
      if (marker !== "") {
        if (lineDepth === depth && closingFence.exec(content)?.[1]?.startsWith(marker) === true) end();
        return;
      }
      const [, found = "", info = ""] = openingFence.exec(content) ?? [];
      marker = found;
      depth = lineDepth;
      isOpen = found !== "" && info.trim() !== markdownOutput;
    },
    end,
  };
}

/** Divides a line after the marks of its block quotes, of the outermost ones at most. */
function divide(whole: string, outermost = Number.POSITIVE_INFINITY): Line {
  const marks = quoteMarks.exec(whole)?.[0].match(/ {0,3}> ?/g) ?? [];
  const quotes = marks.slice(0, outermost);
  const quote = quotes.join("");
  return { whole, quote, depth: quotes.length, content: whole.slice(quote.length) };
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
